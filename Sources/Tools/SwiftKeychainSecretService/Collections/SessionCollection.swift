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
        let created: UInt64
        var modified: UInt64

        func item(_ name: ItemIdentifier) -> SecretItem {
            SecretItem(
                name, revision: revision, properties, created: created, modified: modified)
        }
    }

    /// In the order in which they were made.
    private let entries = Mutex<[(name: ItemIdentifier, entry: Entry)]>([])
    private let start = SessionCollection.now

    let name = CollectionName.session
    let label = "Session"
    var dates: (created: UInt64, modified: UInt64) {
        (start, entries.withLock { $0.map(\.entry.modified).max() } ?? start)
    }

    /// Seconds since 1970.
    private static var now: UInt64 {
        UInt64(max(0, SystemClock.absoluteTime() + SecretItem.epoch))
    }

    func isLocked() -> Bool { false }

    func items(with attributes: LookupAttributes?) -> [SecretItem] {
        entries.withLock { entries in
            entries.filter { attributes.map($0.entry.properties.attributes.contains) ?? true }
                .map { $0.entry.item($0.name) }
        }
    }

    func names(with attributes: LookupAttributes) -> FoundNames {
        FoundNames(items(with: attributes))
    }

    private static let absent = KeychainError(.itemNotFound, "no such item")

    /// Changes an entry, or reads it.
    private func with<Result>(
        _ name: ItemIdentifier, _ body: (inout Entry) -> Result
    ) throws(KeychainError) -> Result {
        let result: Result? = entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.name == name }) else { return nil }
            return body(&entries[index].entry)
        }
        guard let result else { throw Self.absent }
        return result
    }

    /// Changes an entry, with its revision and date.
    private func change(
        _ name: ItemIdentifier, _ body: (inout Entry) -> Void
    ) throws(KeychainError) {
        try with(name) { entry in
            body(&entry)
            entry.revision += 1
            entry.modified = Self.now
        }
    }

    func item(_ name: ItemIdentifier) throws(KeychainError) -> SecretItem {
        try with(name) { $0.item(name) }
    }

    func secret(of name: ItemIdentifier) throws(KeychainError) -> (SecretItem, SecretSession.Secret)
    {
        try with(name) {
            (
                $0.item(name),
                SecretSession.Secret(value: $0.secret, contentType: $0.properties.contentType)
            )
        }
    }

    func create(
        _ properties: SecretItem.Properties, _ secret: SecretBytes, replaces: Bool
    ) -> (item: SecretItem, isNew: Bool) {
        let now = Self.now
        let name = ItemIdentifier(uuid: RandomSource.system.bytes(16))
        return entries.withLock { entries in
            if replaces, !properties.attributes.pairs.isEmpty,
                let index = entries.firstIndex(where: {
                    $0.entry.properties.attributes == properties.attributes
                })
            {
                entries[index].entry.properties = properties
                entries[index].entry.secret = secret
                entries[index].entry.revision += 1
                entries[index].entry.modified = now
                return (entries[index].entry.item(entries[index].name), false)
            }
            let entry = Entry(
                revision: 1, properties: properties, secret: secret, created: now, modified: now)
            entries.append((name, entry))
            return (entry.item(name), true)
        }
    }

    func delete(_ name: ItemIdentifier) throws(KeychainError) {
        let isFound = entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.name == name }) else { return false }
            entries.remove(at: index)
            return true
        }
        if !isFound { throw Self.absent }
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
