import Foundation
import SwiftKeychainModel

/// Holds what a dictionary given to SecItemDelete asks for.
package struct DeleteRequest: Sendable {
    package let search: ItemSearch
    package let locations: [KeychainLocation]

    /// Reads the dictionary that says which items to delete.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``ReadDictionary``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try ReadDictionary(dictionary, for: .delete)
        search = try read.search()
        locations = read.locations
    }

    package var query: Query { search.query }

    /// Deletes what the dictionary means.
    ///
    /// - Throws: `itemNotFound` when no keychain has an item; any other error of
    ///   ``Keychain/delete(_:matching:)`` at once.
    package func perform() throws(KeychainError) {
        try perform { (location, query) throws(KeychainError) in
            try search.delete(query, in: location)
        }
    }

    /// Deletes in one keychain after the other.
    ///
    /// - Throws: `itemNotFound` when no keychain has an item; any other error of `delete` at once.
    package func perform(
        _ delete: (KeychainLocation, Query) throws(KeychainError) -> Int
    ) throws(KeychainError) {
        try query.forEach(of: locations, standard: .all) { location, query throws(KeychainError) in
            try delete(location, query)
        }
    }
}
