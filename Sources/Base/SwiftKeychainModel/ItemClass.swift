// SPDX-License-Identifier: Apache-2.0
/// The class of an item. The raw value is that of `kSecClass`, and the name of the class's table.
public enum ItemClass: String, Sendable, Hashable, CaseIterable {
    case genericPassword = "genp"
    case internetPassword = "inet"
    case certificate = "cert"
    case key = "keys"
    case identity = "idnt"

    /// Whether the class has a table. An identity has none: it is a certificate and the
    /// private key of the same public key.
    package var hasTable: Bool { self != .identity }

    /// Whether items of this class have a certificate.
    public var hasCertificate: Bool { self == .certificate || self == .identity }

    /// Whether items of this class are passwords: a secret with attributes.
    public var isPassword: Bool { self == .genericPassword || self == .internetPassword }

    /// The classes that have a table.
    public static let stored = allCases.filter(\.hasTable)
}
