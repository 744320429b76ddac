// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// The query of an ``ItemRequest``, for one keychain after the other.
struct ItemQuery {
    let query: Query
    let match: CertificateMatch?
    let authentication: Authentication
    private let itemClass: ItemClass?
    private let conditions: Query.Conditions

    init(
        _ itemClass: ItemClass?, _ conditions: Query.Conditions, _ match: CertificateMatch?,
        _ authentication: Authentication
    ) throws(KeychainError) {
        query = try Query(itemClass, conditions)
        self.itemClass = itemClass
        self.conditions = conditions
        self.match = match
        self.authentication = authentication
    }

    /// The classes of the items that can be found.
    var classes: Set<ItemClass> { Set([query.itemClass].compactMap(\.self)) }

    /// The keychains that are searched.
    var keychains: [Keychain] { SearchList.standard.keychains }

    /// Returns the query with another limit, or with its own if `limit` is nil.
    private func query(limit: Query.Limit?) throws(KeychainError) -> Query {
        guard let limit else { return query }
        var conditions = conditions
        conditions.limit = limit
        return try Query(itemClass, conditions)
    }

    /// Calls `body` for one keychain after the other until the limit is reached.
    func forEachKeychain(
        _ body: (Keychain, Query) throws(KeychainError) -> Int
    ) throws(KeychainError) {
        let named = query.references.map { Set($0).count }
        try SearchList.standard.find(limit: query.limit ?? .all, named: named) {
            keychain, rest throws(KeychainError) in
            try body(keychain, try query(limit: rest))
        }
    }

    /// Returns all matches, without opening those that require authentication.
    func all(in keychain: Keychain) throws(KeychainError) -> [Item] {
        // Without parts to return, the search doesn't ask the user.
        try keychain.find(
            try query(limit: .all), matching: match, returning: [], asking: authentication)
    }

    /// Counts the items that match or may match, without opening any.
    func countCandidates(in keychain: Keychain) throws(KeychainError) -> Int {
        try keychain.countCandidates(try query(limit: .all))
    }

    /// Returns `items` with their attributes; those that require authentication are left out.
    func read(_ items: [Item], in keychain: Keychain) throws(KeychainError) -> [Item] {
        var conditions = Query.Conditions()
        conditions.itemList = items.map(\.reference)
        conditions.synchronizable = .any
        conditions.limit = .all
        var skipping = authentication
        skipping.policy = .skip
        return try keychain.find(
            Query(itemClass, conditions), returning: .attributes, asking: skipping)
    }

    /// Returns the matches that require authentication, without opening them; nil if the keychain
    /// can't be searched.
    func constrainedItems(in keychain: Keychain) -> [Item]? {
        do throws(KeychainError) {
            return try all(in: keychain).filter(\.accessControl.isConstrained)
        } catch {
            return error.code == .itemNotFound ? [] : nil
        }
    }
}
