/// Names what an item is: one table of the store each, identities excepted.
///
/// The raw value is the value of `kSecClass` and the name of the table. An identity has no table:
/// it is a certificate joined with the private key of the same public key.
public enum ItemClass: String, Sendable, Hashable, CaseIterable {
    case genericPassword = "genp"
    case internetPassword = "inet"
    case certificate = "cert"
    case key = "keys"
    case identity = "idnt"

    /// Tells whether items of this class are passwords: a secret with attributes around it.
    public var isPassword: Bool { self == .genericPassword || self == .internetPassword }

    /// True for classes whose items have a certificate.
    public var hasCertificate: Bool { self == .certificate || self == .identity }

    /// Lists the classes that have a table of their own.
    public static let stored: [ItemClass] = [
        .genericPassword, .internetPassword, .certificate, .key,
    ]
}
