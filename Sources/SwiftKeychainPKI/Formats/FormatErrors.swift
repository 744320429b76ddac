import SwiftKeychainModel

extension KeychainError.Code {
    /// The format is known and not read, or not written.
    public static let unsupportedFormat = Self(rawValue: -25256)
    /// The bytes are of no format that is known.
    public static let unknownFormat = Self(rawValue: -25257)
    /// A passphrase is needed and none was given.
    public static let passphraseRequired = Self(rawValue: -25260)
    /// A file holds several private keys where only one may be.
    public static let severalPrivateKeys = Self(rawValue: -25259)
    /// The key is of a type that is not here.
    public static let unsupportedKeyFormat = Self(rawValue: -67734)
}

extension KeychainError {
    static func damaged(_ format: String, _ rule: String) -> KeychainError {
        KeychainError(.decode, "\(format): \(rule)")
    }
}
