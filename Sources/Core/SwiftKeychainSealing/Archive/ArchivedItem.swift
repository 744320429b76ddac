// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// One row as an archive has it: the contents of its boxes and its clear columns.
package struct ArchivedItem: Sendable {
    package let reference: PersistentReference
    package let revision: Int64
    package let accessGroup: String
    package let protection: ProtectionClass
    package let synchronizable: Bool
    package let isTombstone: Bool
    /// The contents of the metadata box, including the access control and both dates.
    package var attributes: [Attribute: AttributeValue]
    /// The secret; nil for an item without one, which differs from an empty one.
    package private(set) var secret: SecretBytes?

    package init(
        reference: PersistentReference, revision: Int64, accessGroup: String,
        protection: ProtectionClass, synchronizable: Bool, isTombstone: Bool,
        attributes: [Attribute: AttributeValue], secret: SecretBytes?
    ) {
        self.reference = reference
        self.revision = revision
        self.accessGroup = accessGroup
        self.protection = protection
        self.synchronizable = synchronizable
        self.isTombstone = isTombstone
        self.attributes = attributes
        self.secret = secret
    }

    package var itemClass: ItemClass { reference.itemClass }

    /// The modification date in seconds since 2001-01-01 00:00 UTC; without one, earlier than any date.
    package var modified: Double { attributes[.modificationDate]?.seconds ?? -.infinity }
}

extension ArchivedItem {
    /// Encodes all but the secret, as the CBOR array
    /// ["item", class, reference, revision, group, protection class, synchronizable, tombstone,
    /// plaintext of the metadata box].
    package func encodedHead() -> [UInt8] {
        let metadata = MetadataPlaintext(hasSecret: secret != nil, attributes: attributes)
        return CanonicalCBOR.array([
            .text("item"), .text(itemClass.rawValue), .data(reference.uuid), .integer(revision),
            .text(accessGroup), .text(protection.rawValue), .boolean(synchronizable),
            .boolean(isTombstone), .data(metadata.encoded()),
        ])
    }

    /// A head before its secret was read.
    struct Head {
        let item: ArchivedItem
        let hasSecret: Bool

        /// Reads what ``encodedHead()`` wrote, after its first element.
        init(
            _ decoder: inout CanonicalCBOR.Decoder, count: Int
        ) throws(CanonicalCBOR.Malformed) {
            guard count == 9, let itemClass = ItemClass(rawValue: try decoder.text()),
                ItemClass.stored.contains(itemClass)
            else { throw CanonicalCBOR.Malformed() }
            let uuid = try decoder.data()
            let revision = try decoder.integer()
            let group = try decoder.text()
            // Items of a class that needs a passcode never leave the device.
            guard uuid.count == 16, revision >= 1, revision < 1 << 62,
                let protection = ProtectionClass(rawValue: try decoder.text()),
                protection != .whenPasscodeSetThisDeviceOnly
            else { throw CanonicalCBOR.Malformed() }
            let synchronizable = try decoder.boolean()
            let isTombstone = try decoder.boolean()
            let metadata = try MetadataPlaintext(try decoder.data())
            hasSecret = metadata.hasSecret
            item = ArchivedItem(
                reference: PersistentReference(itemClass: itemClass, uuid: uuid),
                revision: revision, accessGroup: group, protection: protection,
                synchronizable: synchronizable, isTombstone: isTombstone,
                attributes: metadata.attributes, secret: nil)
        }
    }

    /// Returns the same item with a secret, which is read after the rest.
    func with(secret: SecretBytes?) -> ArchivedItem {
        var item = self
        item.secret = secret
        return item
    }
}
