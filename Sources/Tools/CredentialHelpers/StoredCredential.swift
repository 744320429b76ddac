// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

/// The internet passwords that helpers share with other programs.
///
/// Programs that store internet passwords by the same attributes find these items, and the helpers find theirs.
package enum StoredCredential {
    /// Returns the internet passwords with these attributes in the keychains that are searched, the
    /// oldest first.
    ///
    /// - Throws: the failure of a keychain if no other one has a match.
    package static func find(
        _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> [FoundItem] {
        var conditions = Query.Conditions(attributes)
        conditions.limit = .all
        let query = try Query(.internetPassword, conditions)
        let (found, failures) = SearchList.standard.search {
            try $0.find(query, returning: .attributes)
        }
        if found.isEmpty, let failure = failures.last { throw failure }
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
}
