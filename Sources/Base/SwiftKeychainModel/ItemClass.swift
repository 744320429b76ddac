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

    /// The attributes of this class; an identity has those of its certificate and its key.
    public var attributes: AttributeTable {
        switch self {
        case .genericPassword: AttributeTables.genericPassword
        case .internetPassword: AttributeTables.internetPassword
        case .certificate: AttributeTables.certificate
        case .key: AttributeTables.key
        case .identity: AttributeTables.identity
        }
    }

    /// The classes that have a table.
    public static let stored = allCases.filter(\.hasTable)

    /// Reads the text of a value of `kSecClass`; nil for a value that isn't text.
    ///
    /// - Throws: `parameter` for nil, `noSuchClass` for an unknown class.
    package init(named text: String?) throws(KeychainError) {
        guard let text else { throw KeychainError(.parameter, "kSecClass: not a string") }
        guard let known = ItemClass(rawValue: text) else {
            throw KeychainError(.noSuchClass, "kSecClass: not one of the kSecClass values")
        }
        self = known
    }
}
