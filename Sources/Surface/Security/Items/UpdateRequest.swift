// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// The request that the two dictionaries given to SecItemUpdate make.
package struct UpdateRequest: Sendable {
    package let search: ItemSearch
    package let change: Change
    package let searchList: SearchList

    /// Reads the dictionary that describes the items, and the one with their new values.
    ///
    /// - Throws: the error of the highest rank the dictionaries have, the query's first.
    package init(
        _ dictionary: NSDictionary, _ attributes: NSDictionary
    ) throws(KeychainError) {
        let read = try QueryDictionary(dictionary, for: .update)
        search = try ItemSearch(read)
        searchList = read.searchList
        let changes = try UpdateDictionary(attributes)
        if let itemClass = changes.itemClass, !read.classes.isSubset(of: [itemClass]) {
            throw KeychainError(.parameter, "kSecClass: the class of an item can't be changed")
        }
        change = try Change(changes.attributes, secret: changes.secret)
        // Checked now, even if no item is found.
        for itemClass in read.classes { try change.check(for: itemClass) }
    }

    package var query: Query { search.query }
}

extension UpdateRequest {
    /// Changes the items.
    ///
    /// - Throws: `itemNotFound` when no keychain has an item; any other error of
    ///   ``Keychain/update(_:_:matching:)`` at once.
    package func perform() throws(KeychainError) {
        if Keychain.areOfCards(change.attributes) { throw Keychain.cardsAreReadOnly }
        let search = try search.limited(in: searchList)
        try searchList.find(
            limit: query.limit ?? .all, named: search.namedCount,
            checking: { try countChangeable(search, $0, $1) }
        ) { keychain, rest in
            try keychain.update(
                try search.query(in: keychain, limit: rest), change, matching: search.match,
                asking: search.asking)
        }
    }

    /// Counts the items to change in a keychain, without asking the user.
    ///
    /// - Throws: `interactionNotAllowed` if one may be locked, `readOnly` if the keychain can't be
    ///   written.
    private func countChangeable(
        _ search: ItemSearch, _ keychain: Keychain, _ rest: Query.Limit?
    ) throws -> Int {
        let query = try search.query(in: keychain, limit: rest ?? query.limit ?? .all)
        let found = try keychain.find(
            query, matching: search.match, returning: [], asking: search.asking)
        guard try keychain.permissions().mayWrite else {
            throw KeychainError(.readOnly, "\(keychain.path): can only be read")
        }
        return found.count
    }
}
