// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSecretBus
import SwiftKeychainSystem

/// The passwords of a running Secret Service (gnome-keyring, KWallet, KeePassXC).
package struct RunningSecretService {
    /// The label, or the last part of the path, of the only collection that is read.
    private let wanted: String?

    /// The number of items whose secrets are read in one call.
    private static let page = 500

    /// - Parameter collection: the label of the only collection to read; nil for all.
    package init(collection: String? = nil) { wanted = collection }

    /// Reads the items of the collections. Items that stay locked in an open collection are listed.
    ///
    /// 1. Connect to the session bus and the service.
    /// 2. Unlock the collections that are locked; fail if one stays so, because a partial import looks like a complete
    ///    one.
    /// 3. For each collection, unlock the locked items, and load the secrets a page at a time.
    ///
    /// - Parameters:
    ///   - mayAsk: whether the service may ask the user to unlock what is locked. What opens without
    ///     a question, such as a collection without a password, is unlocked in any case.
    ///   - isOwn: returns whether the service is this package's own.
    ///   - progress: gets the numbers of items read and in all.
    /// - Throws: `notAvailable` without a session bus or a service, if the service doesn't answer, and for the own one;
    ///   `interactionNotAllowed` and `userCanceled` for a locked collection; `itemNotFound` if there is
    ///   none of the name.
    package func read(
        mayAsk: Bool, isOwn: (BusConnection) -> Bool, progress: (Int, Int) -> Void
    ) throws(KeychainError) -> ExchangeReading {
        let client = try Self.connect(isOwn)
        let collections = try client.unlockedCollections(mayAsk: mayAsk) {
            wanted == nil || wanted == $0.label || wanted == $0.name
        }
        if let wanted, collections.isEmpty {
            throw KeychainError(.itemNotFound, "no collection \"\(wanted)\"")
        }
        if let locked = collections.first(where: \.isLocked) {
            let name = "the collection \"\(Self.label(locked))\""
            guard mayAsk else {
                throw KeychainError(
                    .interactionNotAllowed,
                    "\(name) is locked; unlock it in the program that keeps it, run this command on"
                        + " a display, or name the collection to import")
            }
            throw KeychainError(.userCanceled, "\(name) was not unlocked")
        }
        var reading = ExchangeReading()
        for collection in collections {
            var items = try items(client, collection)
            let closed = items.filter(\.isLocked).map(\.path)
            if !closed.isEmpty {
                try client.unlock(closed, mayAsk: mayAsk)
                items = try self.items(client, collection)
            }
            for start in stride(from: 0, to: items.count, by: Self.page) {
                progress(start, items.count)
                let page = items[start..<min(start + Self.page, items.count)]
                let secrets = try client.secrets(page.map(\.path))
                for item in page {
                    let place = String(
                        item.path.dropping(prefix: SecretClient.root + "/collection"))
                    if let secret = secrets[item.path] {
                        reading.entries.append(
                            Self.entry(item, secret, place, Self.label(collection)))
                    } else {
                        reading.faults.append(ExchangeFault(place, "locked, or without a secret"))
                    }
                }
            }
        }
        return reading
    }

    private static func connect(
        _ isOwn: (BusConnection) -> Bool
    ) throws(KeychainError) -> SecretClient {
        if keychain_has_raised_privileges() != 0 {
            throw KeychainError(
                .notAvailable, "a program with raised privileges asks no Secret Service")
        }
        let bus: BusConnection
        do throws(KeychainError) {
            bus = try BusConnection(.user)
        } catch {
            throw KeychainError(.notAvailable, "no session bus: \(error.detail)")
        }
        let client: SecretClient
        do throws(KeychainError) {
            client = try SecretClient(bus)
        } catch {
            throw KeychainError(error.code, "no Secret Service: \(error.detail)")
        }
        if isOwn(bus) {
            throw KeychainError(
                .notAvailable,
                "the running service is keychain-secret-service, whose items are in keychains"
                    + " already; copy them with keychain-export and keychain-import")
        }
        return client
    }

    private static func label(_ collection: SecretClient.Collection) -> String {
        collection.label.isEmpty ? collection.name : collection.label
    }

    /// Returns the items of a collection in the order in which they were made.
    ///
    /// The paths of items end with a number in most services: a shorter path is a smaller number.
    private func items(
        _ client: SecretClient, _ collection: SecretClient.Collection
    ) throws(KeychainError) -> [SecretClient.Item] {
        let paths = collection.items.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        var items: [SecretClient.Item] = []
        for path in paths {
            if let item = try client.item(path) { items.append(item) }
        }
        return items
    }

    /// Makes the entry of an item.
    private static func entry(
        _ item: SecretClient.Item, _ secret: SecretSession.Secret, _ place: String,
        _ collection: String
    ) -> ExchangeEntry {
        var entry = ExchangeEntry(place: place)
        entry.title = item.label
        entry.folder = [collection]
        entry.secret = secret.value
        entry.created = ExchangeEntry.date(item.created)
        entry.modified = ExchangeEntry.date(item.modified)
        entry.take(
            item.attributes.map { (name: $0.0, value: $0.1) },
            isNote: item.attributes.contains { $0 == ("xdg:schema", "org.gnome.keyring.Note") })
        if secret.contentType != "text/plain" { entry.append("content type", secret.contentType) }
        return entry
    }
}
