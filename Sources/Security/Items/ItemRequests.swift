import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// The request that a dictionary given to SecItemCopyMatching makes.
package struct CopyRequest: Sendable {
    package let search: ItemSearch
    package let shape: ResultShape
    package let searchList: SearchList
    /// What keys that are returned carry to each use.
    let carried: CarriedContext

    /// Reads the dictionary of a search.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``QueryDictionary``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try QueryDictionary(dictionary, for: .copy)
        search = try read.search()
        searchList = read.searchList
        carried = read.use.carried
        let isArray = search.query.limit.map { $0 != .one } ?? false
        shape = ResultShape(read.returned, isArray: isArray)
    }

    package var query: Query { search.query }

    var limit: Query.Limit { query.limit ?? .one }
}

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
        search = try read.search()
        searchList = read.searchList
        let changes = try UpdateDictionary(attributes)
        if let itemClass = changes.itemClass, !search.classes.isSubset(of: [itemClass]) {
            throw KeychainError(.parameter, "kSecClass: the class of an item cannot be changed")
        }
        change = try Change(changes.attributes, secret: changes.secret)
        // Checked at once, whether or not an item will be found.
        for itemClass in search.classes { try change.check(for: itemClass) }
    }

    package var query: Query { search.query }
}

/// The request that a dictionary given to SecItemDelete makes.
package struct DeleteRequest: Sendable {
    package let search: ItemSearch
    package let searchList: SearchList

    /// Reads the dictionary that describes the items to delete.
    ///
    /// - Throws: the error of the highest rank the dictionary has; see ``QueryDictionary``.
    package init(_ dictionary: NSDictionary) throws(KeychainError) {
        let read = try QueryDictionary(dictionary, for: .delete)
        search = try read.search()
        searchList = read.searchList
    }

    package var query: Query { search.query }
}
