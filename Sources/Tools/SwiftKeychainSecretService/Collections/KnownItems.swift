// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The items and lock states that were reported to clients.
final class KnownItems: Sendable {
    /// The revision of each item, which every change increases.
    typealias Revisions = [ItemIdentifier: Int64]

    struct Contents {
        /// The items of each collection; nil before they are listed for the first time.
        var items: [CollectionName: Revisions] = [:]
        var locked: [CollectionName: Bool] = [:]
        /// The paths of the collections; nil before they are listed for the first time.
        var collections: [String]?
        /// Counts the changes that the service itself made, at the end of each.
        var changes = 0
        /// The number of the service's changes that have begun and not ended.
        var running = 0
    }

    let contents = Mutex(Contents())

    /// Begins a change of the service. Until its end no list is taken: the list may have the change, and it would be
    /// reported twice.
    func beginChange() { contents.withLock { $0.running += 1 } }

    func endChange() {
        contents.withLock {
            $0.running -= 1
            $0.changes += 1
        }
    }

    /// Notes an item that the service made or changed.
    func note(_ item: SecretItem, in collection: CollectionName) {
        contents.withLock { $0.items[collection]?[item.name] = item.revision }
    }

    /// Notes an item that the service deleted.
    func forget(_ item: ItemIdentifier, in collection: CollectionName) {
        contents.withLock { $0.items[collection]?[item] = nil }
    }

    /// Notes a lock state; true if it differs from the one before.
    func note(isLocked: Bool, _ collection: CollectionName) -> Bool {
        contents.withLock {
            let former = $0.locked.updateValue(isLocked, forKey: collection)
            return former != nil && former != isLocked
        }
    }

    /// Takes a list of the collections, and returns the one before.
    func replace(collections: [String]) -> [String]? {
        contents.withLock { contents in
            defer { contents.collections = collections }
            return contents.collections
        }
    }

    /// The changes that the service made so far.
    var changes: Int { contents.withLock { $0.changes } }

    /// Takes a list of the items of a collection.
    ///
    /// - Parameters:
    ///   - isComplete: whether all items could be read. Else those that aren't in the list stay known.
    ///   - changes: those that the service had made before it listed the items.
    /// - Returns: how the items differ from those that were known; nil if the service changed some meanwhile.
    func replace(
        _ collection: CollectionName, by items: Revisions, isComplete: Bool, after changes: Int
    ) -> [(ItemIdentifier, SecretService.ItemChange)]? {
        contents.withLock { contents in
            guard contents.changes == changes, contents.running == 0 else { return nil }
            var items = items
            if !isComplete { items.merge(contents.items[collection] ?? [:]) { now, _ in now } }
            let former = contents.items.updateValue(items, forKey: collection)
            guard let former else { return [] }
            var differences: [(ItemIdentifier, SecretService.ItemChange)] = []
            for (name, revision) in items where former[name] != revision {
                differences.append((name, former[name] == nil ? .created : .changed))
            }
            for name in former.keys where items[name] == nil {
                differences.append((name, .deleted))
            }
            return differences
        }
    }
}
