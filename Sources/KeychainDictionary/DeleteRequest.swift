import Foundation
import KeychainModel

/// Holds what a dictionary given to SecItemDelete asks for.
package struct DeleteRequest: Sendable {
    package let query: Query
    package let locations: [KeychainLocation]

    /// Reads the dictionary that says which items to delete.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``ReadDictionary``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try ReadDictionary(dictionary, for: .delete)
        query = try read.query()
        locations = read.locations
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
