// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// The request that a dictionary given to SecItemDelete makes.
package struct DeleteRequest: Sendable {
    package let search: ItemSearch
    package let searchList: SearchList

    /// Reads the dictionary that describes the items to delete.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``QueryDictionary``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try QueryDictionary(dictionary, for: .delete)
        search = try ItemSearch(read)
        searchList = read.searchList
    }

    package var query: Query { search.query }
}

extension DeleteRequest {
    /// Deletes the items.
    ///
    /// - Throws: `itemNotFound` when no keychain has an item; any other error of
    ///   ``Keychain/delete(_:matching:)`` at once.
    package func perform() throws(KeychainError) {
        let search = try search.limited(in: searchList)
        try searchList.find(limit: query.limit ?? .all, named: search.namedCount) {
            keychain, rest in
            try keychain.delete(
                try search.query(in: keychain, limit: rest), matching: search.match,
                asking: search.asking)
        }
    }
}
