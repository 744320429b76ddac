// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// An item of a list that matches a search, before it is read.
struct ListedItem: Sendable {
    /// The place in the list.
    let place: Int
    let keychain: Keychain
    let reference: PersistentReference
    /// The item made of an object that is in no keychain; nil for a stored one.
    var unstored: LocatedItem?
}

// The order of a list runs across keychains, so which items come before a limit is known only after a search of all of them.
// That search reads nothing of the items and asks no one.
extension ItemSearch {
    /// Returns the search among the items of its lists that come before its limit; the same search if the limit leaves
    /// out none, or each keychain can apply it.
    ///
    /// - Throws: as ``listed(in:)``.
    func limited(in searchList: SearchList) throws(KeychainError) -> ItemSearch {
        guard query.itemList != nil, let limit = query.count(standard: .all),
            searchList.keychains.count > 1
        else { return self }
        let listed = try listed(in: searchList).items
        return listed.count > limit ? among(listed.prefix(limit)) : self
    }

    /// Finds the items that match, or may match and are locked, in the order of the first list.
    ///
    /// - Returns: also the places of the elements that are stored in a keychain, whether or not they match.
    /// - Throws: as ``Keychain/find(_:matching:returning:)``, except for what is locked and when nothing matches.
    func listed(
        in searchList: SearchList
    ) throws(KeychainError) -> (items: [ListedItem], stored: Set<Int>) {
        var items: [ListedItem] = []
        var elements: Set<Int> = []
        let search = { (keychain: Keychain, _: Query.Limit?) in
            let stored = try stored(in: keychain)
            var places: [PersistentReference: Int] = [:]
            for (place, references) in stored[0].enumerated() where !references.isEmpty {
                elements.insert(place)
                for reference in references where places[reference] == nil {
                    places[reference] = place
                }
            }
            let found = try candidates(
                try query(in: keychain, stored, limit: .all), in: keychain)
            for reference in found {
                // A locked identity is found as its certificate.
                let listed =
                    places[reference] == nil
                    ? PersistentReference(itemClass: .identity, uuid: reference.uuid) : reference
                items.append(
                    ListedItem(
                        place: places[listed] ?? .max, keychain: keychain, reference: listed))
            }
            return found.count
        }
        try KeychainError.unlessMissing {
            try searchList.find(limit: .all, named: namedCount, search)
        }
        return (items.sorted { $0.place < $1.place }, elements)
    }

    private func candidates(
        _ query: Query, in keychain: Keychain
    ) throws(KeychainError) -> [PersistentReference] {
        if match != nil {
            return try keychain.find(query, matching: match, returning: [], asking: asking)
                .map(\.reference)
        }
        let found = try keychain.candidates(query, returning: [])
        return (found.items + found.locked).map(\.reference)
    }
}
