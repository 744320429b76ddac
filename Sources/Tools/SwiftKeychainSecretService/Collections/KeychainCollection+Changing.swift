// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSecretBus
import SwiftKeychainSystem

// The items that clients make, change and delete. Two that differ in their attributes or their application never are the
// same item, and one that is damaged or locked is never replaced unseen.
extension KeychainCollection {
    /// Returns the value of `kSecAttrSyncViewHint`, which is part of the primary key, for items of the service: it depends on
    /// the attributes and the application, so that items that differ in them never are the same item.
    ///
    /// - Parameters:
    ///   - application: that of a confined client.
    ///   - number: 1 for the first item with the attributes; others have `#2`, `#3` and so on at the end.
    private static func distinction(
        _ attributes: LookupAttributes, _ application: String?, number: Int
    ) -> String {
        // The encoding of the map marks its end.
        let bytes = attributes.encoded + Array((application ?? "").utf8)
        var digest = [UInt8](repeating: 0, count: 16)
        // BLAKE2b-128 (RFC 7693).
        crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        let end = number == 1 ? "" : "#\(number)"
        return "org.freedesktop.secrets/" + Hexadecimal.text(digest) + end
    }

    /// Returns the items with exactly these attributes that an application made; nil for programs that aren't confined. The
    /// generic schema makes no difference: items that came from gnome-keyring have it although their programs don't name it.
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

    /// Returns the number to try first for an item that must stay apart from others with equal attributes. Items without
    /// attributes aren't counted: theirs is random.
    private static func firstNumber(
        _ attributes: LookupAttributes, besides equal: [Item]
    ) -> Int {
        guard attributes.pairs.isEmpty else { return equal.count + 1 }
        return RandomSource.system.bytes(7).reduce(1) { $0 << 8 | Int($1) }
    }

    /// Returns the first of some attributes that is there.
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
        var replaced = replaces ? exact ?? equal.first : nil
        // A confined client replaces none of another program.
        if replaces, replaced == nil, application == nil {
            replaced = try nativeItem(with: attributes)?.item
        }
        var values: [Attribute: AttributeValue] = [
            .lookupAttributes: .data(attributes.encoded), .label: .string(properties.label ?? ""),
            .accessible: .string(ProtectionClass.afterFirstUnlock.rawValue),
        ]
        // The last are those of entries of KeePassXC.
        let service = ["service", "server", "application", LookupAttributes.schema, "URL"]
        let account = ["username", "user", "account", "UserName"]
        values[.service] = Self.first(service, of: attributes)
        values[.account] = Self.first(account, of: attributes)
        values[.application] = application.map { .string($0) }
        if properties.contentType != SecretItem.plainText {
            values[.contentType] = .string(properties.contentType)
        }
        if let replaced {
            var changes: [Attribute: AttributeValue] = [:]
            let isNative = replaced.lookupAttributes == nil
            if !isNative { changes[.contentType] = .string(properties.contentType) }
            changes[.label] = properties.label.map { .string($0) }
            if !isNative, exact == nil, attributes[LookupAttributes.schema] != nil {
                // A search with the schema must find it.
                changes[.lookupAttributes] = .data(attributes.encoded)
            }
            let change = try Change(changes, secret: secret)
            let name = replaced.reference
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
