// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

extension ItemClass {
    /// Returns the bytes that identify an item: the CBOR array [class, access group, synchronizable, comparison bytes of
    /// each attribute of the primary key…], so that no two tuples have the same bytes.
    package func primaryKeyBytes(
        accessGroup: String, synchronizable: Bool, attributes: [Attribute: AttributeValue]
    ) -> [UInt8] {
        let columns = self.attributes.primaryKey
        var encoder = CanonicalCBOR.Encoder()
        encoder.array(3 + columns.count)
        encoder.text(rawValue)
        encoder.text(accessGroup)
        encoder.boolean(synchronizable)
        for description in columns { encoder.data(description.comparisonBytes(in: attributes)) }
        return encoder.bytes
    }
}

extension AttributeDescription {
    /// Returns the bytes of an item's attribute that are compared and digested: those of its default if it is absent.
    package func comparisonBytes(in attributes: [Attribute: AttributeValue]) -> [UInt8] {
        (attributes[attribute] ?? defaultValue).map { comparisonBytes($0) } ?? []
    }
}
