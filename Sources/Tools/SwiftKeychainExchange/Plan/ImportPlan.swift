// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// What an import will store, compared with what the keychain contains.
///
/// An import is decided before it writes. The entries become items, those items are compared with the keychain by
/// primary key, and each entry gets one of three states. Then ``store(_:)`` stores all that was decided in one
/// transaction.
///
/// Two entries of a file with the same primary key and other contents are both imported: the second one gets a number
/// in its service or realm. The same entry twice is stored once.
package struct ImportPlan {
    /// How an entry relates to what is stored.
    package enum State: Sendable {
        /// At least one of its items is new, and none exists with other contents.
        case new
        /// All of it is stored already.
        case stored
        /// An item with its primary key is stored and differs.
        case differs
    }

    /// An entry and the items it becomes.
    package struct Step {
        package let entry: ExchangeEntry
        fileprivate let password: ItemKey
        package let state: State
        /// Those of its items that aren't stored as they are.
        package let items: [NewItem]
    }

    /// One step for each entry that isn't repeated and that items can hold, in the order of the file.
    package private(set) var steps: [Step] = []
    /// The certificates and private keys that aren't stored yet.
    package private(set) var keys: [NewItem] = []
    /// The number of those that are.
    package private(set) var storedKeys = 0
    /// What could not be read, and entries that are too large for an item or whose item requires the user: what the
    /// user loses with the file.
    package private(set) var faults: [ExchangeFault]
    /// The parts of entries that no item can hold.
    package let omissions: [ExchangeFault]
    /// The number of entries that the file repeats.
    package private(set) var repeated = 0

    private let keychain: Keychain

    /// Compares the entries of a file with the items of `keychain`. Changes nothing.
    ///
    /// - Throws: as ``Keychain/find(_:returning:asking:)``.
    package init(_ reading: ExchangeReading, in keychain: Keychain) throws(KeychainError) {
        self.keychain = keychain
        (faults, omissions) = (reading.faults, reading.omissions)
        var entries: [(entry: ExchangeEntry, items: [NewItem])] = []
        var numbered = NumberedItems()
        for entry in reading.entries {
            do throws(KeychainError) {
                guard let items = try numbered.items(of: entry) else {
                    repeated += 1
                    continue
                }
                entries.append((entry, items))
            } catch {
                faults.append(ExchangeFault(entry.place, error.detail))
            }
        }
        var others: [NewItem] = []
        for item in reading.keys {
            let label: [Attribute: AttributeValue] =
                item.label.map { $0.isEmpty ? [:] : [.label: .string($0)] } ?? [:]
            do throws(KeychainError) {
                if let certificate = item.certificate {
                    others.append(try NewItem.certificate(certificate, label))
                }
                if let key = item.key { others.append(try NewItem.key(key, label)) }
            } catch {
                faults.append(ExchangeFault(error.detail))
            }
        }
        for item in others where numbered.add(item) { keys.append(item) }
        let stored = try StoredItems(keychain, collidingWith: numbered.known)
        storedKeys = keys.count { stored.collides(with: $0) }
        keys.removeAll { stored.collides(with: $0) }
        for (entry, items) in entries {
            guard !items.contains(where: stored.isClosed) else {
                faults.append(
                    ExchangeFault(entry.place, "its item is stored already and requires the user"))
                continue
            }
            // Compared item by item, so that an entry with one new field stores only that field.
            var others: [NewItem] = []
            do throws(KeychainError) {
                for item in items { others.append(try stored.merged(item, of: entry, items[0])) }
            } catch {
                faults.append(ExchangeFault(entry.place, error.detail))
                continue
            }
            others.removeAll(where: stored.contains)
            let state: State =
                others.contains { stored.collides(with: $0) }
                ? .differs : others.isEmpty ? .stored : .new
            steps.append(
                Step(entry: entry, password: ItemKey(items[0]), state: state, items: others))
        }
    }

    /// Returns the number of entries in a state.
    package func count(_ state: State) -> Int { steps.count { $0.state == state } }

    /// What to do about entries that exist with other contents.
    package enum Collisions: Sendable {
        case replaced, skipped
    }

    /// Returns the entries that ``store(_:)`` stores.
    package func stored(_ collisions: Collisions) -> [Step] {
        steps.filter { $0.state == .new || $0.state == .differs && collisions == .replaced }
    }

    /// Returns the number of entries that are stored, and of their passwords by class, of further secrets and of keys,
    /// in words.
    package func summary(_ collisions: Collisions) -> String {
        let steps = stored(collisions)
        let certificates = keys.count { $0.itemClass == .certificate }
        let items = steps.flatMap(\.items)
        let internet = items.count { $0.itemClass == .internetPassword }
        let further = items.count { EntryPart.Owner(generic: $0.attributes[.generic]) != nil }
        let parts = [
            (internet, "internet password", "internet passwords"),
            (items.count - internet - further, "generic password", "generic passwords"),
            (further, "further secret", "further secrets"),
            (certificates, "certificate", "certificates"),
            (keys.count - certificates, "private key", "private keys"),
        ].filter { $0.0 > 0 }.map { count, one, many in "\(count) \(count == 1 ? one : many)" }
        let total = Self.entries(steps.count + keys.count)
        return parts.isEmpty ? total : "\(total) (\(parts.joined(separator: ", ")))"
    }

    /// Returns a number of entries in words.
    package static func entries(_ count: Int) -> String {
        "\(count) \(count == 1 ? "entry" : "entries")"
    }

    /// Stores the entries, all or none.
    ///
    /// - Throws: as ``Keychain/add(_:asking:)``; `duplicateItem` when another program stored one of the
    ///   new items meanwhile.
    package func store(_ collisions: Collisions) throws(KeychainError) {
        let steps = stored(collisions)
        let items = steps.flatMap(\.items) + keys
        guard !items.isEmpty else { return }
        // New items and those that differ travel in one call: an import that fails leaves the keychain as it was.
        let added = try keychain.add(
            items, duplicates: collisions == .replaced ? .replaced : .refused)
        let synced = Set(keychain.syncedItems.map { ItemKey($0) })
        let passwords = steps.flatMap { step in step.items.map { _ in step.password } }
        let parts = zip(passwords, added).filter { synced.contains($0.0) }.map(\.1.reference)
        if !parts.isEmpty { _ = try keychain.perform(.include(parts, true)) }
    }
}
