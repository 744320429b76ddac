// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// The items of a file's entries, with a number in the primary key of every entry that would otherwise be the same
/// item as an earlier one.
///
///     a,https://example.org/,jane,1      number 1
///     b,https://example.org/,jane,2      number 2: other contents
///     b,https://example.org/,jane,2      repeated: left out
struct NumberedItems {
    /// The items so far, by primary key: the database would refuse a second one.
    private(set) var known: [ItemKey: NewItem] = [:]

    /// Returns the items of an entry, none of which is an item of an earlier entry.
    ///
    /// An entry is compared with all earlier ones of its name, so that a second import of the same file finds the same
    /// items again.
    ///
    /// - Returns: nil for an entry that was there before.
    /// - Throws: as ``EntryItems/init(_:number:)``.
    mutating func items(of entry: ExchangeEntry) throws(KeychainError) -> [NewItem]? {
        for number in 1... {
            let items = try EntryItems(entry, number: number).items
            let keys = items.map { ItemKey($0) }
            let earlier = keys.map { known[$0] }
            if earlier.allSatisfy({ $0 == nil }) {
                for (key, item) in zip(keys, items) { known[key] = item }
                return items
            }
            // An entry that lacks a part of an earlier one adds nothing.
            let isContained = zip(items, earlier).allSatisfy { item, earlier in
                earlier.map { Self.areSame($0, item) } ?? false
            }
            if isContained { break }
        }
        return nil
    }

    /// Adds a certificate or a key.
    ///
    /// - Returns: false if an item with its primary key is there already: a file may have one certificate for several
    ///   identities.
    mutating func add(_ item: NewItem) -> Bool {
        known.updateValue(item, forKey: ItemKey(item)) == nil
    }

    private static func areSame(_ one: NewItem, _ other: NewItem) -> Bool {
        one.itemClass == other.itemClass && one.attributes == other.attributes
            && one.secret == other.secret
    }
}
