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
        name = keychain.isLogin ? .login : .escaped(Self.listedName(of: keychain))
    }

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
        values[.accessible] = .string(ProtectionClass.alwaysThisDeviceOnly.rawValue)
        try keychain.put(
            NewItem(.genericPassword, attributes: values), orUpdate: Self.labelQuery(),
            Change([.label: .string(label)]))
    }

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

    func items(with attributes: LookupAttributes?) throws(KeychainError) -> [SecretItem] {
        guard let attributes, !attributes.pairs.isEmpty else {
            return try found(.genericPassword, [:])
                + (offersNative ? found(.internetPassword, [:]) : [])
        }
        var items = try found(
            .genericPassword, [.lookupAttributes: .data(attributes.encoded)])
        guard offersNative else { return items }
        for native in [NativeAttributes.generic, .internet] {
            guard let conditions = native.conditions(attributes) else { continue }
            let others = try found(native.itemClass, conditions, onlyNative: true)
            if others.isEmpty { continue }
            // What is locked may be found by either.
            let names = Set(items.map(\.name))
            items += others.filter { !names.contains($0.name) }
        }
        return items
    }

    private func found(
        _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue], onlyNative: Bool = false
    ) throws(KeychainError) -> [SecretItem] {
        var conditions = Query.Conditions(attributes)
        conditions.synchronizable = .any
        conditions.limit = .all
        let (items, damage) = try keychain.candidates(Query(itemClass, conditions))
        // A damaged item may be the one that is wanted.
        if let damage, items.isEmpty, !attributes.isEmpty { throw damage }
        if let damage { Log.tellOnce("\(keychain.path): \(damage.detail); see security doctor") }
        return items.compactMap { item in
            let isNative = item.stored[.lookupAttributes] == nil
            if onlyNative ? !isNative : isNative && !offersNative && !item.stored.isEmpty {
                return nil
            }
            if item.stored[.syncViewHint] == Self.labelKey[.syncViewHint] { return nil }
            return SecretItem(item)
        }
    }

    /// Reads an item without asking the user.
    private func fetch(_ name: ItemIdentifier, _ parts: Item.Parts) throws(KeychainError) -> Item {
        try keychain.fetch(
            [name.reference], returning: parts, asking: Authentication(policy: .fail))[0]
    }

    func item(_ name: ItemIdentifier) throws(KeychainError) -> SecretItem {
        do throws(KeychainError) {
            let item = try fetch(name, .attributes)
            guard let shown = SecretItem(item), offersNative || item.lookupAttributes != nil else {
                throw KeychainError(.itemNotFound, "no such item")
            }
            return shown
        } catch {
            guard error.code == .interactionNotAllowed else { throw error }
            // Locked, or it demands the user.
            var conditions = Query.Conditions()
            conditions.references = [name.reference]
            let items = try keychain.candidates(Query(name.itemClass, conditions)).items
            guard let shown = items.first.flatMap(SecretItem.init) else {
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
        guard let shown = SecretItem(item), offersNative || item.lookupAttributes != nil else {
            throw KeychainError(.itemNotFound, "no such item")
        }
        let secret = SecretSession.Secret(
            value: item.secret ?? SecretBytes(count: 0) { _ in }, contentType: shown.contentType)
        return (shown, secret)
    }

    // MARK: Changing

    /// The value of `kSecAttrSyncViewHint`, which is part of the primary key, for items of the service: it depends on the
    /// attributes, so that items that differ in them never are the same item.
    private static func distinction(_ attributes: LookupAttributes, number: Int) -> String {
        let bytes = attributes.encoded
        var digest = [UInt8](repeating: 0, count: 16)
        // BLAKE2b-128 (RFC 7693).
        crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        let end = number == 1 ? "" : "#\(number)"
        return "org.freedesktop.secrets/" + Hexadecimal.text(digest) + end
    }

    /// The items with exactly these attributes.
    private func equals(_ attributes: LookupAttributes) throws(KeychainError) -> [Item] {
        var conditions = Query.Conditions([.lookupAttributes: .data(attributes.encoded)])
        conditions.synchronizable = .any
        conditions.limit = .all
        let (items, damage) = try keychain.candidates(Query(.genericPassword, conditions))
        if let damage, items.isEmpty { throw damage }
        // What is locked may be the item to replace.
        if items.contains(where: \.stored.isEmpty) {
            throw KeychainError(.interactionNotAllowed, "the keychain is locked")
        }
        return items.filter { $0.lookupAttributes == attributes }
    }

    /// The first of some attributes that is there.
    private static func first(_ names: [String], of attributes: LookupAttributes) -> AttributeValue?
    {
        names.lazy.compactMap { attributes[$0] }.first.map { .string($0) }
    }

    func create(
        _ properties: SecretItem.Properties, _ secret: SecretBytes, replaces: Bool
    ) throws(KeychainError) -> (item: SecretItem, isNew: Bool) {
        try create(properties, secret, replaces: replaces, dates: [:])
    }

    /// - Parameter dates: those of a new item; empty for now.
    func create(
        _ properties: SecretItem.Properties, _ secret: SecretBytes, replaces: Bool,
        dates: [Attribute: AttributeValue]
    ) throws(KeychainError) -> (item: SecretItem, isNew: Bool) {
        if try isLocked() { throw KeychainError(.interactionNotAllowed, "the keychain is locked") }
        let attributes = properties.attributes
        let equal = try equals(attributes)
        let replaced = replaces && !attributes.pairs.isEmpty ? equal.first : nil
        var values: [Attribute: AttributeValue] = [
            .lookupAttributes: .data(attributes.encoded), .label: .string(properties.label),
            .accessible: .string(ProtectionClass.afterFirstUnlock.rawValue),
        ]
        let service = ["service", "server", "application", LookupAttributes.schema]
        values[.service] = Self.first(service, of: attributes)
        values[.account] = Self.first(["username", "user", "account"], of: attributes)
        values[.application] = properties.application.map { .string($0) }
        if properties.contentType != SecretItem.plainText {
            values[.contentType] = .string(properties.contentType)
        }
        if let replaced {
            let change = try Change(
                [
                    .label: .string(properties.label),
                    .contentType: .string(properties.contentType),
                ], secret: secret)
            var conditions = Query.Conditions()
            conditions.references = [replaced.reference]
            do throws(KeychainError) {
                try keychain.update(Query(.genericPassword, conditions), change)
                return (try item(ItemIdentifier(replaced.reference)), false)
            } catch {
                // Deleted meanwhile: a new item takes its place.
                guard error.code == .itemNotFound else { throw error }
            }
        }
        for number in (replaces ? 1 : equal.count + 1)...Int.max {
            values[.syncViewHint] = .string(Self.distinction(attributes, number: number))
            let new = try NewItem(
                derived: .genericPassword, attributes: values, secret: secret, carried: dates)
            do throws(KeychainError) {
                guard let item = SecretItem(try keychain.add(new)) else { break }
                return (item, true)
            } catch {
                guard error.code == .duplicateItem else { throw error }
                // Another client made the same item meanwhile, or attributes of one were changed.
                if replaces, !attributes.pairs.isEmpty, try !equals(attributes).isEmpty {
                    return try create(properties, secret, replaces: true)
                }
            }
        }
        throw KeychainError(.internalComponent, "the new item can't be shown")
    }

    private func update(_ name: ItemIdentifier, _ change: Change) throws(KeychainError) {
        var conditions = Query.Conditions()
        conditions.references = [name.reference]
        try keychain.update(
            Query(name.itemClass, conditions), change, asking: Authentication(policy: .fail))
    }

    func delete(_ name: ItemIdentifier) throws(KeychainError) {
        // Without knowing what it is, nothing is deleted.
        if try item(name).isLocked {
            throw KeychainError(.interactionNotAllowed, "the keychain is locked")
        }
        var conditions = Query.Conditions()
        conditions.references = [name.reference]
        try keychain.delete(Query(name.itemClass, conditions))
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

    func set(_ attributes: LookupAttributes, of name: ItemIdentifier) throws(KeychainError) {
        let item = try fetch(name, .attributes)
        guard let former = item.lookupAttributes else {
            guard let values = NativeAttributes.of(name.itemClass).conditions(attributes) else {
                throw KeychainError(
                    .parameter, "this item can have only the attributes of its schema")
            }
            return try update(name, Change(values))
        }
        if former == attributes { return }
        var number = try equals(attributes).count + 1
        while true {
            do throws(KeychainError) {
                return try update(
                    name,
                    Change([
                        .lookupAttributes: .data(attributes.encoded),
                        .syncViewHint: .string(Self.distinction(attributes, number: number)),
                    ]))
            } catch {
                guard error.code == .duplicateItem else { throw error }
                number += 1
            }
        }
    }
}
