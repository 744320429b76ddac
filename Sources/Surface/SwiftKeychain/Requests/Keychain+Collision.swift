// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSeam

extension Keychain {
    /// Returns the stored item with the primary key of a new one; nil if there is none.
    ///
    /// An attribute of the primary key without a value and without a default can't be a condition, so the items found
    /// are filtered for its absence.
    package func collision(of item: NewItem) throws(KeychainError) -> Item? {
        let caller = try Entitlements.current()
        var conditions = Query.Conditions(limit: .all)
        conditions.attributes[.accessGroup] = .string(item.accessGroup ?? caller.standardGroup)
        conditions.synchronizable = .only(item.synchronizable)
        var absent: [Attribute] = []
        for description in item.itemClass.attributes.primaryKey {
            let attribute = description.attribute
            if let value = item.attributes[attribute] ?? description.defaultValue {
                conditions.attributes[attribute] = value
            } else {
                absent.append(attribute)
            }
        }
        return try findAny(Query(item.itemClass, conditions), returning: [])
            .first { found in absent.allSatisfy { found[$0] == nil } }
    }
}
