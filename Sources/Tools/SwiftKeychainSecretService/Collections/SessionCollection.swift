// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSecretBus
import SwiftKeychainSystem
import Synchronization

/// The collection of items that are kept in locked memory, until the service ends.
final class SessionCollection: ItemCollection {
    private struct Entry {
        var revision: Int64
        var properties: SecretItem.Properties
        var secret: SecretBytes
        var created: UInt64
        var modified: UInt64

        /// What it takes of the memory of all items, about.
        var bytes: Int {
            secret.count + properties.attributes.encoded.count + (properties.label ?? "").utf8.count
                + properties.contentType.utf8.count + 256
        }

        func item(_ name: ItemIdentifier) -> SecretItem {
            SecretItem(
                name, revision: revision, properties, created: created, modified: modified)
        }
    }

    private struct Entries {
        /// In the order in which they were made.
        private(set) var list: [(name: ItemIdentifier, entry: Entry)] = []
        private var bytes = 0
        /// When an item was added, changed or removed last.
        private(set) var modified = SessionCollection.now
        /// The most bytes of all: they are in locked memory, and outlive their clients.
        private static let mostBytes = 64 << 20

        /// Returns the place of an item.
        ///
        /// - Throws: `itemNotFound`.
        func index(of name: ItemIdentifier) throws(KeychainError) -> Int {
            if let index = list.firstIndex(where: { $0.name == name }) { return index }
            throw KeychainError(.itemNotFound, "no such item")
        }

        /// Adds an entry, or puts it in the place of the one at an index.
        ///
        /// - Throws: `allocation` without room for it.
        mutating func put(
            _ entry: Entry, _ name: ItemIdentifier, at index: Int?
        ) throws(KeychainError) {
            let total = bytes - (index.map { list[$0].entry.bytes } ?? 0) + entry.bytes
            if total > Self.mostBytes {
                throw KeychainError(.allocation, "the session has room for \(Self.mostBytes) bytes")
            }
            bytes = total
            modified = SessionCollection.now
            if let index { list[index].entry = entry } else { list.append((name, entry)) }
        }

        mutating func remove(_ name: ItemIdentifier) throws(KeychainError) {
            let index = try index(of: name)
            bytes -= list[index].entry.bytes
            modified = SessionCollection.now
            list.remove(at: index)
        }
    }

    private let entries = Mutex(Entries())
    private let start = SessionCollection.now

    let name = CollectionName.session
    /// None, as with gnome-keyring: KWallet offers each label as a wallet, and what is kept here ends with the service.
    let label = ""
    var dates: (created: UInt64, modified: UInt64) {
        (start, entries.withLock { $0.modified })
    }

    /// Seconds since 1970.
    private static var now: UInt64 {
        UInt64(max(0, SystemClock.absoluteTime() + SecretItem.epoch))
    }

    func isLocked() -> Bool { false }

    func items(with attributes: LookupAttributes?) -> FoundItems {
        let items = entries.withLock { entries in
            entries.list.filter { attributes.map($0.entry.properties.attributes.contains) ?? true }
                .map { $0.entry.item($0.name) }
        }
        return FoundItems(items: items)
    }

    func items(most: Int) -> FoundItems {
        FoundItems(items: Array(items(with: nil).items.prefix(most)))
    }

    func names(with attributes: LookupAttributes) -> FoundNames {
        FoundNames(items(with: attributes).items)
    }

    private func entry(_ name: ItemIdentifier) throws(KeychainError) -> Entry {
        try entries.withLock { (entries) throws(KeychainError) in
            entries.list[try entries.index(of: name)].entry
        }
    }

    /// Changes an entry, with its revision and date.
    private func change(
        _ name: ItemIdentifier, _ body: (inout Entry) -> Void
    ) throws(KeychainError) {
        try entries.withLock { (entries) throws(KeychainError) in
            let index = try entries.index(of: name)
            var entry = entries.list[index].entry
            body(&entry)
            entry.revision += 1
            entry.modified = Self.now
            try entries.put(entry, name, at: index)
        }
    }

    func item(_ name: ItemIdentifier) throws(KeychainError) -> SecretItem {
        try entry(name).item(name)
    }

    func secret(of name: ItemIdentifier) throws(KeychainError) -> (SecretItem, SecretSession.Secret)
    {
        let entry = try entry(name)
        let secret = SecretSession.Secret(
            value: entry.secret, contentType: entry.properties.contentType)
        return (entry.item(name), secret)
    }

    func create(
        _ properties: SecretItem.Properties, _ secret: SecretBytes, replaces: Bool
    ) throws(KeychainError) -> (item: SecretItem, isNew: Bool) {
        let now = Self.now
        let name = ItemIdentifier(itemClass: .genericPassword, uuid: RandomSource.system.bytes(16))
        return try entries.withLock { (entries) throws(KeychainError) in
            var new = Entry(
                revision: 1, properties: properties, secret: secret, created: now, modified: now)
            let same = entries.list.indices.filter { index in
                let entry = entries.list[index].1
                return replaces && !properties.attributes.pairs.isEmpty
                    && entry.properties.attributes.withoutGenericSchema
                        == properties.attributes.withoutGenericSchema
                    && entry.properties.application == properties.application
            }
            let exact = same.first {
                entries.list[$0].1.properties.attributes == properties.attributes
            }
            if let index = exact ?? same.first {
                let (name, former) = entries.list[index]
                new.revision = former.revision + 1
                new.created = former.created
                new.properties.label = properties.label ?? former.properties.label
                try entries.put(new, name, at: index)
                return (new.item(name), false)
            }
            try entries.put(new, name, at: nil)
            return (new.item(name), true)
        }
    }

    func delete(_ name: ItemIdentifier) throws(KeychainError) {
        try entries.withLock { (entries) throws(KeychainError) in try entries.remove(name) }
    }

    func set(_ secret: SecretSession.Secret, of name: ItemIdentifier) throws(KeychainError) {
        try change(name) {
            $0.secret = secret.value
            $0.properties.contentType = secret.contentType
        }
    }

    func set(label: String, of name: ItemIdentifier) throws(KeychainError) {
        try change(name) { $0.properties.label = label }
    }

    func set(_ attributes: LookupAttributes, of name: ItemIdentifier) throws(KeychainError) {
        try change(name) { $0.properties.attributes = attributes }
    }
}
