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
    ///   - present: the item to change; nil for the one of the default keychain that has `key`, or a new one.
    ///   - key: the attributes of the primary key.
    ///   - label: the label of a new item.
    package static func store(
        _ secret: SecretBytes, in present: FoundItem?, else key: [Attribute: AttributeValue],
        label: AttributeValue
    ) throws(KeychainError) {
        let change = try Change([:], secret: secret)
        if let present {
            _ = try present.keychain.update(present.query, change)
            return
        }
        let item = try NewItem(
            .internetPassword, attributes: key.merging([.label: label]) { $1 }, secret: secret)
        try Keychain.default.put(
            item, orUpdate: Query(.internetPassword, Query.Conditions(key)), change)
    }
}
