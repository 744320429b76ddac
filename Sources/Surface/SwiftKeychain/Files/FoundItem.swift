// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// An item and the keychain in which it was found.
package struct FoundItem: Sendable {
    package let item: Item
    package let keychain: Keychain

    package init(item: Item, keychain: Keychain) {
        self.item = item
        self.keychain = keychain
    }

    /// The query for the item alone, by its reference.
    package var query: Query {
        get throws(KeychainError) { try Query(nil, .named([item.reference])) }
    }

    /// The query for the item as it was found: each change gives an item a later date.
    package var unchanged: Query {
        get throws(KeychainError) {
            var conditions = Query.Conditions.named([item.reference])
            conditions.attributes[.modificationDate] = item[.modificationDate]
            return try Query(nil, conditions)
        }
    }

    /// Reads other parts of the item.
    package func read(_ parts: Item.Parts) throws(KeychainError) -> Item {
        try keychain.find(query, returning: parts)[0]
    }

    /// Reads the secret; an empty one if the item has none.
    package func secret() throws(KeychainError) -> SecretBytes {
        try read(.secret).secret ?? SecretBytes(copying: EmptyCollection())
    }

    /// Deletes the item; for an identity also the private key.
    package func delete() throws(KeychainError) { _ = try keychain.delete(query) }
}

extension SearchList {
    /// Searches one keychain after the other, until one has a match if only one is wanted.
    ///
    /// - Parameters:
    ///   - stopsAtLocked: whether to end at a keychain where what may match is locked, as always if only one match is
    ///     wanted: that of a later keychain isn't the first.
    ///   - find: returns the matches in a keychain, or throws keychain errors.
    /// - Returns: the items, the oldest of the first keychain first, and the failures but `itemNotFound`.
    package func search(
        onlyFirst: Bool = false, stopsAtLocked: Bool = false, _ find: (Keychain) throws -> [Item]
    ) -> (found: [FoundItem], failures: [KeychainError]) {
        var found: [FoundItem] = []
        var failures: [KeychainError] = []
        for keychain in keychains where !onlyFirst || found.isEmpty {
            do throws(KeychainError) {
                let items = try translating { try find(keychain) }
                found += items.map { FoundItem(item: $0, keychain: keychain) }
            } catch {
                if error.code == .itemNotFound { continue }
                failures.append(error)
                if onlyFirst || stopsAtLocked, error.code == .interactionNotAllowed { break }
            }
        }
        return (found, failures)
    }

    /// Returns the access groups of what `find` finds that this program lacks, in their order.
    package func otherGroups(_ find: (Keychain) throws -> [Item]) -> [String] {
        var groups: Set<String> = []
        for keychain in keychains {
            let items = (try? find(keychain.withEveryGroup)) ?? []
            groups.formUnion(items.map(\.accessGroup))
        }
        groups.subtract(Caller.ownGroups)
        // A match may have been left out for another reason.
        if let caller = try? Entitlements.current() { groups.subtract(caller.groups) }
        return groups.sorted()
    }
}

extension Query.Conditions {
    /// Makes conditions for items that are not synchronizable.
    package init(_ attributes: [Attribute: AttributeValue] = [:], limit: Query.Limit?) {
        self.init(attributes)
        self.limit = limit
    }

    /// Returns conditions that synchronizable items can meet as well as others.
    package static func anywhere(
        _ attributes: [Attribute: AttributeValue] = [:], limit: Query.Limit?
    ) -> Query.Conditions {
        var conditions = Query.Conditions(attributes, limit: limit)
        conditions.synchronizable = .any
        return conditions
    }

    /// Returns conditions that the items with some references meet.
    package static func named(_ references: [PersistentReference]) -> Query.Conditions {
        var conditions = Query.Conditions()
        conditions.references = references
        return conditions
    }
}
