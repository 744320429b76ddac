// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// An internet password that a helper found, and its keychain.
package struct StoredCredential {
    package let item: Item
    private let keychain: Keychain

    /// Returns the internet passwords with these attributes in the keychains that are searched, the
    /// oldest first.
    ///
    /// - Throws: the failure of a keychain if no other one has a match.
    package static func find(
        _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> [StoredCredential] {
        var conditions = Query.Conditions(attributes)
        conditions.limit = .all
        let query = try Query(.internetPassword, conditions)
        var found: [StoredCredential] = []
        var failure: KeychainError?
        try SearchList.standard.forEach(limit: .all, failed: { failure = $0 }) {
            (keychain, _) throws(KeychainError) in
            let items = try keychain.find(query, returning: .attributes)
            found += items.map { StoredCredential(item: $0, keychain: keychain) }
            return items.count
        }
        if found.isEmpty, let failure { throw failure }
        return found
    }

    /// Stores a secret in the default keychain: in the item with this primary key, or a new one.
    ///
    /// - Parameters:
    ///   - key: the attributes of the primary key.
    ///   - label: the label of a new item.
    ///   - relabels: whether an existing item gets the label too.
    package static func store(
        _ key: [Attribute: AttributeValue], label: AttributeValue, relabels: Bool,
        _ secret: SecretBytes
    ) throws(KeychainError) {
        let item = try NewItem(
            .internetPassword, attributes: key.merging([.label: label]) { $1 }, secret: secret)
        try Keychain.default.put(
            item, orUpdate: Query(.internetPassword, Query.Conditions(key)),
            Change(relabels ? [.label: label] : [:], secret: secret))
    }

    /// Returns the secret; an empty one if the item has none.
    package func secret() throws(KeychainError) -> SecretBytes {
        try keychain.find(query, returning: .secret)[0].secret
            ?? SecretBytes(copying: EmptyCollection())
    }

    /// Deletes the item, found by its reference.
    package func delete() throws(KeychainError) { _ = try keychain.delete(query) }

    /// The query for the item alone.
    private var query: Query {
        get throws(KeychainError) {
            var conditions = Query.Conditions()
            conditions.references = [item.reference]
            return try Query(nil, conditions)
        }
    }
}
