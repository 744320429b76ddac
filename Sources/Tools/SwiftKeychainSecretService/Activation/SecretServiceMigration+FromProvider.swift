// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainSystem

extension SecretServiceMigration {
    /// An item of the other provider.
    private struct Arrival {
        let path: String
        let item: SecretClient.Item
        let attributes: LookupAttributes
    }

    /// Copies the items of the other provider, but for its collection of the session. What its portal gave applications
    /// becomes what this package's portal gives them.
    ///
    /// - Parameter mayAsk: whether the provider may ask the user to unlock what is locked.
    /// - Throws: `interactionNotAllowed` or `userCanceled` if the login keychain is or a collection stays locked, before
    ///   anything is copied; also if a collection is locked meanwhile.
    package func copyFromProvider(mayAsk: Bool) throws(KeychainError) -> Outcome {
        if try KeychainCollection(.login).isLocked() {
            throw KeychainError(
                .interactionNotAllowed, "the keychain is locked: security unlock-keychain")
        }
        let collections = try unlockedCollections(mayAsk: mayAsk)
        var outcome = Outcome()
        let folders = try BaseFolders()
        outcome.unlistedKeyrings = Self.keyrings(in: folders, without: collections)
        var arrivals: [Arrival] = []
        var applications: [(application: String, path: String)] = []
        var undescribed: Set<String> = []
        for path in collections.flatMap(\.items) {
            guard let item = try client.item(path) else {
                undescribed.insert(path)
                continue
            }
            do throws(KeychainError) {
                if let name = try SecretPortal.application(of: item) {
                    applications.append((name, path))
                } else {
                    let attributes = try LookupAttributes(texts: item.attributes)
                    arrivals.append(Arrival(path: path, item: item, attributes: attributes))
                }
            } catch {
                outcome.faults.append("\(path): \(error.detail)")
            }
        }
        applications += try self.applications(of: &undescribed, folders)
        for path in undescribed.sorted() {
            outcome.faults.append(
                "\(path): the present service describes it only after it is started again")
        }
        try take(applications, &outcome)
        let keychains = Keychain.searched.filter { !$0.isLogin }.map { KeychainCollection($0) }
        var done = 0
        for group in try Self.groups(arrivals, by: \.attributes) {
            progress(done, arrivals.count)
            try take(group, besides: keychains, &outcome)
            done += group.count
        }
        // Locked meanwhile: what is missing would count as deleted after the change.
        if !outcome.faults.isEmpty { _ = try unlockedCollections(mayAsk: false) }
        return outcome
    }

    /// Returns the collections to copy, each unlocked.
    private func unlockedCollections(
        mayAsk: Bool
    ) throws(KeychainError) -> [SecretClient.Collection] {
        let collections = try client.unlockedCollections(mayAsk: mayAsk) { $0.name != "session" }
        if let locked = collections.first(where: \.isLocked) {
            throw KeychainError(
                mayAsk ? .userCanceled : .interactionNotAllowed,
                "the collection \"\(locked.label)\" of the present service is locked")
        }
        return collections
    }

    /// Finds the applications of items that the provider doesn't describe, and removes these from `undescribed`.
    ///
    /// gnome-keyring describes what its portal has made only after it is started again, but finds it by the name of the
    /// application.
    private func applications(
        of undescribed: inout Set<String>, _ folders: BaseFolders
    ) throws(KeychainError) -> [(application: String, path: String)] {
        if undescribed.isEmpty { return [] }
        var found: [(application: String, path: String)] = []
        for name in PortalApplications.names(folders).sorted() {
            for path in try client.paths(with: [(SecretPortal.applicationAttribute, name)])
            where undescribed.remove(path) != nil {
                found.append((name, path))
            }
        }
        return found
    }

    /// Stores the secrets of applications.
    private func take(
        _ applications: [(application: String, path: String)], _ outcome: inout Outcome
    ) throws(KeychainError) {
        let secrets = try secrets(applications.map(\.path))
        for (application, path) in applications {
            do throws(KeychainError) {
                guard let secret = secrets[path] else { throw Self.locked }
                let isNew = try SecretPortal.take(secret.value, of: application)
                if isNew { outcome.copied += 1 } else { outcome.present += 1 }
            } catch {
                outcome.faults.append("\(path): \(error.detail)")
            }
        }
    }

    private static let locked = KeychainError(.interactionNotAllowed, "locked, or gone")

