import Foundation
import KeychainModel

/// Holds what the two dictionaries given to SecItemUpdate ask for.
package struct UpdateRequest: Sendable {
    package let query: Query
    package let change: Change
    package let locations: [KeychainLocation]

    /// Reads the dictionary that says which items to update, and the one that says how.
    ///
    /// - Throws: the error of the highest rank the dictionaries have, the query's first.
    package init(
        _ dictionary: NSDictionary, _ attributes: NSDictionary
    ) throws(KeychainError) {
        let read = try ReadDictionary(dictionary, for: .update)
        query = try read.query()
        locations = read.locations
        let changes = try ReadChanges(attributes)
        if let itemClass = changes.itemClass, !query.allClasses.isSubset(of: [itemClass]) {
            throw KeychainError(.parameter, "kSecClass: the class of an item cannot be changed")
        }
        change = try Change(changes.attributes, secret: changes.secret)
        // Told at once, whether or not an item will be found.
        for itemClass in query.allClasses { try change.check(for: itemClass) }
    }

    /// Updates in one keychain after the other.
    ///
    /// - Throws: `itemNotFound` when no keychain has an item; any other error of `update` at once.
    package func perform(
        _ update: (KeychainLocation, Query, Change) throws(KeychainError) -> Int
    ) throws(KeychainError) {
        try query.forEach(of: locations, standard: .all) { location, query throws(KeychainError) in
            try update(location, query, change)
        }
    }
}

extension Query {
    /// The classes of the items this query can find.
    fileprivate var allClasses: Set<ItemClass> {
        if let itemClass { return [itemClass] }
        return Set((itemList ?? []).map(\.itemClass))
    }
}
