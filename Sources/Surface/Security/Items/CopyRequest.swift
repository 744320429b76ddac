// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// The request that a dictionary given to SecItemCopyMatching makes.
///
/// The functions of SecItem are the surface of this module, and each is three steps. This type has them for a search;
/// the others (``AddRequest``, ``UpdateRequest``, ``DeleteRequest``) are built alike:
///
///     dictionary ── init ─▶ Query, match, shape, search list ── items() ─▶ items ── shape ─▶ the result for the caller
///
/// 1. A dictionary lives for one function. After ``init(_:)`` only typed values are passed on, and every key was
///    checked.
/// 2. The keychains of the search list are searched in their order until the limit is reached. The user's own keychain
///    alone, which is the usual case, costs one request.
/// 3. A list that contains objects (`kSecUseItemList`, `kSecMatchItemList`) is looked up object by object in each
///    keychain, and the order of the list is the order of the results.
/// 4. Objects are made of items last, only if a reference was requested.
///
/// What may surprise: a failure of one keychain fails the call at once, unless it only says that there is no such item.
package struct CopyRequest: Sendable {
    package let search: ItemSearch
    package let shape: ResultShape
    package let searchList: SearchList
    /// The authentication context that returned keys keep for each use.
    let carried: CarriedContext

    /// Reads the dictionary of a search.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``QueryDictionary``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try QueryDictionary(dictionary, for: .copy)
        search = try ItemSearch(read)
        searchList = read.searchList
        carried = read.use.carried
        let isArray = search.query.limit.map { $0 != .one } ?? false
        shape = ResultShape(read.returned, isArray: isArray)
    }

    package var query: Query { search.query }

    var limit: Query.Limit { query.limit ?? .one }
}

extension CopyRequest {
    /// Does the work of ``SecItemCopyMatching(_:_:)``, with dictionaries that `make` makes.
    package static func perform(
        _ query: NSDictionary, _ result: UnsafeMutablePointer<AnyObject?>?,
        making make: ResultShape.DictionaryMaker = NSDictionary.init(values:keys:)
    ) -> Int32 {
        LastError.status(of: "SecItemCopyMatching(_:_:)") {
            let request = try CopyRequest(query)
            request.shape.store(try request.items(), in: result, making: make)
        }
    }

    /// Searches the keychains, and returns the items for the result.
    ///
    /// - Throws: `itemNotFound` when no keychain has such an item; any other error of
    ///   ``Keychain/find(_:matching:returning:)`` at once.
    package func items() throws(KeychainError) -> [LocatedItem] {
        var items: [LocatedItem]
        if search.hasObjectsInLists {
            items = try listedItems()
        } else if searchList.isStandard, search.isOneRequest,
            // Most users have no other keychain, and reading the search list would cost a second request.
            let alone = try Keychain.login.findAlone(
                query, returning: shape.itemParts, asking: search.asking)
        {
            items = alone.map { LocatedItem($0, in: .login) }
        } else {
            items = try foundItems()
        }
        if shape.parts.contains(.reference) {
            for index in items.indices { items[index] = try items[index].withObject(carried) }
        }
        return items
    }

    /// Searches the keychains one after the other, until the limit is reached.
    ///
    /// - Throws: as ``items()``.
    private func foundItems() throws(KeychainError) -> [LocatedItem] {
        // The order of a list runs across keychains, so search all of them before applying the limit.
        let list = query.itemList.flatMap { searchList.keychains.count > 1 ? $0 : nil }
        var items: [LocatedItem] = []
        try searchList.find(limit: list == nil ? limit : .all, named: search.namedCount) {
            keychain, rest in
            let found = try keychain.find(
                try search.query(in: keychain, limit: list == nil ? rest : .all),
                matching: search.match, returning: shape.itemParts, asking: search.asking)
            items += found.map { LocatedItem($0, in: keychain) }
            return found.count
        }
        guard let list else { return items }
        let places = Dictionary(list.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        return limited(
            items.sorted {
                places[$0.item.reference] ?? .max < places[$1.item.reference] ?? .max
            })
    }

    private func limited(_ items: [LocatedItem]) -> [LocatedItem] {
        switch limit {
        case .one: Array(items.prefix(1))
        case .atMost(let count): Array(items.prefix(count))
        case .all: items
        }
    }
}

// Lists that contain objects: each object is looked up in every keychain. If the search is confined to the list,
// objects that aren't stored are found too.
extension CopyRequest {
    /// Finds the items of lists, in the order of the first one.
    private func listedItems() throws(KeychainError) -> [LocatedItem] {
        guard let first = search.lists.first else { return [] }
        var isStored = Array(repeating: false, count: first.count)
        var found: [(place: Int, item: LocatedItem)] = []
        try searchList.forEach(limit: .all) { (keychain, _) in
            let stored = try search.stored(in: keychain)
            var places: [PersistentReference: Int] = [:]
            for (place, references) in stored[0].enumerated() {
                isStored[place] = isStored[place] || !references.isEmpty
                for reference in references {
                    places[reference] = min(places[reference] ?? place, place)
                }
            }
            let items = try keychain.find(
                try search.query(in: keychain, stored, limit: .all), matching: search.match,
                returning: shape.itemParts, asking: search.asking)
            for item in items {
                found.append((places[item.reference] ?? .max, LocatedItem(item, in: keychain)))
            }
            return items.count
        }
        if search.isConfined, search.lists.count == 1 {
            for (place, element) in first.enumerated() where !isStored[place] {
                if let object = element.object, let item = try unstored(object) {
                    found.append((place, item))
                }
            }
        }
        if found.isEmpty { throw KeychainError(.itemNotFound, "query: no item of the list") }
        return limited(found.sorted { $0.place < $1.place }.map(\.item))
    }

    /// Makes an item of an object that isn't stored; nil when it doesn't match the search.
    private func unstored(_ object: ItemObject) throws(KeychainError) -> LocatedItem? {
        // A key whose item was deleted can't be returned.
        if case .key(let key) = object, key.stored != nil { return nil }
        let item = try LocatedItem(unstored: object)
        guard query.references == nil, query.matches(unstored: item.item) else { return nil }
        if let match = search.match,
            try !(searchList.keychains.first ?? .login).meets(item.item, match)
        {
            return nil
        }
        if shape.parts.contains(.data) { try item.item.checkReading() }
        return item
    }
}