    /// Stores items that have equal attributes in the login keychain.
    ///
    /// - Parameter keychains: others that may have the items.
    private func take(
        _ group: [Arrival], besides keychains: [KeychainCollection], _ outcome: inout Outcome
    ) throws(KeychainError) {
        let secrets = try secrets(group.map(\.path))
        var found: [(item: Arrival, secret: SecretSession.Secret)] = []
        for item in group {
            if let secret = secrets[item.path] {
                found.append((item, secret))
            } else {
                outcome.faults.append("\(item.path): \(Self.locked.detail)")
            }
        }
        let login = KeychainCollection(.login)
        var others: [Counterpart]
        do throws(KeychainError) {
            others = try login.counterparts(of: group[0].attributes)
        } catch {
            outcome.faults += found.map { "\($0.item.path): \(error.detail)" }
            return
        }
        for keychain in keychains {
            // What another keychain doesn't show is stored in the login keychain.
            others += (try? keychain.counterparts(of: group[0].attributes)) ?? []
        }
        // Without attributes, a label tells nothing.
        let hasAttributes = !group[0].attributes.withoutGenericSchema.pairs.isEmpty
        let pairings = ItemPairing.of(
            found.map { arrival, secret in
                ItemPairing.Candidate(
                    label: hasAttributes ? arrival.item.label : nil, secret: secret.value,
                    created: arrival.item.created, modified: arrival.item.modified)
            },
            with: others.map { other in
                // One that another program made is matched by its secret alone.
                let item = other.item
                return ItemPairing.Candidate(
                    label: item.isNative ? nil : item.label, secret: other.secret,
                    created: item.isNative ? 0 : item.created, modified: item.modified,
                    isChanged: item.revision > 1)
            })
        for ((arrival, secret), pairing) in zip(found, pairings) {
            let item = arrival.item
            do throws(KeychainError) {
                let properties = SecretItem.Properties(
                    label: item.label, attributes: arrival.attributes,
                    contentType: secret.contentType)
                switch pairing {
                case .present: outcome.present += 1
                case .later: outcome.later += 1
                case .earlier(let position):
                    let other = others[position]
                    try other.collection.update(
                        other.item.name, item.label, properties, secret)
                    outcome.replaced += 1
                case .new:
                    try login.take(
                        properties, secret.value, created: item.created, modified: item.modified)
                    outcome.copied += 1
                }
            } catch {
                outcome.faults.append("\(arrival.path): \(error.detail)")
            }
        }
    }

    /// Returns the files of gnome-keyring that have no collection. The path of a collection is the name of its file.
    private static func keyrings(
        in folders: BaseFolders, without collections: [SecretClient.Collection]
    ) -> [String] {
        let folder = folders.data + "/keyrings"
        let end = ".keyring"
        return System.readableNames(in: folder).sorted().filter { $0.hasSuffix(end) }
            .filter { name in
                // gnome-keyring writes capital letters in lower case.
                let known = CollectionName.encoded(String(name.dropLast(end.count)))
                return !collections.contains { [$0.name, $0.name.lowercased()].contains(known) }
            }.map { "\(folder)/\($0)" }
    }
}

/// An item here that may be the same as one of the other provider.
private struct Counterpart {
    let collection: KeychainCollection
    let item: SecretItem
    let secret: SecretBytes
}

extension KeychainCollection {
    /// Returns the items with some attributes and their secrets, without those that are locked.
    fileprivate func counterparts(
        of attributes: LookupAttributes
    ) throws(KeychainError) -> [Counterpart] {
        let attributes = attributes.withoutGenericSchema
        var counterparts: [Counterpart] = []
        for item in try items(with: attributes).matches(for: Callers.Caller())
        where !item.isLocked && item.has(attributes) {
            let (item, secret) = try secret(of: item.name)
            counterparts.append(
                Counterpart(collection: self, item: item, secret: secret.value))
        }
        return counterparts
    }

    /// Stores an item of another provider, with its dates, and reads it back.
    ///
    /// - Throws: `decode` if it reads back otherwise.
    fileprivate func take(
        _ properties: SecretItem.Properties, _ secret: SecretBytes, created: UInt64,
        modified: UInt64
    ) throws(KeychainError) {
        var dated = properties
        dated.dates = [
            .creationDate: .date(Double(created) - SecretItem.epoch),
            .modificationDate: .date(Double(modified) - SecretItem.epoch),
        ]
        let item = try create(dated, secret, replaces: false).item
        let shown = try check(item.name, properties, secret)
        guard shown.created == created, shown.modified == modified else { throw Self.otherwise }
    }

    /// Gives an item the secret, media type and label of an item of another provider, and reads it back.
    ///
    /// - Throws: `decode` if it reads back otherwise.
    fileprivate func update(
        _ name: ItemIdentifier, _ label: String, _ properties: SecretItem.Properties,
        _ secret: SecretSession.Secret
    ) throws(KeychainError) {
        try set(secret, of: name)
        try set(label: label, of: name)
        try check(name, properties, secret.value)
    }

    private static let otherwise = KeychainError(.decode, "the item reads back otherwise")

    @discardableResult
    private func check(
        _ name: ItemIdentifier, _ properties: SecretItem.Properties, _ secret: SecretBytes
    ) throws(KeychainError) -> SecretItem {
        let (shown, stored) = try self.secret(of: name)
        guard stored.value == secret, stored.contentType == properties.contentType,
            shown.label == properties.label, shown.has(properties.attributes)
        else { throw Self.otherwise }
        return shown
    }
}
