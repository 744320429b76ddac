// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainStore
import SwiftKeychainSystem

/// A keychain as a collection: the generic passwords that clients of the service made, and the passwords that other
/// programs made through Apple's interface.
struct KeychainCollection: ItemCollection {
    let keychain: Keychain
    let name: CollectionName
    /// Whether items of other programs are offered.
    let offersNative: Bool

    init(_ keychain: Keychain, offersNative: Bool = true) {
        self.keychain = keychain
        self.offersNative = offersNative
        name = keychain.isLogin ? .login : .ofKeychain(Self.listedName(of: keychain))
    }

    /// Returns the name of a file next to the login keychain, else its path.
    private static func listedName(of keychain: Keychain) -> String {
        let login = Keychain.login.path
        let folder = login[...(login.lastIndex(of: "/") ?? login.startIndex)]
        let name = keychain.path.dropFirst(folder.count)
        return keychain.path.hasPrefix(folder) && !name.contains("/") ? String(name) : keychain.path
    }

    /// The name that a client gave the collection, else that of its file.
    var label: String {
        if let item = try? keychain.find(Self.labelQuery(), returning: .attributes).first,
            let label = item.stored[.label]?.text
        {
            return label
        }
        if keychain.isLogin { return "Login" }
        var name = keychain.path.split(separator: "/").last.map(String.init) ?? ""
        for end in ["-db", ".keychain"] where name.hasSuffix(end) { name.removeLast(end.count) }
        return name
    }

    /// What identifies the item that keeps the label of a collection. It is never locked, and isn't offered.
    private static let labelKey: [Attribute: AttributeValue] = [
        .service: .string("org.freedesktop.secrets"), .account: .string("collection"),
        .syncViewHint: labelHint,
    ]
    static let labelHint = AttributeValue.string("org.freedesktop.secrets/label")

    private static func labelQuery() throws(KeychainError) -> Query {
        try Query(.genericPassword, .init(labelKey))
    }

    func set(label: String) throws(KeychainError) {
        var values = Self.labelKey
        values[.label] = .string(label)
        values[.isInvisible] = .number(1)
        // Readable in a locked keychain, and on this device only.
        values[.accessible] = .string(ProtectionClass.alwaysThisDeviceOnly.rawValue)
        try keychain.put(
            NewItem(.genericPassword, attributes: values), orUpdate: Self.labelQuery(),
            Change([.label: .string(label)]))
    }

    private var files: StorePaths {
        let (path, folder) = (keychain.path, keychain.path.parentFolder)
        return StorePaths(directory: folder, fileName: String(path.dropFirst(folder.count + 1)))
    }

    /// The files that changes are written into; none if they are missing, or another user's.
    private var written: [stat] {
        [files.database, StorePaths.log(files.database)].compactMap {
            (try? System.status($0)) ?? nil
        }
    }

    /// The times of files, which cost no list of the items. The lock of writers is made with the keychain, and nothing is
    /// written into it.
    var dates: (created: UInt64, modified: UInt64) {
        func seconds(_ file: stat) -> UInt64 { UInt64(max(0, file.st_mtim.tv_sec)) }
        let lock = (try? System.status(files.writerLock)) ?? nil
        return (lock.map(seconds) ?? 0, written.map(seconds).max() ?? 0)
    }

    /// A value that each change of the keychain alters; nil if it is unknown, or the last change is so recent that a further
    /// one could have the same time in the file system.
    var version: [Int]? {
        let written = written
        guard let last = written.map(\.st_mtim.tv_sec).max(), last + 2 < SystemClock.seconds else {
            return nil
        }
        return written.flatMap {
            [Int($0.st_ino), Int($0.st_size), $0.st_mtim.tv_sec, $0.st_mtim.tv_nsec]
        }
    }

    func isLocked() throws(KeychainError) -> Bool {
        try keychain.lockState() == .beforeFirstUnlock
    }

    // MARK: Finding

    func items(with attributes: LookupAttributes?) throws(KeychainError) -> FoundItems {
        guard let attributes, !attributes.pairs.isEmpty else {
            return try items(most: .max)
        }
        var found = try found(.genericPassword, [.lookupAttributes: .data(attributes.encoded)])
        found.append(try nativeItems(with: attributes, besides: found.items.map(\.name)))
        return found
    }

    func items(most: Int) throws(KeychainError) -> FoundItems {
        var found = try found(.genericPassword, [:], most: most)
        if offersNative, found.items.count < most {
            found.append(try self.found(.internetPassword, [:], most: most - found.items.count))
        }
        found.items = Array(found.items.prefix(most))
        return found
    }

