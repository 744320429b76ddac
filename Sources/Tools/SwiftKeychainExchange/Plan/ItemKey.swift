// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// What makes an item unique among those of one access group that are synchronizable, or that aren't.
///
/// Programs store a protocol as text or as a number, the default authentication type or none, and version 0.2.0 stored an
/// IPv6 address in brackets; each must make the same key.
struct ItemKey: Hashable {
    let itemClass: ItemClass
    private let values: [[UInt8]]

    init(_ item: NewItem) { self.init(item.itemClass) { item.attributes[$0] } }

    init(_ item: Item) { self.init(item.itemClass) { item[$0] } }

    /// Makes the key of the values of the primary key's attributes, each as bytes, so that a number and its four
    /// characters are equal.
    private init(_ itemClass: ItemClass, _ value: (Attribute) -> AttributeValue?) {
        self.itemClass = itemClass
        values = itemClass.attributes.primaryKey.map { description in
            let value = value(description.attribute) ?? description.defaultValue
            if description.attribute == .server, let server = value?.text {
                return Array(server.withoutBrackets.utf8)
            }
            // A code equals its four characters.
            let number = value?.integer ?? 0
            let code =
                number == 0 ? [] : [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
            let bytes = value?.bytes ?? code
            let isDefault =
                description.attribute == .authenticationType && bytes == Array("dflt".utf8)
            return isDefault ? [] : bytes
        }
    }
}
