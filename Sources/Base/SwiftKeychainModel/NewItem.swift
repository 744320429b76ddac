// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A complete, checked item to store: the result of an add, or of an update.
public struct NewItem: Sendable {
    public let itemClass: ItemClass
    /// The attributes as they were given; the initializer makes the same item from them.
    package let given: [Attribute: AttributeValue]
    /// The accepted values, without access group, protection, synchronizable, tombstone and dates.
    public let attributes: [Attribute: AttributeValue]
    /// The access group; nil for the caller's first one.
    public let accessGroup: String?
    public let accessControl: AccessControl
    public let synchronizable: Bool
    public let secret: SecretBytes?
    /// The public key of an RSA or elliptic curve key; nil for any other item.
    package let publicKey: [UInt8]?
    /// Attributes of the stored item that a newer build set and this one doesn't know; of a copy of an item from elsewhere,
    /// its dates.
    package let carried: [Attribute: AttributeValue]

    /// Makes a password, and checks everything that doesn't depend on the store.
    ///
    /// `kSecAttrCreationDate` and `kSecAttrModificationDate` are accepted and ignored: the store
    /// sets them. The value of ``Attribute/accessControl`` is an encoded access control.
    ///
    /// - Throws: `noSuchAttribute`, or `parameter` for a value its attribute doesn't accept, sizes
    ///   over ``Limits``, an access control that has a constraint or disagrees with the protection
    ///   class given with it, a synchronizable item that is constrained, an item of the Secure
    ///   Enclave, and a class other than the two of passwords: the attributes of certificates and
    ///   keys are derived from their bytes.
    public init(
        _ itemClass: ItemClass, attributes: [Attribute: AttributeValue], secret: SecretBytes? = nil
    ) throws(KeychainError) {
        guard itemClass.isPassword else {
            throw KeychainError(
                .parameter, "kSecClass: \(itemClass.rawValue) can't be made from attributes alone")
        }
        try self.init(derived: itemClass, attributes: attributes, secret: secret)
    }

    /// Makes an item of any class but identities, with the attributes that were derived from its
    /// bytes, and checks it.
    ///
    /// - Throws: what ``init(_:attributes:secret:)`` throws, except for the class.
    package init(
        derived itemClass: ItemClass, attributes: [Attribute: AttributeValue],
        secret: SecretBytes?, publicKey: [UInt8]? = nil,
        carried: [Attribute: AttributeValue] = [:]
    ) throws(KeychainError) {
        guard itemClass.hasTable else {
            throw KeychainError(
                .parameter, "kSecClass: an identity is stored as a certificate and a key")
        }
        var accepted = try itemClass.attributes.accept(attributes)
        if accepted.values.reduce(0, { $0 + $1.byteCount }) > Limits.allAttributesBytes {
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
            throw KeychainError.refused(.tombstone, "only a delete makes a tombstone")
        }
        accepted[.creationDate] = nil
        accepted[.modificationDate] = nil
        self.attributes = accepted
        try checkCombination()
    }

    /// Checks which values exclude each other. A synchronizable item can't be bound to the user's presence: other
    /// devices can't ask for it. One with a ThisDeviceOnly class, a key or a certificate is only marked.
    private func checkCombination() throws(KeychainError) {
        if synchronizable, accessControl.isConstrained {
            throw KeychainError.refused(
                .synchronizable, "can't be combined with a constraint of kSecAttrAccessControl")
        }
        if TokenID.isSecureEnclave(attributes[.tokenID]) {
            guard itemClass == .key, publicKey != nil, attributes[.keyClass]?.integer == 1,
                attributes[.isExtractable]?.integer == 0
            else {
                throw KeychainError.refused(
                    .tokenID, "a Secure Enclave has nothing but private keys that it made")
            }
        }
    }

    /// Returns the access control of an item: the given one, or a plain one of the given or usual protection class.
    ///
    /// - Throws: `parameter` if both are given and name different classes, or the access control has a
    ///   constraint, which a protection class can't express.
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
        if let protection {
            if accessControl.protection != protection {
                throw KeychainError.refused(
                    .accessControl, "its protection class differs from kSecAttrAccessible")
            }
            if accessControl.isConstrained {
                throw KeychainError.refused(
                    .accessControl,
                    "has a constraint, so kSecAttrAccessible can't be given as well")
            }
        }
        return accessControl
    }

    private static func flag(_ value: AttributeValue?) throws(KeychainError) -> Bool {
        switch value?.integer {
        case nil where value == nil: false
        case 0: false
        case 1: true
        // kSecAttrSynchronizableAny is a filter for searches; an add takes it as false.
        case nil where value == .string("syna"): false
        default: throw KeychainError.refused(.synchronizable, "must be 0 or 1")
        }
    }
}
