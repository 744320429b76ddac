import Foundation
import SwiftKeychainModel

/// Holds what the two dictionaries given to SecItemUpdate ask for.
package struct UpdateRequest: Sendable {
    package let search: ItemSearch
    package let change: Change
    package let locations: [KeychainLocation]

    /// Reads the dictionary that says which items to update, and the one that says how.
    ///
    /// - Throws: the error of the highest rank the dictionaries have, the query's first.
    package init(
        _ dictionary: NSDictionary, _ attributes: NSDictionary
    ) throws(KeychainError) {
        let read = try ReadDictionary(dictionary, for: .update)
        search = try read.search()
        locations = read.locations
        let changes = try ReadChanges(attributes)
        if let itemClass = changes.itemClass, !search.classes.isSubset(of: [itemClass]) {
            throw KeychainError(.parameter, "kSecClass: the class of an item cannot be changed")
        }
        change = try Change(changes.attributes, secret: changes.secret)
        // Told at once, whether or not an item will be found.
        for itemClass in search.classes { try change.check(for: itemClass) }
    }

    package var query: Query { search.query }

    /// Changes what the dictionaries mean.
    ///
    /// - Throws: `itemNotFound` when no keychain has an item; any other error of
    ///   ``Keychain/update(_:_:matching:)`` at once.
    package func perform() throws(KeychainError) {
        try perform { (location, query, change) throws(KeychainError) in
            try search.update(query, change, in: location)
        }
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
