// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSync
import SwiftKeychainSystem

/// What a device says of an item, with the item's contents.
package struct ItemRecord: Sendable {
    /// The version that this build can write into a row; a record that needs a greater one isn't applied.
    package static let understood: UInt64 = 1
    /// The length of the longest attributes and secret that a device sends, in bytes.
    package static let longest = 4 << 20

    package let itemClass: ItemClass
    package let accessGroup: String
    /// Whether programs asked for it. If not, the user did.
    package let synchronizable: Bool
    package let protection: ProtectionClass
    /// Greater than the version of the record that it replaces, whatever the clocks of both devices say.
    package let version: RecordVersion
    /// The versions by each device that the writer had seen: that of the replaced record, and those which it had seen.
    /// A version that isn't covered is concurrent; if it loses, the device that wrote it sets it aside.
    package let saw: [DeviceID: RecordVersion]
    /// `released` means that the user excluded the item: each device keeps it as an ordinary one.
    package let state: SyncRecord.State
    /// The attributes of the item's metadata box; of an item that isn't live those of its primary key.
    package let attributes: [Attribute: AttributeValue]
    /// nil for an item without a secret, which differs from an empty one. Also nil for an item that isn't live.
    package let secret: SecretBytes?
    /// The version that a build must have to write the item into a row.
    package let needs: UInt64

    /// Makes a record; one that isn't live keeps the attributes of its primary key alone.
    ///
    /// - Parameter needs: the version that the writer said; nil for a record of this device, whose version is found.
    /// - Precondition: the item may leave the device; see ``mayLeave(itemClass:accessGroup:protection:)``.
    package init(
        itemClass: ItemClass, accessGroup: String, synchronizable: Bool,
        protection: ProtectionClass, version: RecordVersion, saw: [DeviceID: RecordVersion],
        state: SyncRecord.State, attributes: [Attribute: AttributeValue], secret: SecretBytes?,
        needs: UInt64? = nil
    ) {
        precondition(
            Self.mayLeave(
                itemClass: itemClass, accessGroup: accessGroup, protection: protection))
        (self.itemClass, self.accessGroup) = (itemClass, accessGroup)
        (self.synchronizable, self.protection) = (synchronizable, protection)
        (self.version, self.saw, self.state) = (version, saw, state)
        let isLive = state == .live
        let primaryKey = Set(itemClass.attributes.primaryKey.map(\.attribute))
        self.attributes = isLive ? attributes : attributes.filter { primaryKey.contains($0.key) }
        self.secret = isLive ? secret : nil
        // Digests follow from lookup attributes, which older builds don't know.
        self.needs = needs ?? (attributes[.lookupAttributes] == nil ? 0 : 1)
    }

    /// Returns whether items of this kind are synchronized: passwords, of a class that isn't bound to the device, in any
    /// group but the keychain's own.
    package static func mayLeave(
        itemClass: ItemClass, accessGroup: String, protection: ProtectionClass
    ) -> Bool {
        itemClass.isPassword && PackKind(protection) != nil && !accessGroup.hasPrefix("keychain.")
    }

    /// What identifies the item on all devices.
    package var key: RecordKey {
        RecordKey(
            itemClass.primaryKeyBytes(
                accessGroup: accessGroup, synchronizable: synchronizable, attributes: attributes))
    }

    /// The item and its version, which identify a record.
    package struct Name: Hashable, Sendable {
        package let key: RecordKey
        package let version: RecordVersion

        package init(_ key: RecordKey, _ version: RecordVersion) {
            (self.key, self.version) = (key, version)
        }
    }

    package var name: Name { Name(key, version) }

    /// What the merge needs to know of it.
    package var summary: SyncRecord {
        SyncRecord(
            version: version, saw: saw, state: state,
            contents: state == .live
                ? Self.contents(protection: protection, attributes: attributes, secret: secret)
                : [],
            needsUnlock: PackKind(protection) == .whenUnlocked)
    }

    /// Returns a hash by which the contents of items are compared on one device; it isn't kept.
    package static func contents(
        protection: ProtectionClass, attributes: [Attribute: AttributeValue], secret: SecretBytes?
    ) -> [UInt8] {
        let metadata = MetadataPlaintext(hasSecret: secret != nil, attributes: attributes)
        let head = CanonicalCBOR.array([.text(protection.rawValue), .data(metadata.encoded())])
        return SecretTail.join(head, secret.map { [$0] } ?? []).withBytes { CircleHash.of($0) }
    }
}

extension ItemRecord {
    /// Writes all but the secret, of which only the length.
    func encode(to encoder: inout CanonicalCBOR.Encoder) {
        encoder.array(Self.fieldCount)
        encoder.text(itemClass.rawValue)
        encoder.text(accessGroup)
        encoder.boolean(synchronizable)
        encoder.text(protection.rawValue)
        encoder.version(version)
        encoder.versions(saw)
        encoder.text(state.rawValue)
        encoder.data(
            MetadataPlaintext(hasSecret: secret != nil, attributes: attributes).encoded())
        encoder.unsigned(UInt64(secret?.count ?? 0))
        encoder.unsigned(needs)
    }

    /// The length of the record in a pack, in bytes.
    var length: Int {
        var encoder = CanonicalCBOR.Encoder()
        encode(to: &encoder)
        return encoder.bytes.count + (secret?.count ?? 0)
    }

    private static let fieldCount = 10

    /// Reads what ``encode(to:)`` wrote after the head of its array, and the secret from those that follow the records.
    init(
        _ decoder: inout CanonicalCBOR.Decoder, count: Int, secrets: inout SecretTail
    ) throws(CanonicalCBOR.Malformed) {
        guard count == Self.fieldCount, let itemClass = ItemClass(rawValue: try decoder.text())
        else { throw CanonicalCBOR.Malformed() }
        let group = try decoder.text()
        let synchronizable = try decoder.boolean()
        guard let protection = ProtectionClass(rawValue: try decoder.text()),
            // A member that is hostile may write anything.
            Self.mayLeave(itemClass: itemClass, accessGroup: group, protection: protection)
        else { throw CanonicalCBOR.Malformed() }
        let version = try decoder.version()
        let saw = try decoder.versions()
        let name = try decoder.text()
        let metadata = try MetadataPlaintext(try decoder.data())
        let length = try decoder.unsigned()
        let needs = try decoder.unsigned()
        guard let state = SyncRecord.State(rawValue: name),
            metadata.hasSecret || length == 0, let secret = secrets.take(length)
        else { throw CanonicalCBOR.Malformed() }
        self.init(
            itemClass: itemClass, accessGroup: group, synchronizable: synchronizable,
            protection: protection, version: version, saw: saw, state: state,
            attributes: metadata.attributes,
            // An empty secret and no secret both have the length 0; the metadata distinguish them.
            secret: metadata.hasSecret ? secret : nil, needs: needs)
    }
}
