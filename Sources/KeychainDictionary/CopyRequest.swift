import Foundation
import KeychainModel

/// Holds what a dictionary given to SecItemCopyMatching asks for.
package struct CopyRequest: Sendable {
    package let query: Query
    package let shape: ResultShape
    package let locations: [KeychainLocation]

    /// Reads the dictionary of a search.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``ReadDictionary``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try ReadDictionary(dictionary, for: .copy)
        query = try read.query()
        locations = read.locations
        let isArray = query.limit.map { $0 != .one } ?? false
        shape = ResultShape(read.returned, isArray: isArray)
    }

    /// Searches the keychains one after the other, until there are as many items as were asked for.
    ///
    /// - Throws: `itemNotFound` when no keychain has one; any other error of `find` at once.
    package func items(
        _ find: (KeychainLocation, Query, Item.Parts) throws(KeychainError) -> [Item]
    ) throws(KeychainError) -> [Item] {
        var items: [Item] = []
        try query.forEach(of: locations, standard: .one) { location, query throws(KeychainError) in
            let found = try find(location, query, shape.itemParts)
            items += found
            return found.count
        }
        return items
    }
}
