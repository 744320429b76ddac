import SwiftKeychainModel
import SwiftKeychainSystem

extension Keybag {
    /// Digests a value for the column of `description`, 16 bytes.
    ///
    /// Two values have one digest when their comparison bytes are the same and their columns share
    /// a domain; without the index key a digest tells nothing more.
    public func digest(_ value: AttributeValue, of description: AttributeDescription) -> [UInt8] {
        let bytes = description.comparisonBytes(value)
        return keys.withKey(WorkingKeys.domain(description)) { KeyedHash.digest(bytes, under: $0) }
    }

    /// Digests the attributes of an item, one entry per digest column of its class.
    ///
    /// An absent attribute of the primary key is digested as its default, or as empty where it has
    /// none; any other absent attribute gives nil.
    public func digests(
        of attributes: [Attribute: AttributeValue], in itemClass: ItemClass
    ) -> [[UInt8]?] {
        zip(itemClass.attributes.digestColumns, WorkingKeys.columns(of: itemClass)).map {
            description, slot in
            if attributes[description.attribute] == nil && !description.isPrimaryKey { return nil }
            let bytes = Self.comparisonBytes(of: description, in: attributes)
            return keys.withKey(slot) { KeyedHash.digest(bytes, under: $0) }
        }
    }

    /// Digests what makes an item unique, 16 bytes: class, access group, synchronizable and every
    /// attribute of the primary key, as one CBOR array so that no two tuples share their bytes.
    public func primaryKey(
        itemClass: ItemClass, accessGroup: String, synchronizable: Bool,
        attributes: [Attribute: AttributeValue]
    ) -> [UInt8] {
        let columns = itemClass.attributes.primaryKey
        var encoder = CanonicalCBOR.Encoder()
        encoder.array(3 + columns.count)
        encoder.text(itemClass.rawValue)
        encoder.text(accessGroup)
        encoder.boolean(synchronizable)
        for description in columns {
            encoder.data(Self.comparisonBytes(of: description, in: attributes))
        }
        let message = encoder.bytes
        return keys.withKey(.primaryKey) { KeyedHash.digest(message, under: $0) }
    }

    private static func comparisonBytes(
        of description: AttributeDescription, in attributes: [Attribute: AttributeValue]
    ) -> [UInt8] {
        let value = attributes[description.attribute] ?? description.defaultValue
        return value.map { description.comparisonBytes($0) } ?? []
    }
}
