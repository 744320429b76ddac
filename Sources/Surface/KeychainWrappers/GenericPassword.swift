// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Attributes and values, as the functions of `Security` take them.
typealias Attributes = [CFString: Any]

/// The calls that all wrappers need, each on one generic password: the oldest that a query finds.
enum GenericPassword {
    /// Returns the secret of the item that `query` finds; nil when there is no item or no secret.
    static func secret(of query: Attributes) throws(WrapperError) -> NSData? {
        var query = query
        query[kSecReturnData] = kCFBooleanTrue
        return try copy(query) as? NSData
    }

    /// Returns the attributes of the item that `query` finds; nil when there is no item.
    static func attributes(of query: Attributes) throws(WrapperError) -> [String: Any]? {
        var query = query
        query[kSecReturnAttributes] = kCFBooleanTrue
        return try copy(query) as? [String: Any]
    }

    private static func copy(_ query: Attributes) throws(WrapperError) -> CFTypeRef? {
        var result: CFTypeRef?
        let status = SecItemCopyMatching(limited(query), &result)
        if status == errSecItemNotFound { return nil }
        try WrapperError.check(status)
        return result
    }

    /// Changes the item that `query` finds, or adds one: the old value stays until the new one is
    /// stored.
    ///
    /// Another process may add or delete the item between two steps; the steps are then repeated.
    ///
    /// - Throws: `errSecDuplicateItem` when an item that `query` does not find has the primary key
    ///   of the new one.
    static func store(
        _ change: Attributes, in query: Attributes, orAdd item: Attributes
    ) throws(WrapperError) {
        var status = errSecSuccess
        for _ in 1...3 {
            status = SecItemUpdate(limited(query), change as CFDictionary)
            guard status == errSecItemNotFound else { break }
            status = SecItemAdd(item as CFDictionary, nil)
            guard status == errSecDuplicateItem else { break }
        }
        try WrapperError.check(status)
    }

    /// Deletes the item that `query` finds; it is no error if there is none.
    static func delete(_ query: Attributes) throws(WrapperError) {
        let status = SecItemDelete(limited(query))
        if status != errSecItemNotFound { try WrapperError.check(status) }
    }

    private static func limited(_ query: Attributes) -> CFDictionary {
        query.merging([kSecMatchLimit: kSecMatchLimitOne]) { _, one in one } as CFDictionary
    }
}
