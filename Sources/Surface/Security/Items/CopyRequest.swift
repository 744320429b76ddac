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
/// 3. A list (`kSecUseItemList`, `kSecMatchItemList`) that contains objects or is searched in several keychains is looked
///    up in all of them first. Its order is that of the results, and what comes before the limit is read.
/// 4. Objects are made of items last, only if a reference was requested.
///
/// What may surprise: a failure of one keychain fails the call at once, unless it only says that there is no such item.
package struct CopyRequest: Sendable {
    package let search: ItemSearch
    package let shape: ResultShape
    package let searchList: SearchList
    /// The authentication context that returned keys keep for each use.
    let carried: CarriedContext?

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
            try request.shape.store(request.items(), in: result, request.carried, making: make)
        }
    }

    /// Searches the keychains, and returns the items for the result.
    ///
    /// - Throws: `itemNotFound` when no keychain has such an item; any other error of
    ///   ``Keychain/find(_:matching:returning:)`` at once.
    package func items() throws(KeychainError) -> [LocatedItem] {
        if searchList.isStandard, search.isOneRequest,
            // Most users have no other keychain, and reading the search list would cost a second request.
            let alone = try Keychain.login.perform(
                .findAlone(
                    search.query, returning: shape.itemParts, skips: search.asking.policy == .skip),
                asking: search.asking)
        {
            return alone.map { LocatedItem($0, in: .login) }
        }
        if query.itemList != nil, search.hasObjectsInLists || searchList.keychains.count > 1 {
            return try listedItems()
        }
        return try foundItems(search, limit)
    }

    /// Searches the keychains one after the other, until the limit is reached.
    ///
    /// - Throws: as ``items()``.
    private func foundItems(
        _ search: ItemSearch, _ limit: Query.Limit
    ) throws(KeychainError) -> [LocatedItem] {
        var items: [LocatedItem] = []
        try searchList.find(limit: limit, named: search.namedCount) { keychain, rest in
            let found = try keychain.find(
                try search.query(in: keychain, limit: rest), matching: search.match,
                returning: shape.itemParts, asking: search.asking)
            items += found.map { LocatedItem($0, in: keychain) }
            return found.count
        }
        return items
    }
}

// Lists that contain objects, or whose order runs across keychains. If the search is confined to the list, objects that
// aren't stored are found too.
extension CopyRequest {
    /// Finds the items of lists, in the order of the first one, and reads those before the limit.
    private func listedItems() throws(KeychainError) -> [LocatedItem] {
        let (stored, places) = try search.listed(in: searchList)
        var listed = stored[...]
        if search.isConfined, search.lists.count == 1 {
            for (place, element) in search.lists[0].enumerated() where !places.contains(place) {
                if let object = element.object, let item = try unstored(object) {
                    listed.append(
                        ListedItem(
                            place: place, keychain: item.keychain, reference: item.item.reference,
                            unstored: item))
                }
            }
            listed.sort { $0.place < $1.place }
        }
        // The error for what is damaged.
        if listed.isEmpty { return try foundItems(search, limit) }
        let most = query.count(standard: .one) ?? .max
        var items: [LocatedItem] = []
        // Those that are left out, because they demand the user or don't match once opened, make room for others.
        while items.count < most, !listed.isEmpty {
            let first = listed.prefix(most - items.count)
            listed = listed.dropFirst(first.count)
            items += try read(first)
        }
        if items.isEmpty { throw KeychainError(.itemNotFound, "query: no item of the list") }
        return items
    }

    /// Reads items of a list, in their order.
    private func read(_ listed: ArraySlice<ListedItem>) throws(KeychainError) -> [LocatedItem] {
        let stored = listed.filter { $0.unstored == nil }
        let items = try KeychainError.unlessMissing {
            try foundItems(search.among(stored), .all)
        }
        let found = Dictionary(grouping: items ?? [], by: \.item.reference)
        var result: [LocatedItem] = []
        for one in listed {
            if let unstored = one.unstored {
                if shape.parts.contains(.data) { try unstored.item.checkReading() }
                result.append(unstored)
            } else if let item = found[one.reference]?.first(where: {
                $0.keychain == one.keychain
            }) {
                result.append(item)
            }
        }
        return result
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
        return item
    }
}
