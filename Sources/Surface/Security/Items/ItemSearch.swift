// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// The items that a dictionary describes: conditions that the store checks, conditions that need a
/// parsed certificate, and objects in memory that refer to stored items.
package struct ItemSearch: Sendable {
    /// The query, without references that must be looked up in a keychain.
    package let query: Query
    /// The treatment of items that demand the user.
    package let asking: Authentication
    /// The conditions on certificates, identities and keys that aren't attributes.
    package let match: CertificateMatch?
    private let itemClass: ItemClass?
    /// The conditions of ``query``.
    private let conditions: Query.Conditions
    /// The object of `kSecValueRef`; nil where that is a reference to something stored.
    private let object: ItemObject?
    /// The items that references name, besides the object; nil without such references.
    private let named: [PersistentReference]?
    /// The item lists; an item must be in all of them.
    let lists: [[ItemReference]]
    /// Whether only the items of the last list are searched, stored or not.
    let isConfined: Bool
    /// The items of the lists that an earlier step of the call chose, in their order; nil for all of them.
    private var chosen: [ListedItem]?

    /// Makes the search of a dictionary that searches, updates or deletes.
    ///
    /// - Throws: what ``Query`` throws; `parameter` without a class and without references.
    init(_ read: QueryDictionary) throws(KeychainError) {
        named = try read.references()
        itemClass = read.searchedClass
        object = read.reference.flatMap { $0.reference == nil ? $0.object : nil }
        lists = [read.match.itemList, read.use.itemList].compactMap(\.self)
        isConfined = read.use.itemList != nil
        asking = read.use.asking
        match = read.certificateMatch
        var conditions = Query.Conditions(read.attributes)
        conditions.comparison = read.match.comparison
        conditions.hostOrSubdomain = read.match.hostOrSubdomain
        conditions.limit = read.match.limit
        conditions.leavesTombstones = read.use.leavesTombstones
        // Until an object is looked up, it is stored nowhere.
        conditions.references = named ?? (object == nil ? nil : [])
        if !lists.isEmpty {
            conditions.itemList = Self.common(lists.map { $0.compactMap(\.reference) })
        }
        query = try Query(itemClass, conditions)
        self.conditions = conditions
    }

    /// Whether the lists contain objects, which must be looked up.
    var hasObjectsInLists: Bool {
        lists.contains { $0.contains { $0.reference == nil } }
    }

    /// Whether the query describes the items of every keychain, without a look at objects or certificates.
    var isOneRequest: Bool { object == nil && match == nil && !hasObjectsInLists }

    /// The number of items that persistent references name; nil where attributes or objects describe them.
    var namedCount: Int? {
        if let chosen { return chosen.count }
        if object != nil && named == nil || hasObjectsInLists { return nil }
        return (query.references ?? query.itemList).map { Set($0).count }
    }

    /// Makes the query for one keychain, with what the objects are stored as in it.
    ///
    /// - Parameter limit: the rest of the limit; nil for the whole.
    /// - Throws: as ``Keychain/find(_:returning:)``, but for `itemNotFound`.
    package func query(
        in keychain: Keychain, limit: Query.Limit? = nil
    ) throws(KeychainError) -> Query {
        let stored = hasObjectsInLists && chosen == nil ? try stored(in: keychain) : nil
        return try query(in: keychain, stored, limit: limit)
    }

    /// Makes the query for one keychain, in which the elements of the lists were looked up before; nil
    /// when the lists contain no objects.
    func query(
        in keychain: Keychain, _ stored: [StoredList]?, limit: Query.Limit?
    ) throws(KeychainError) -> Query {
        if object == nil, stored == nil, limit == nil, chosen == nil { return query }
        var conditions = conditions
        if let limit { conditions.limit = limit }
        if let object {
            let found = try object.references(in: keychain, query.conditions)
            conditions.references = named.map { named in found.filter(named.contains) } ?? found
        }
        if let stored { conditions.itemList = Self.common(stored.map { $0.flatMap { $0 } }) }
        if let chosen {
            conditions.itemList = chosen.filter { $0.keychain == keychain }.map(\.reference)
            conditions.limit = .all
        }
        return try Query(itemClass, conditions)
    }

    /// Returns the same search among items of its lists.
    func among(_ chosen: some Sequence<ListedItem>) -> ItemSearch {
        var search = self
        search.chosen = Array(chosen)
        return search
    }

    /// The items that each element of a list is stored as in one keychain.
    typealias StoredList = [[PersistentReference]]

    /// Looks up the elements of the lists.
    func stored(in keychain: Keychain) throws(KeychainError) -> [StoredList] {
        var found: [StoredList] = []
        for list in lists {
            var stored: StoredList = []
            for element in list {
                if let reference = element.reference {
                    stored.append([reference])
                } else {
                    stored.append(try element.object?.references(in: keychain) ?? [])
                }
            }
            found.append(stored)
        }
        return found
    }

    /// Returns the references that are in all lists, in the order of the first.
    private static func common(_ lists: [[PersistentReference]]) -> [PersistentReference] {
        guard let first = lists.first else { return [] }
        let others = lists.dropFirst().map(Set.init)
        return first.filter { reference in others.allSatisfy { $0.contains(reference) } }
    }
}
