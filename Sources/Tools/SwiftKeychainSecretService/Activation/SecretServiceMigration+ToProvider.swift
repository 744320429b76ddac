// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSecretBus

extension SecretServiceMigration {
    /// The items of a keychain that have lookup attributes, and the collection of the other provider that gets them.
    private struct Departure {
        let collection: KeychainCollection
        let items: [SecretItem]
        /// The path of the collection.
        let target: String
    }

    /// Copies the items that have lookup attributes to the other provider: those of the login keychain to its default
    /// collection, those of another keychain of the search list to a collection with the same label. What the portal
    /// gave applications goes to the collection in which the provider's portal looks for it.
    ///
    /// - Parameter mayAsk: whether the provider may ask the user to unlock a collection, or for the password of a new
    ///   one.
    /// - Throws: `notAvailable` if it has no default collection; `interactionNotAllowed` if that or the login keychain
    ///   stays locked. Then nothing is copied.
    package func copyToProvider(mayAsk: Bool) throws(KeychainError) -> Outcome {
        guard let target = try client.defaultCollection() else {
            throw KeychainError(.notAvailable, "the other service has no default collection")
        }
        guard try isOpen(target, mayAsk: mayAsk) else {
            throw KeychainError(
                .interactionNotAllowed,
                "its default collection is locked: log in again or unlock it, then run security"
                    + " secret-service disable once more")
        }
        var outcome = Outcome()
        let login = KeychainCollection(.login, offersNative: false)
        var departures = [
            Departure(collection: login, items: try Self.items(of: login, &outcome), target: target)
        ]
        let applications = try SecretPortal.applications()
        if let damage = applications.damage {
            outcome.faults.append("the secret of an application: \(damage.detail)")
        }
        for keychain in Keychain.searched where !keychain.isLogin {
            let collection = KeychainCollection(keychain, offersNative: false)
            do throws(KeychainError) {
                let items = try Self.items(of: collection, &outcome)
                if items.isEmpty { continue }
                let target = try self.target(for: collection, mayAsk: mayAsk)
                departures.append(Departure(collection: collection, items: items, target: target))
            } catch {
                outcome.faults.append("the items of \(keychain.path): \(error.detail)")
            }
        }
        try give(applications.names, default: target, &outcome)
        let count = departures.reduce(0) { $0 + $1.items.count }
        var done = 0
        // The items of the provider that have been paired.
        var taken: Set<String> = []
        for departure in departures {
            let groups = try Self.groups(departure.items) { item throws(KeychainError) in
                try LookupAttributes(texts: item.attributes)
            }
            for group in groups {
                progress(done, count)
                give(group, departure, &taken, &outcome)
                done += group.count
            }
        }
        return outcome
    }

    /// Returns the items that can be read; damage becomes a fault.
    ///
    /// - Throws: `interactionNotAllowed` if the keychain is locked.
    private static func items(
        of collection: KeychainCollection, _ outcome: inout Outcome
    ) throws(KeychainError) -> [SecretItem] {
        let found = try collection.items(with: nil)
        // A locked item has no attributes, so it can't be known whether it is one to copy.
        if found.items.contains(where: \.isLocked) {
            let name = collection.keychain.isLogin ? "" : " \(collection.keychain.path)"
            throw KeychainError(
                .interactionNotAllowed, "the keychain is locked: security unlock-keychain\(name)")
        }
        if let damage = found.damage {
            outcome.faults.append(
                "damaged items of \(collection.keychain.path): \(damage.detail)")
        }
        return found.items
    }

    /// Returns whether a collection is open, after unlocking it.
    private func isOpen(_ path: String, mayAsk: Bool) throws(KeychainError) -> Bool {
        try client.unlock([path], mayAsk: mayAsk)
        return try !client.isLocked(path)
    }

    /// Returns the collection that has the label of a keychain, which is made if there is none.
    ///
    /// - Throws: `interactionNotAllowed` if there is none, or it stays locked.
    private func target(
        for collection: KeychainCollection, mayAsk: Bool
    ) throws(KeychainError) -> String {
        let label = collection.label
        let found = try client.collections().first { $0.name != "session" && $0.label == label }
        if let found {
            if try isOpen(found.path, mayAsk: mayAsk) { return found.path }
            throw KeychainError(
                .interactionNotAllowed, "its collection \"\(label)\" is locked")
        }
        guard mayAsk, let path = try client.addCollection(label) else {
            throw KeychainError(
                .interactionNotAllowed,
                "it has no collection \"\(label)\": make one, then run security secret-service"
                    + " disable once more")
        }
        return path
    }

