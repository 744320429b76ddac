import Foundation

/// Names what a key does and how: an operation, a padding, a digest.
///
/// The members lie in Constants/KeyAlgorithms.swift.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString

    public init(rawValue: CFString) { self.rawValue = rawValue }
}

/// Names a parameter of a key exchange.
///
/// The members lie in Constants/KeyExchangeParameters.swift.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString

    public init(rawValue: CFString) { self.rawValue = rawValue }
}
