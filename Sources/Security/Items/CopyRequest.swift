import Foundation
import SwiftKeychainModel

/// Holds what a dictionary given to SecItemCopyMatching asks for.
package struct CopyRequest: Sendable {
    package let search: ItemSearch
    package let shape: ResultShape
    package let locations: [KeychainLocation]
    /// What keys that are given take along.
    private let carried: CarriedContext

    /// Reads the dictionary of a search.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``ReadDictionary``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try ReadDictionary(dictionary, for: .copy)
        search = try read.search()
        locations = read.locations
        carried = read.use.carried
        let isArray = search.query.limit.map { $0 != .one } ?? false
        shape = ResultShape(read.returned, isArray: isArray)
    }

    package var query: Query { search.query }

    /// Searches the keychains, and gives what the result is made of.
    ///
    /// - Throws: `itemNotFound` when no keychain has such an item; any other error of
    ///   ``Keychain/find(_:matching:returning:)`` at once.
    package func items() throws(KeychainError) -> [LocatedItem] {
        let found =
            search.hasObjectsInLists
            ? try listedItems()
            : try items { (location, query, parts) throws(KeychainError) in
                try search.find(query, in: location, returning: parts)
            }
        guard shape.parts.contains(.reference) else { return found }
        var items: [LocatedItem] = []
        for item in found { items.append(try item.withObject(carried)) }
        return items
    }

    /// Searches the keychains one after the other, until there are as many items as were asked for.
    ///
    /// - Throws: `itemNotFound` when no keychain has one; any other error of `find` at once.
    package func items(
        _ find: (KeychainLocation, Query, Item.Parts) throws(KeychainError) -> [Item]
    ) throws(KeychainError) -> [LocatedItem] {
        // The order of a list runs across keychains: all are asked before the limit counts.
        let ordersList = query.itemList != nil && locations.count > 1
        var items: [LocatedItem] = []
        try (ordersList ? query.with(limit: .all) : query).forEach(of: locations, standard: .one) {
            location, query throws(KeychainError) in
            let found = try find(location, query, shape.itemParts)
            items += found.map { LocatedItem($0, in: location) }
            return found.count
        }
        return ordersList ? inOrderOfList(items) : items
    }

    private func inOrderOfList(_ items: [LocatedItem]) -> [LocatedItem] {
        let places = Dictionary(
            (query.itemList ?? []).enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        let ordered = items.sorted {
            places[$0.item.reference] ?? .max < places[$1.item.reference] ?? .max
        }
        return limited(ordered)
    }

    /// Gives as many items as were asked for.
    func limited(_ items: [LocatedItem]) -> [LocatedItem] {
        switch query.limit ?? .one {
        case .one: Array(items.prefix(1))
        case .atMost(let count): Array(items.prefix(count))
        case .all: items
        }
    }
}
