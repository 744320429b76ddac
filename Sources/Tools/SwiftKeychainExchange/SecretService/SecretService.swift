// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// The passwords of a running Secret Service (gnome-keyring, KWallet, KeePassXC), read through libsecret.
///
/// The service is a program on the session bus, which may be slow, ask the user, or not answer at all. So each kind of
/// call has a time limit (``CallLimit``), and secrets are loaded in pages. libsecret encrypts them on the bus if the
/// service can. It is loaded at first use, so that the command doesn't depend on GLib.
package struct SecretService {
    typealias Object = SecretLibrary.Object
    typealias Pointer = SecretLibrary.Pointer

    let library: SecretLibrary
    /// The label, or the last part of the path, of the only collection that is read.
    let wanted: String?

    /// The seconds that a call may take, and the user. gnome-keyring needs 5 ms to describe an item;
    /// GLib itself waits 25 seconds for each message.
    static let connecting: Int32 = 5
    static let reading: Int32 = 600
    static let asking: Int32 = 120
    /// The number of items whose secrets are read in one call.
    private static let page = 500

    /// Loads libsecret.
    ///
    /// - Parameter collection: the label of the only collection to read; nil for all.
    /// - Throws: `notAvailable` where it isn't installed.
    package init(collection: String? = nil) throws(KeychainError) {
        library = try SecretLibrary()
        wanted = collection
    }

    /// A collection, without its items.
    struct Collection {
        let path: String
        let object: Object
        let label: String
        let isLocked: Bool
    }

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
    ///   - progress: gets the numbers of items read and in all.
    /// - Throws: `notAvailable` without a session bus or a service, and if the service doesn't answer;
    ///   `interactionNotAllowed` and `userCanceled` for a locked collection; `itemNotFound` if there is
    ///   none of the name.
    package func read(
        mayAsk: Bool, progress: (Int, Int) -> Void
    ) throws(KeychainError) -> ExchangeReading {
        let service = try connect()
        var collections = try collections(service)
        let closed = collections.filter(\.isLocked).map(\.path)
        if !closed.isEmpty {
            try unlock(closed, service, mayAsk: mayAsk)
            // The objects don't learn of the change.
            collections = try self.collections(service)
        }
        if let locked = collections.first(where: \.isLocked) {
            let name = "the collection \"\(locked.label)\""
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
            var items = try items(collection)
            let closed = items.filter { isLocked($0.object) }.map(\.path)
            if !closed.isEmpty {
                try unlock(closed, service, mayAsk: mayAsk)
                for again in try self.collections(service) where again.path == collection.path {
                    items = try self.items(again)
                }
            }
            for start in stride(from: 0, to: items.count, by: Self.page) {
                progress(start, items.count)
                let page = items[start..<min(start + Self.page, items.count)]
                try loadSecrets(page.map(\.object))
                for (path, object) in page {
                    let place =
                        path.utf8.starts(with: Self.root.utf8)
                        ? String(path.dropFirst(Self.root.count)) : path
                    if let entry = entry(object.pointer, place, collection.label) {
                        reading.entries.append(entry)
                    } else {
                        reading.faults.append(ExchangeFault(place, "locked, or without a secret"))
                    }
                }
            }
        }
        return reading
    }

    /// What the paths of items have in common, left out in messages.
    private static let root = "/org/freedesktop/secrets/collection"

    /// Makes the entry of an item; nil if its secret isn't known.
    private func entry(_ item: Pointer, _ path: String, _ collection: String) -> ExchangeEntry? {
        guard let value = library.pointer("secret_item_get_secret", of: item) else { return nil }
        defer { library.call("secret_value_unref", value) }
        var entry = ExchangeEntry(place: path)
        entry.title = library.text("secret_item_get_label", of: item, isOwned: true)
        entry.folder = [collection]
        var count = 0
        let bytes = library.function(
            "secret_value_get",
            as: (@convention(c) (Pointer, UnsafeMutablePointer<Int>) -> Pointer?).self
        )(value, &count)
        entry.secret = SecretBytes(
            copying: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
        entry.created = ExchangeEntry.date(library.number("secret_item_get_created", of: item))
        entry.modified = ExchangeEntry.date(library.number("secret_item_get_modified", of: item))
        let attributes = attributes(item)
        entry.take(
            attributes,
            isNote: attributes.contains { $0 == ("xdg:schema", "org.gnome.keyring.Note") })
        let type = library.text("secret_value_get_content_type", of: value, isOwned: false)
        if !type.isEmpty, type != "text/plain" {
            entry.fields.append(
                .init("content type", SecretBytes(text: type), isProtected: false))
        }
        return entry
    }

    /// Returns the attributes of an item, as names and texts.
    private func attributes(_ item: Pointer) -> [(name: String, value: String)] {
        guard let table = library.pointer("secret_item_get_attributes", of: item) else { return [] }
        let names = library.pointer("g_hash_table_get_keys", of: table)
        defer {
            library.call("g_list_free", names)
            library.call("g_hash_table_unref", table)
        }
        let find = library.function(
            "g_hash_table_lookup", as: (@convention(c) (Pointer, Pointer) -> Pointer?).self)
        return SecretLibrary.elements(names).map { name in
            let value = find(table, name)?.assumingMemoryBound(to: CChar.self)
            return (
                String(cString: name.assumingMemoryBound(to: CChar.self)),
                value.map { String(cString: $0) } ?? ""
            )
        }
    }
}
