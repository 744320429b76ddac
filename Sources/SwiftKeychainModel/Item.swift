import SwiftKeychainMemory

/// Holds one stored item as it was read: attributes, and the secret when it was asked for.
public struct Item: Sendable {
    public let reference: PersistentReference
    /// Counts the changes of the item, from 1.
    public let revision: Int64
    public let accessGroup: String
    public let accessControl: AccessControl
    public let synchronizable: Bool
    public let isTombstone: Bool
    /// The attributes its owner set, and both dates; without those named above.
    public let stored: [Attribute: AttributeValue]
    /// The secret; nil when the item has none, or it was not asked for.
    public let secret: SecretBytes?
    /// Of an identity: its certificate and its private key, in this order.
    private let halves: [Item]

    public init(
        reference: PersistentReference, revision: Int64, accessGroup: String,
        accessControl: AccessControl, synchronizable: Bool, isTombstone: Bool,
        stored: [Attribute: AttributeValue], secret: SecretBytes? = nil
    ) {
        self.reference = reference
        self.revision = revision
        self.accessGroup = accessGroup
        self.accessControl = accessControl
        self.synchronizable = synchronizable
        self.isTombstone = isTombstone
        self.stored = stored
        self.secret = secret
        halves = []
    }

    public var itemClass: ItemClass { reference.itemClass }

    /// Names what a search gives back of each item.
    public struct Parts: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let attributes = Parts(rawValue: 1 << 0)
        public static let secret = Parts(rawValue: 1 << 1)
        public static let reference = Parts(rawValue: 1 << 2)
        /// The secret, also of a key that does not leave the keychain in clear: to be used here,
        /// not handed out.
        package static let secretForUse: Parts = [.secret, Parts(rawValue: 1 << 3)]
    }

    /// Gives the value of an attribute as results show it: set, in clear, or the class's default.
    public subscript(attribute: Attribute) -> AttributeValue? {
        switch attribute {
        case .accessGroup: .string(accessGroup)
        case .accessible: .string(accessControl.protection.rawValue)
        case .synchronizable: .number(synchronizable ? 1 : 0)
        case .tombstone: .number(isTombstone ? 1 : 0)
        case .accessControl: .data(accessControl.encoded())
        default: stored[attribute] ?? itemClass.attributes[attribute]?.defaultValue
        }
    }

    /// Gives all attributes that results show, the access control excepted.
    public var attributes: [Attribute: AttributeValue] {
        var all: [Attribute: AttributeValue] = [:]
        for description in itemClass.attributes.descriptions
        where description.kind != .accessControl {
            all[description.attribute] = self[description.attribute]
        }
        return all
    }

    /// Gives what may be told of an item that was not opened for its reader: that it exists.
    ///
    /// The certificate of an identity is no secret of its key's.
    public var closed: Item {
        if let certificate, let privateKey {
            let isOpen = !certificate.accessControl.isConstrained
            return Item(
                identity: isOpen ? certificate : certificate.closed, privateKey.closed)
        }
        return Item(
            reference: reference, revision: revision, accessGroup: accessGroup,
            accessControl: accessControl, synchronizable: synchronizable, isTombstone: isTombstone,
            stored: [:])
    }

    /// Gives the same item with `secret`.
    public func with(secret: SecretBytes?) -> Item {
        if let certificate, let privateKey {
            return Item(identity: certificate.with(secret: secret), privateKey)
        }
        return Item(
            reference: reference, revision: revision, accessGroup: accessGroup,
            accessControl: accessControl, synchronizable: synchronizable, isTombstone: isTombstone,
            stored: stored, secret: secret)
    }
}

// Identities.
extension Item {
    /// Joins a certificate with the private key of its public key.
    ///
    /// The reference is the certificate's under the class of identities. Attributes that both have
    /// are the certificate's, except how the key is protected; the secret is the certificate.
    package init(identity certificate: Item, _ key: Item) {
        reference = PersistentReference(itemClass: .identity, uuid: certificate.reference.uuid)
        revision = certificate.revision
        accessGroup = certificate.accessGroup
        // What demands a person of either demands one of both.
        accessControl =
            certificate.accessControl.isConstrained
            ? certificate.accessControl : key.accessControl
        synchronizable = certificate.synchronizable
        isTombstone = false
        stored = key.stored.merging(certificate.stored) { _, own in own }
        secret = certificate.secret
        halves = [certificate, key]
    }

    /// The certificate of an identity; nil for any other item.
    public var certificate: Item? { halves.first }

    /// The private key of an identity, without its secret; nil for any other item.
    public var privateKey: Item? { halves.last }
}
