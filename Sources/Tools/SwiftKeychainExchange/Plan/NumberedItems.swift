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
    /// The highest number that each password has. Without it, a file with many entries of one name would try all
    /// numbers for each.
    private var numbers: [ItemKey: Int] = [:]
    /// The items of each entry as they would be with number 1, by a hash of their contents.
    private var entries: [Int: [[NewItem]]] = [:]

    /// Returns the items of an entry, none of which is an item of an earlier entry.
    ///
    /// An entry is compared with all earlier ones, whatever numbers these have, so that a second import of the same
    /// file finds the same items again.
    ///
    /// - Returns: nil for an entry that was there before.
    /// - Throws: as ``EntryItems/init(_:number:)``.
    mutating func items(of entry: ExchangeEntry) throws(KeychainError) -> [NewItem]? {
        var items = try EntryItems(entry).items
        let hash = Self.hash(items)
        let isRepeated = entries[hash, default: []].contains { earlier in
            earlier.count == items.count && zip(earlier, items).allSatisfy(Self.areSame)
        }
        if isRepeated { return nil }
        let own = ItemKey(items[0])
        let unnumbered = items
        var number = 1
        while true {
            let keys = items.map { ItemKey($0) }
            let earlier = keys.map { known[$0] }
            if earlier.allSatisfy({ $0 == nil }) {
                for (key, item) in zip(keys, items) { known[key] = item }
                numbers[own] = number
                entries[hash, default: []].append(unnumbered)
                return items
            }
            // An entry that lacks a part of an earlier one adds nothing.
            let isContained = zip(items, earlier).allSatisfy { item, earlier in
                earlier.map { Self.areSame($0, item) } ?? false
            }
            if isContained { return nil }
            number = max(number, numbers[own] ?? 1) + 1
            items = try EntryItems(entry, number: number).items
        }
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

    /// Returns a hash that lasts as long as this process.
    private static func hash(_ items: [NewItem]) -> Int {
        var hasher = Hasher()
        for item in items {
            hasher.combine(item.attributes)
            item.secret?.withBytes { hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }
}
