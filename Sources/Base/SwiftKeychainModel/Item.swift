// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A stored item as it was read: its attributes, and its secret when the call asked for it. An item
/// never changes; its copies share it.
public final class Item: Sendable {
    public let reference: PersistentReference
    /// 1 for a new item, one more with every change.
    public let revision: Int64
    public let accessGroup: String
    public let accessControl: AccessControl
    public let synchronizable: Bool
    public let isTombstone: Bool
    /// The attributes that the caller set, and both dates; without those above.
    public let stored: [Attribute: AttributeValue]
    /// The secret; nil when the item has none, or the call didn't ask for it.
    public let secret: SecretBytes?
    /// The certificate and the private key of an identity; empty for any other item.
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

    /// Joins a certificate with the private key of its public key.
    ///
    /// The reference has the certificate's UUID and the class of identities. Attributes that both
    /// have are the certificate's. The protection class is the key's, with which a query compares
    /// it; the constraints are the key's unless the certificate has some. The secret is the
    /// certificate.
    package init(identity certificate: Item, _ key: Item) {
        reference = PersistentReference(itemClass: .identity, uuid: certificate.reference.uuid)
        revision = certificate.revision
        accessGroup = certificate.accessGroup
        // A constraint on either half is one on the identity.
        accessControl =
            certificate.accessControl.isConstrained
            ? AccessControl(certificate.accessControl, protection: key.accessControl.protection)
            : key.accessControl
        synchronizable = certificate.synchronizable
        isTombstone = false
        stored = key.stored.merging(certificate.stored) { _, own in own }
        secret = certificate.secret
        halves = [certificate, key]
    }

    public var itemClass: ItemClass { reference.itemClass }

    /// The parts of each item that a search returns.
    public struct Parts: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let attributes = Parts(rawValue: 1 << 0)
        public static let secret = Parts(rawValue: 1 << 1)
        public static let reference = Parts(rawValue: 1 << 2)
        /// The secret, also of a key that can't be exported in clear: for use inside the library, not
        /// to be returned to the caller.
        package static let secretForUse: Parts = [.secret, Parts(rawValue: 1 << 3)]
        /// The secret as the store keeps it, sealed, in the place of the opened one.
        package static let sealedSecret = Parts(rawValue: 1 << 4)
    }

    /// Returns the value of an attribute as results show it: the stored value, or the class's
    /// default.
    public subscript(attribute: Attribute) -> AttributeValue? {
        value(of: attribute, default: itemClass.attributes[attribute]?.defaultValue)
    }

    /// Returns the value of an attribute that `description` describes, without a search for it.
    package subscript(description: AttributeDescription) -> AttributeValue? {
        value(of: description.attribute, default: description.defaultValue)
    }

    @inline(__always)
    private func value(
        of attribute: Attribute, default: @autoclosure () -> AttributeValue?
    ) -> AttributeValue? {
        switch attribute {
        case .accessGroup: .string(accessGroup)
        case .accessible: .string(accessControl.protection.rawValue)
        case .synchronizable: .number(synchronizable ? 1 : 0)
        case .tombstone: .number(isTombstone ? 1 : 0)
        case .accessControl: .data(accessControl.encoded())
        default: stored[attribute] ?? `default`()
        }
    }

    /// All attributes that results show, except the access control.
    public var attributes: [Attribute: AttributeValue] {
        var all: [Attribute: AttributeValue] = [:]
        for description in itemClass.attributes.descriptions
        where description.kind != .accessControl {
            all[description.attribute] = self[description]
        }
        return all
    }

    /// The item without its attributes and secret, for a caller that it wasn't opened for.
    ///
    /// An identity keeps its certificate unless the certificate itself is constrained.
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

    /// Returns the same item with `secret`.
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
    /// The certificate of an identity; nil for any other item.
    public var certificate: Item? { halves.first }

    /// The private key of an identity, without its secret; nil for any other item.
    public var privateKey: Item? { halves.last }
}
