// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// The internet passwords that helpers share with other programs.
///
/// Programs that store internet passwords by the same attributes find these items, and the helpers find theirs.
package enum StoredCredential {
    /// Returns the internet passwords with these attributes in the keychains that are searched, the
    /// oldest first.
    ///
    /// - Parameters:
    ///   - isToStore: whether the match is to be changed, so that of all failures only that of a locked keychain, which may
    ///     have it, counts.
    ///   - matches: whether an item with the attributes is one that is wanted.
    /// - Throws: the failure of a keychain if none before it has a match, or none at all.
    package static func find(
        _ attributes: [Attribute: AttributeValue], isToStore: Bool = false,
        where matches: (Item) -> Bool = { _ in true }
    ) throws(KeychainError) -> [FoundItem] {
        let query = try Query(.internetPassword, Query.Conditions(attributes, limit: .all))
        let (found, failures) = SearchList.standard.search(stopsAtLocked: true) {
            try $0.find(query, returning: .attributes).filter(matches)
        }
        let failure = failures.last { !isToStore || $0.code == .interactionNotAllowed }
        if found.isEmpty, let failure { throw failure }
        return found
    }

    /// Stores a secret.
    ///
    /// - Parameters:
    ///   - present: the item to change; nil, or one that was deleted meanwhile, for the one of the default keychain that
    ///     has `key`, or a new one.
    ///   - key: the attributes of the primary key that don't change.
    ///   - changes: the other attributes that the item gets.
    ///   - label: the label of a new item.
    package static func store(
        _ secret: SecretBytes, in present: FoundItem?, else key: [Attribute: AttributeValue],
        _ changes: [Attribute: AttributeValue] = [:], label: AttributeValue
    ) throws(KeychainError) {
        let change = try Change(changes, secret: secret)
        if let present,
            try unlessDeleted({ () throws(KeychainError) in
                try present.keychain.update(present.query, change)
            }) != nil
        {
            return
        }
        var attributes = key.merging(changes) { $1 }
        attributes[.label] = label
        try Keychain.default.put(
            NewItem(.internetPassword, attributes: attributes, secret: secret),
            orUpdate: Query(.internetPassword, Query.Conditions(key, limit: .one)), change)
    }

    /// Reads the first of these items that is still there, as it is now; nil without one.
    package static func read(
        _ found: [FoundItem]
    ) throws(KeychainError) -> (item: Item, secret: SecretBytes)? {
        for match in found {
            // Both in one call: another process may change the account and the secret.
            let item = try unlessDeleted { () throws(KeychainError) in
                try match.read([.attributes, .secret])
            }
            if let item { return (item, item.secret ?? SecretBytes(copying: EmptyCollection())) }
        }
        return nil
    }

    /// Deletes an item, unless another process has changed or deleted it since it was found.
    package static func delete(_ found: FoundItem) throws(KeychainError) {
        _ = try unlessDeleted { () throws(KeychainError) in
            try found.keychain.delete(found.unchanged)
        }
    }

    /// Returns what `body` returns; nil if another process has deleted the item.
    private static func unlessDeleted<Result>(
        _ body: () throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result? {
        do throws(KeychainError) {
            return try body()
        } catch {
            if error.code == .itemNotFound { return nil }
            throw error
        }
    }
}
