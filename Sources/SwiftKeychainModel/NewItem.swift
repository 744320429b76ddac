import SwiftKeychainMemory

/// Holds an item that is whole and may be stored: what Add makes and what Update leaves behind.
public struct NewItem: Sendable {
    public let itemClass: ItemClass
    /// The attributes as they were given: with them, the same item is made again.
    package let given: [Attribute: AttributeValue]
    /// Accepted values, without access group, protection, synchronizable, tombstone and dates.
    public let attributes: [Attribute: AttributeValue]
    /// nil: the caller's first group.
    public let accessGroup: String?
    public let accessControl: AccessControl
    public let synchronizable: Bool
    public let secret: SecretBytes?
    /// The public key of an RSA or elliptic curve key; nil for any other item.
    package let publicKey: [UInt8]?
    /// Attributes of the stored item that a newer build set and this one doesn't know.
    package let carried: [Attribute: AttributeValue]

    /// Checks everything about an item that can be said without looking at the store.
    ///
    /// `kSecAttrCreationDate` and `kSecAttrModificationDate` are accepted and ignored: the store
    /// sets them. The value of ``Attribute/accessControl`` is an encoded access control.
    ///
    /// - Throws: `noSuchAttribute`, or `parameter` for a value its attribute does not accept, sizes
    ///   over ``Limits``, an access control that disagrees with the protection class, a
    ///   synchronizable item that is bound to this device or constrained, a token's item, and a
    ///   class other than the two of passwords: certificates and keys tell their own attributes.
    public init(
        _ itemClass: ItemClass, attributes: [Attribute: AttributeValue], secret: SecretBytes? = nil
    ) throws(KeychainError) {
        guard itemClass.isPassword else {
            throw KeychainError(
                .parameter, "kSecClass: \(itemClass.rawValue) is not made of attributes alone")
        }
        try self.init(derived: itemClass, attributes: attributes, secret: secret)
    }

    /// Checks an item whose attributes were derived, where its class has such, from its bytes.
    ///
    /// - Throws: as ``init(_:attributes:secret:)``, whatever the class.
    package init(
        derived itemClass: ItemClass, attributes: [Attribute: AttributeValue],
        secret: SecretBytes?, publicKey: [UInt8]? = nil,
        carried: [Attribute: AttributeValue] = [:]
    ) throws(KeychainError) {
        guard itemClass.hasTable else {
            throw KeychainError(
                .parameter, "kSecClass: an identity is stored as a certificate and a key")
        }
        let table = itemClass.attributes
        var accepted: [Attribute: AttributeValue] = [:]
        var bytes = 0
        var unknown: Attribute?
        for (attribute, value) in attributes {
            // A value that is refused is told before a name that is unknown, in whatever order.
            guard let description = table[attribute] else {
                unknown = attribute
                continue
            }
            let value = attribute == .accessControl ? value : try description.accept(value)
            bytes += value.byteCount
            accepted[attribute] = value
        }
        if let unknown { throw KeychainError.unknown(unknown) }
        if bytes > Limits.allAttributesBytes {
            throw KeychainError(
                .parameter, "attributes: together larger than \(Limits.allAttributesBytes) bytes")
        }
        if let secret, secret.count > Limits.secretBytes {
            throw KeychainError(
                .parameter, "kSecValueData: larger than \(Limits.secretBytes) bytes")
        }
        self.itemClass = itemClass
        given = attributes
        self.secret = secret
        self.publicKey = publicKey
        self.carried = carried
        accessGroup = accepted.removeValue(forKey: .accessGroup)?.text
        accessControl = try Self.agreedAccessControl(
            accepted.removeValue(forKey: .accessControl),
            protection: accepted.removeValue(forKey: .accessible), of: itemClass)
        synchronizable = try Self.flag(accepted.removeValue(forKey: .synchronizable))
        if let tombstone = accepted.removeValue(forKey: .tombstone), tombstone.integer != 0 {
            throw KeychainError.refused(.tombstone, "a tombstone is only left by a delete")
        }
        accepted[.creationDate] = nil
        accepted[.modificationDate] = nil
        self.attributes = accepted
        try checkCombination()
    }

    private func checkCombination() throws(KeychainError) {
        if synchronizable {
            if accessControl.protection.isThisDeviceOnly {
                throw KeychainError.refused(.synchronizable, "not with a ThisDeviceOnly class")
            }
            if accessControl.isConstrained {
                throw KeychainError.refused(.synchronizable, "not with an access control")
            }
            if itemClass == .key { throw KeychainError.refused(.synchronizable, "not with a key") }
        }
        if attributes[.tokenID] == .string("com.apple.setoken") {
            throw KeychainError.refused(.tokenID, "there is no Secure Enclave here")
        }
    }

    private static func agreedAccessControl(
        _ encoded: AttributeValue?, protection: AttributeValue?, of itemClass: ItemClass
    ) throws(KeychainError) -> AccessControl {
        let protection = protection?.text.flatMap(ProtectionClass.init(rawValue:))
        guard let encoded else {
            return AccessControl(plain: protection ?? itemClass.defaultProtection)
        }
        guard case .data(let bytes) = encoded else {
            throw KeychainError.refused(.accessControl, "not an access control")
        }
        let accessControl = try AccessControl(encoded: bytes)
        if let protection, accessControl != AccessControl(plain: protection) {
            throw KeychainError.refused(.accessControl, "disagrees with kSecAttrAccessible")
        }
        return accessControl
    }

    private static func flag(_ value: AttributeValue?) throws(KeychainError) -> Bool {
        switch value?.integer {
        case nil where value == nil: false
        case 0: false
        case 1: true
        // Any is a filter of searches; stored, it means not synchronizable.
        case nil where value == .string("syna"): false
        default: throw KeychainError.refused(.synchronizable, "neither 0 nor 1")
        }
    }
}
