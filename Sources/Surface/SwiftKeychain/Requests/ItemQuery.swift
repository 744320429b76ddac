// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The query of an ``ItemRequest``, for one keychain after the other.
package struct ItemQuery {
    package let query: Query
    package let match: CertificateMatch?
    package let authentication: Authentication

    /// The classes of the items that can be found.
    package var classes: Set<ItemClass> { Set([query.itemClass].compactMap(\.self)) }

    /// The keychains that are searched.
    package var keychains: [Keychain] { searchList.keychains }

    private var searchList: SearchList {
        Keychain.areOfCards(query.given.attributes) ? SearchList([.cards]) : .standard
    }

    /// Returns the query with another limit, or with its own if `limit` is nil.
    private func query(limit: Query.Limit?) throws(KeychainError) -> Query {
        guard let limit else { return query }
        var conditions = query.given
        conditions.limit = limit
        return try Query(query.itemClass, conditions)
    }

    /// Calls `body` for one keychain after the other until the limit is reached. The limit counts over all keychains, so
    /// each gets what the ones before it left.
    ///
    /// - Returns: the sum of what `body` returns.
    @discardableResult
    package func forEachKeychain(
        _ body: (Keychain, Query) throws -> Int
    ) throws(KeychainError) -> Int {
        var count = 0
        let named = query.references.map { Set($0).count }
        try searchList.find(limit: query.limit ?? .all, named: named) {
            keychain, rest throws(KeychainError) in
            let query = try query(limit: rest)
            let found = try translating { try body(keychain, query) }
            count += found
            return found
        }
        return count
    }

    /// Returns all matches, without opening those that require authentication.
    package func all(in keychain: Keychain) throws(KeychainError) -> [Item] {
        // Without parts to return, the search doesn't ask the user.
        try keychain.find(
            try query(limit: .all), matching: match, returning: [], asking: authentication)
    }

    /// Counts the items that match or may match, without opening any.
    ///
    /// Items that don't open, because they are locked or damaged, count too, so there may be fewer matches.
    func countCandidates(in keychain: Keychain) throws(KeychainError) -> Int {
        try keychain.countCandidates(try query(limit: .all))
    }

    /// Returns `items` with their attributes; those that require authentication are left out.
    func read(_ items: [Item], in keychain: Keychain) throws(KeychainError) -> [Item] {
        var conditions = Query.Conditions.anywhere(limit: .all)
        conditions.itemList = items.map(\.reference)
        var skipping = authentication
        skipping.policy = .skip
        return try keychain.find(
            Query(query.itemClass, conditions), returning: .attributes, asking: skipping)
    }

    /// Returns the matches that require authentication, without opening them; nil if the keychain
    /// can't be searched.
    package func constrainedItems(in keychain: Keychain) -> [Item]? {
        do throws(KeychainError) {
            return try all(in: keychain).filter(\.accessControl.isConstrained)
        } catch {
            return error.code == .itemNotFound ? [] : nil
        }
    }
}