    func names(with attributes: LookupAttributes) throws(KeychainError) -> FoundNames {
        if attributes.pairs.isEmpty {
            return try FoundNames(items(with: nil).matches(for: Callers.Caller()))
        }
        let found = try candidates(Self.query(attributes), returning: [])
        // An item that demands the user isn't offered.
        let free = found.items.filter { !$0.accessControl.isConstrained }
        var names = FoundNames(
            unlocked: free.map { $0.reference },
            locked: found.locked.map { $0.reference })
        let native = try nativeItems(with: attributes, besides: names.unlocked + names.locked)
        names.append(native.items)
        if let damage = found.damage ?? native.damage,
            names.unlocked.isEmpty, names.locked.isEmpty
        {
            throw damage
        }
        return names
    }

    /// Returns the items of other programs that have all of some attributes.
    private func nativeItems(
        with attributes: LookupAttributes, besides names: [ItemIdentifier]
    ) throws(KeychainError) -> FoundItems {
        guard offersNative else { return FoundItems() }
        var found = FoundItems()
        for native in [NativeAttributes.generic, .internet] {
            guard let conditions = native.conditions(attributes) else { continue }
            found.append(try self.found(native.itemClass, conditions, onlyNative: true))
        }
        if found.items.isEmpty { return found }
        // What is locked may have been found already. No value, and another form of one, aren't shown.
        let names = Set(names)
        found.items.removeAll { item in
            names.contains(item.name) || !item.isLocked && !item.shows(attributes)
        }
        return found
    }

    /// Returns the only item of another program that shows exactly some attributes.
    func nativeItem(with attributes: LookupAttributes) throws(KeychainError) -> SecretItem? {
        if attributes.withoutGenericSchema.pairs.isEmpty { return nil }
        let found = try nativeItems(with: attributes, besides: []).items.filter {
            !$0.isLocked && $0.has(attributes)
        }
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the query for the items that have all of some attributes.
    static func query(_ attributes: LookupAttributes) throws(KeychainError) -> Query {
        try Query(
            .genericPassword,
            .anywhere([.lookupAttributes: .data(attributes.encoded)], limit: .all))
    }

    /// Returns the query for an item by its name.
    static func query(_ name: ItemIdentifier) throws(KeychainError) -> Query {
        try Query(name.itemClass, .named([name]))
    }

    /// Returns the items that match, and those that are locked and may match.
    ///
    /// - Parameters:
    ///   - onlyNative: leaves out what clients of the service made.
    ///   - most: how many are enough.
    private func found(
        _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue], onlyNative: Bool = false,
        most: Int = .max
    ) throws(KeychainError) -> FoundItems {
        let found = try candidates(
            Query(itemClass, .anywhere(attributes, limit: .all)), returning: .attributes, most: most
        )
        let items = found.items.compactMap { item -> SecretItem? in
            let isNative = item.stored[.lookupAttributes] == nil
            if onlyNative ? !isNative : isNative && !offersNative { return nil }
            return SecretItem(item)
        }
        // What is locked may be found by any search.
        let locked = found.locked.compactMap { SecretItem($0, isLocked: true) }
        return FoundItems(items: items + locked, damage: found.damage)
    }

    /// Finds items, and logs damage.
    private func candidates(
        _ query: Query, returning parts: Item.Parts, most: Int = .max
    ) throws(KeychainError) -> Keychain.Candidates {
        let found = try keychain.candidates(query, returning: parts, most: most)
        if let damage = found.damage {
            Log.tellOnce("\(keychain.path): \(damage.detail); see security doctor")
        }
        return found
    }

    /// Reads an item without asking the user.
    func fetch(_ name: ItemIdentifier, _ parts: Item.Parts) throws(KeychainError) -> Item {
        try keychain.fetch(
            [name], returning: parts, asking: Authentication(policy: .fail))[0]
    }

    /// - Throws: `itemNotFound` for an item that isn't offered.
    private func shown(_ item: Item) throws(KeychainError) -> SecretItem {
        guard let shown = SecretItem(item), offersNative || item.lookupAttributes != nil else {
            throw KeychainError(.itemNotFound, "no such item")
        }
        return shown
    }

    func item(_ name: ItemIdentifier) throws(KeychainError) -> SecretItem {
        do throws(KeychainError) {
            return try shown(fetch(name, .attributes))
        } catch {
            guard error.code == .interactionNotAllowed else { throw error }
            // Locked, or it demands the user.
            let found = try keychain.candidates(Self.query(name))
            guard let item = found.locked.first, let shown = SecretItem(item, isLocked: true) else {
                throw KeychainError(.itemNotFound, "no such item")
            }
            return shown
        }
    }

    func secret(of name: ItemIdentifier) throws(KeychainError) -> (SecretItem, SecretSession.Secret)
    {
        let item: Item
        do throws(KeychainError) {
            item = try fetch(name, [.attributes, .secret])
        } catch {
            // One that demands the user doesn't exist here.
            if error.code == .interactionNotAllowed { _ = try self.item(name) }
            throw error
        }
        let shown = try shown(item)
        let secret = SecretSession.Secret(
            value: item.secret ?? SecretBytes(count: 0) { _ in }, contentType: shown.contentType)
        return (shown, secret)
    }
}