    /// Copies items of a keychain that have equal attributes.
    ///
    /// - Parameter taken: the items of the provider that were paired before.
    private func give(
        _ group: [SecretItem], _ departure: Departure, _ taken: inout Set<String>,
        _ outcome: inout Outcome
    ) {
        var found: [(item: SecretItem, secret: SecretSession.Secret)] = []
        for item in group {
            do throws(KeychainError) {
                found.append((item, try departure.collection.secret(of: item.name).1))
            } catch {
                outcome.faults.append("\"\(item.label)\": \(error.detail)")
            }
        }
        let others: [(item: SecretClient.Item, secret: SecretBytes)]
        // Without attributes, a label tells nothing.
        let hasAttributes: Bool
        do throws(KeychainError) {
            let attributes = try LookupAttributes(texts: group[0].attributes).withoutGenericSchema
            hasAttributes = !attributes.pairs.isEmpty
            others = try counterparts(of: attributes, without: taken)
        } catch {
            outcome.faults += found.map { "\"\($0.item.label)\": \(error.detail)" }
            return
        }
        let pairings = ItemPairing.of(
            found.map { item, secret in
                ItemPairing.Candidate(
                    label: hasAttributes ? item.label : nil, secret: secret.value,
                    created: item.created,
                    modified: item.modified, isChanged: item.revision > 1)
            },
            with: others.map { item, secret in
                // In another collection, an item is the same only if it came from there.
                let isThere = item.path.hasPrefix(departure.target + "/")
                return ItemPairing.Candidate(
                    label: isThere ? item.label : nil, secret: secret, created: item.created,
                    modified: item.modified)
            })
        for ((item, secret), pairing) in zip(found, pairings) {
            do throws(KeychainError) {
                switch pairing {
                case .present(let other):
                    taken.insert(others[other].item.path)
                    outcome.present += 1
                case .later(let other):
                    taken.insert(others[other].item.path)
                    outcome.later += 1
                case .earlier(let other):
                    let path = others[other].item.path
                    taken.insert(path)
                    try client.set(secret, item.label, of: path)
                    try check(path, secret, &outcome)
                    outcome.replaced += 1
                case .new:
                    let path = try client.add(
                        item.label, item.attributes, secret, to: departure.target)
                    taken.insert(path)
                    try check(path, secret, &outcome)
                    outcome.copied += 1
                }
            } catch {
                outcome.faults.append("\"\(item.label)\": \(error.detail)")
            }
        }
    }

    /// Returns the items of the provider that have exactly some attributes but for the generic schema, and their secrets.
    ///
    /// - Throws: `interactionNotAllowed` if a locked one may be one of them.
    private func counterparts(
        of wanted: LookupAttributes, without taken: Set<String>
    ) throws(KeychainError) -> [(item: SecretClient.Item, secret: SecretBytes)] {
        var items: [SecretClient.Item] = []
        // The search finds items with more attributes, too.
        for path in try client.paths(with: wanted.pairs.map { ($0.name, $0.value) })
        where !taken.contains(path) {
            guard let item = try client.item(path),
                let attributes = try? LookupAttributes(texts: item.attributes),
                attributes.withoutGenericSchema == wanted
            else { continue }
            items.append(item)
        }
        let secrets = try secrets(items.map(\.path))
        return items.compactMap { item in secrets[item.path].map { (item, $0.value) } }
    }

    /// - Throws: `decode` if an item reads back otherwise.
    private func check(
        _ path: String, _ secret: SecretSession.Secret, _ outcome: inout Outcome
    ) throws(KeychainError) {
        guard let back = try client.secrets([path])[path], back.value == secret.value else {
            throw KeychainError(.decode, "reads back otherwise")
        }
        if back.contentType != secret.contentType { outcome.otherTypes += 1 }
    }

    /// Copies the secrets of applications. One that has another secret there keeps it.
    private func give(
        _ applications: [String], default target: String, _ outcome: inout Outcome
    ) throws(KeychainError) {
        if applications.isEmpty { return }
        // gnome-keyring's portal looks only in this one.
        let login = try client.collections().first { $0.name == "login" }
        for application in applications {
            do throws(KeychainError) {
                guard let value = try SecretPortal.storedSecret(of: application) else {
                    throw KeychainError(.decode, "it is missing")
                }
                let item = SecretPortal.ForeignItem(of: application, inKWallet: isKWallet)
                let there = try paths(of: application, item.attributes)
                if try secrets(there).values.contains(where: { $0.value == value }) {
                    outcome.present += 1
                    continue
                }
                guard there.isEmpty else {
                    throw KeychainError(
                        .duplicateItem, "the application has another secret there, which stays")
                }
                let secret = SecretSession.Secret(value: value, contentType: item.contentType)
                let path = try client.add(
                    item.label, item.attributes, secret, to: login?.path ?? target)
                try check(path, secret, &outcome)
                outcome.copied += 1
            } catch {
                outcome.faults.append("the secret of \(application): \(error.detail)")
            }
        }
    }

    /// Returns the items with some attributes that hold the secret of an application.
    private func paths(
        of application: String, _ attributes: [(String, String)]
    ) throws(KeychainError) -> [String] {
        var paths: [String] = []
        for path in try client.paths(with: attributes) {
            // gnome-keyring describes some only after it is started again.
            if let item = try client.item(path),
                try SecretPortal.application(of: item) != application
            {
                continue
            }
            paths.append(path)
        }
        return paths
    }
}
