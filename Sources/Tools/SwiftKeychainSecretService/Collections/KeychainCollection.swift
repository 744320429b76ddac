// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
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

    /// The name that it had in paths of earlier versions, which settings of programs may have.
    var formerName: CollectionName { .named(CollectionName.encoded(Self.listedName(of: keychain))) }

    /// The name of a file next to the login keychain, else its path.
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
        .syncViewHint: .string("org.freedesktop.secrets/label"),
    ]

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

    /// The time at which the file was changed, for both: a file system need not know when it was made.
    var dates: (created: UInt64, modified: UInt64) {
        // Not there, or another user's: nothing is known.
        guard let status = (try? System.status(keychain.path)) ?? nil else { return (0, 0) }
        let time = UInt64(max(0, status.st_mtim.tv_sec))
        return (time, time)
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
            unlocked: free.map { ItemIdentifier($0.reference) },
            locked: found.locked.map { ItemIdentifier($0.reference) })
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
        // What is locked may have been found already.
        let names = Set(names)
        found.items.removeAll { names.contains($0.name) }
        return found
    }

    /// The query for the items that have all of some attributes.
    private static func query(_ attributes: LookupAttributes) throws(KeychainError) -> Query {
        try Query(
            .genericPassword,
            .anywhere([.lookupAttributes: .data(attributes.encoded)], limit: .all))
    }

    /// The query for an item by its name.
    private static func query(_ name: ItemIdentifier) throws(KeychainError) -> Query {
        try Query(name.itemClass, .named([name.reference]))
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
            if item.stored[.syncViewHint] == Self.labelKey[.syncViewHint] { return nil }
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
    private func fetch(_ name: ItemIdentifier, _ parts: Item.Parts) throws(KeychainError) -> Item {
        try keychain.fetch(
            [name.reference], returning: parts, asking: Authentication(policy: .fail))[0]
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

    // MARK: Changing

    /// The value of `kSecAttrSyncViewHint`, which is part of the primary key, for items of the service: it depends on the
    /// attributes and the application, so that items that differ in them never are the same item.
    ///
    /// - Parameters:
    ///   - application: that of a confined client.
    ///   - number: 1 for the first item with the attributes; others have `#2`, `#3` and so on at the end.
    private static func distinction(
        _ attributes: LookupAttributes, _ application: String?, number: Int
    ) -> String {
        // The encoded map tells where it ends.
        let bytes = attributes.encoded + Array((application ?? "").utf8)
        var digest = [UInt8](repeating: 0, count: 16)
        // BLAKE2b-128 (RFC 7693).
        crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        let end = number == 1 ? "" : "#\(number)"
        return "org.freedesktop.secrets/" + Hexadecimal.text(digest) + end
    }

    /// The items with exactly these attributes that an application made; nil for programs that aren't confined. The generic
    /// schema makes no difference: items that came from gnome-keyring have it although their programs don't name it.
    ///
    /// - Throws: `interactionNotAllowed` if a locked item may be one of them; the damage of one that may.
    private func equals(
        _ attributes: LookupAttributes, _ application: String?
    ) throws(KeychainError) -> [Item] {
        // Every item has them, locked and damaged ones too, and none is replaced.
        if attributes.pairs.isEmpty { return [] }
        let same = attributes.withoutGenericSchema
        let found = try keychain.candidates(Self.query(same.pairs.isEmpty ? attributes : same))
        // What is damaged or locked may be the item to replace.
        if let damage = found.damage, found.items.isEmpty { throw damage }
        if !found.locked.isEmpty {
            throw KeychainError(.interactionNotAllowed, "the keychain is locked")
        }
        return found.items.filter {
            $0.lookupAttributes?.withoutGenericSchema == same
                && $0.stored[.application]?.text == application
        }
    }

    /// The number to try first for an item that must stay apart from others with equal attributes. Items without
    /// attributes aren't counted: theirs is random.
    private static func firstNumber(
        _ attributes: LookupAttributes, besides equal: [Item]
    ) -> Int {
        guard attributes.pairs.isEmpty else { return equal.count + 1 }
        return RandomSource.system.bytes(7).reduce(1) { $0 << 8 | Int($1) }
    }

    /// The first of some attributes that is there.
    private static func first(_ names: [String], of attributes: LookupAttributes) -> AttributeValue?
    {
        names.lazy.compactMap { attributes[$0] }.first.map { .string($0) }
    }

    func create(
        _ properties: SecretItem.Properties, _ secret: SecretBytes, replaces: Bool
    ) throws(KeychainError) -> (item: SecretItem, isNew: Bool) {
        let attributes = properties.attributes
        let application = properties.application
        let equal = try equals(attributes, application)
        let exact = equal.first { $0.lookupAttributes == attributes }
        let replaced = replaces ? exact ?? equal.first : nil
        var values: [Attribute: AttributeValue] = [
            .lookupAttributes: .data(attributes.encoded), .label: .string(properties.label ?? ""),
            .accessible: .string(ProtectionClass.afterFirstUnlock.rawValue),
        ]
        let service = ["service", "server", "application", LookupAttributes.schema]
        values[.service] = Self.first(service, of: attributes)
        values[.account] = Self.first(["username", "user", "account"], of: attributes)
        values[.application] = application.map { .string($0) }
        if properties.contentType != SecretItem.plainText {
            values[.contentType] = .string(properties.contentType)
        }
        if let replaced {
            var changes: [Attribute: AttributeValue] = [
                .contentType: .string(properties.contentType)
            ]
            changes[.label] = properties.label.map { .string($0) }
            if exact == nil, attributes[LookupAttributes.schema] != nil {
                // A search with the schema must find it.
                changes[.lookupAttributes] = .data(attributes.encoded)
            }
            let change = try Change(changes, secret: secret)
            let name = ItemIdentifier(replaced.reference)
            do throws(KeychainError) {
                try update(name, change)
                return (try item(name), false)
            } catch {
                // Deleted meanwhile: a new item takes its place.
                guard error.code == .itemNotFound else { throw error }
            }
        }
        // What replaces has the first number, so that another client that makes the same item now has it too. It is
        // tried twice: the item that had it may have been deleted before it was looked at.
        let isOnly = replaces && !attributes.pairs.isEmpty
        let first = isOnly ? 0 : Self.firstNumber(attributes, besides: equal)
        for attempt in first...Int.max {
            let number = max(1, attempt)
            values[.syncViewHint] = .string(
                Self.distinction(attributes, application, number: number))
            let new = try NewItem(
                derived: .genericPassword, attributes: values, secret: secret,
                carried: properties.dates)
            do throws(KeychainError) {
                guard let item = SecretItem(try keychain.add(new)) else { break }
                return (item, true)
            } catch {
                guard error.code == .duplicateItem else { throw error }
                // Another client made the same item meanwhile, or attributes of one were changed.
                if isOnly, try !equals(attributes, application).isEmpty {
                    return try create(properties, secret, replaces: true)
                }
            }
        }
        throw KeychainError(.internalComponent, "the new item can't be shown")
    }

    private func update(_ name: ItemIdentifier, _ change: Change) throws(KeychainError) {
        try keychain.update(Self.query(name), change, asking: Authentication(policy: .fail))
    }

    func delete(_ name: ItemIdentifier) throws(KeychainError) {
        // Without knowing what it is, nothing is deleted.
        if try item(name).isLocked {
            throw KeychainError(.interactionNotAllowed, "the keychain is locked")
        }
        try keychain.delete(Self.query(name))
    }

    func set(_ secret: SecretSession.Secret, of name: ItemIdentifier) throws(KeychainError) {
        let item = try fetch(name, .attributes)
        var values: [Attribute: AttributeValue] = [:]
        if item.lookupAttributes != nil { values[.contentType] = .string(secret.contentType) }
        try update(name, Change(values, secret: secret.value))
    }

    func set(label: String, of name: ItemIdentifier) throws(KeychainError) {
        try update(name, Change([.label: .string(label)]))
    }

    /// Service and account of an item that a client made stay as they are. Those of native items follow.
    func set(_ attributes: LookupAttributes, of name: ItemIdentifier) throws(KeychainError) {
        let item = try fetch(name, .attributes)
        guard let former = item.lookupAttributes else {
            guard let values = NativeAttributes.of(name.itemClass).values(attributes) else {
                throw KeychainError(
                    .parameter, "this item can have only the attributes of its schema")
            }
            return try update(name, Change(values))
        }
        if former == attributes { return }
        let application = item.stored[.application]?.text
        var number = Self.firstNumber(
            attributes, besides: try equals(attributes, application))
        while true {
            do throws(KeychainError) {
                return try update(
                    name,
                    Change([
                        .lookupAttributes: .data(attributes.encoded),
                        .syncViewHint: .string(
                            Self.distinction(attributes, application, number: number)),
                    ]))
            } catch {
                guard error.code == .duplicateItem else { throw error }
                number += 1
            }
        }
    }
}
