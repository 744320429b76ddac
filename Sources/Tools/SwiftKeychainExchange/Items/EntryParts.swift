// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// The parts of a password that are separate items: its one-time password, fields and long notes.
///
/// A command that shows, changes or deletes the password does the same with them, so that no secret stays behind under a
/// name that the user has forgotten.
package struct EntryParts {
    package let items: [Item]
    private let keychain: Keychain
    private let owner: EntryPart.Owner

    /// Finds the parts of an item; none for a certificate or key.
    ///
    /// - Throws: as ``Keychain/find(_:returning:asking:)``, but nothing if there are none.
    package init(
        of item: Item, in keychain: Keychain, returning parts: Item.Parts = .attributes
    ) throws(KeychainError) {
        self.keychain = keychain
        owner = EntryPart.Owner(item)
        guard item.itemClass.isPassword else {
            items = []
            return
        }
        let conditions = Query.Conditions.anywhere(
            [.generic: owner.generic, .account: item[.account] ?? .string("")], limit: .all)
        let named = try keychain.findAny(Query(.genericPassword, conditions), returning: parts)
        let passwords = named.isEmpty ? [] : [item] + (try Self.namesakes(of: item, in: keychain))
        items = named.filter { [owner] part in
            owner.password(of: part, among: passwords)?.reference == item.reference
        }
    }

    /// Returns the other passwords that the parts of an item name as well. Those that require the user are left out, so
    /// that a call about this item doesn't ask for another.
    private static func namesakes(
        of item: Item, in keychain: Keychain
    ) throws(KeychainError) -> [Item] {
        let owner = EntryPart.Owner(item)
        var internet: [Attribute: AttributeValue] = [.account: item[.account] ?? .string("")]
        var generic = internet
        // The server of a generic password's namesake may be anything that makes the same text.
        internet[.server] = item.stored[.server]
        generic[.service] = .string(owner.name)
        var found: [Item] = []
        for (itemClass, attributes) in [
            (ItemClass.internetPassword, internet), (.genericPassword, generic),
        ] {
            found += try keychain.findAny(
                Query(itemClass, .anywhere(attributes, limit: .all)), returning: .attributes,
                asking: Authentication(policy: .skip))
        }
        return found.filter {
            $0.reference != item.reference && EntryPart.Owner(generic: $0[.generic]) == nil
                && EntryPart.Owner($0) == owner
        }
    }

    /// Returns what the user calls a part.
    package func title(of part: Item) -> String { owner.title(of: part) }

    /// The part with the seed of one-time passwords.
    package var oneTimePassword: Item? { items.first(where: EntryPart.isSeed) }

    /// Stores the seed of one-time passwords, in place of the one that is there. A new one is synchronized if the password is.
    package func setSeed(_ seed: SecretBytes, of item: Item) throws(KeychainError) {
        if let old = oneTimePassword {
            try keychain.update(Query(nil, .named([old.reference])), Change([:], secret: seed))
        } else {
            let part = EntryPart.oneTimePassword(seed)
            let added = try keychain.add(
                part.item(
                    EntryPart.seedName, of: owner, account: item[.account]?.text ?? "",
                    label: item[.label]?.text ?? "",
                    in: [
                        .accessGroup: .string(item.accessGroup),
                        .synchronizable: .number(item.synchronizable ? 1 : 0),
                    ]))
            if keychain.syncedItems.contains(where: { $0.reference == item.reference }) {
                _ = try keychain.perform(.include([added.reference], true))
            }
        }
    }

    /// Changes the password, the names of its parts with its own, and its seed of one-time passwords.
    package func change(
        _ found: FoundItem, _ change: Change, seed: SecretBytes?
    ) throws(KeychainError) {
        try keychain.update(found.query, change)
        if !change.attributes.isEmpty, !items.isEmpty {
            try rename(from: found.item, to: found.read(.attributes))
        }
        guard let seed else { return }
        let changed = try found.read(.attributes)
        try EntryParts(of: changed, in: keychain).setSeed(seed, of: changed)
    }

    /// Returns the parts of other passwords that would become those of `item` if it had these attributes, and the items
    /// that have the names which its own parts would get, or to which these would belong.
    package func foreign(
        to item: Item, with changes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> [Item] {
        let changed = item.with(changes)
        var found = try EntryParts(of: changed, in: keychain).items
        let namesakes =
            items.isEmpty ? [] : try Self.namesakes(of: changed, in: keychain)
        for part in items {
            let renamed = part.with(change(of: part, from: item, to: changed))
            let password = EntryPart.Owner(changed).password(
                of: renamed, among: [changed] + namesakes)
            if let password { found.append(password) }
            let key = renamed.stored.filter { [.service, .account].contains($0.key) }
            found += try keychain.findAny(
                Query(.genericPassword, .anywhere(key, limit: .all)), returning: .attributes)
        }
        var known = Set(items.map(\.reference) + [item.reference])
        return found.filter { known.insert($0.reference).inserted }
    }

    /// Deletes the password and its parts, all or none.
    package func delete(with item: Item) throws(KeychainError) {
        let references = [item.reference] + items.map(\.reference)
        try keychain.delete(Query(nil, .named(references)))
    }

    /// Renames the parts after their changed password: owner, account and label.
    ///
    /// - Parameters:
    ///   - old: the password before the change.
    ///   - item: the password now.
    /// - Throws: as ``Keychain/update(_:_:asking:)``; the parts after the first that fails keep their names.
    package func rename(from old: Item, to item: Item) throws(KeychainError) {
        for part in items {
            let changed = change(of: part, from: old, to: item)
            if changed.isEmpty { continue }
            try keychain.update(Query(nil, .named([part.reference])), Change(changed))
        }
    }

    /// Returns what changes of a part when its password changes.
    private func change(
        of part: Item, from old: Item, to item: Item
    ) -> [Attribute: AttributeValue] {
        let new = EntryPart.Owner(item)
        let (oldLabel, label) = (old[.label]?.text ?? "", item[.label]?.text ?? "")
        var changed: [Attribute: AttributeValue] = [
            .generic: new.generic, .account: item[.account] ?? .string(""),
        ]
        if let service = part[.service]?.text, service.hasPrefix(owner.name) {
            changed[.service] = .string(new.name + service.dropFirst(owner.name.count))
        }
        if let text = part[.label]?.text, text.hasPrefix(oldLabel + ": ") {
            changed[.label] = .string(label + text.dropFirst(oldLabel.count))
        }
        return changed.filter { part[$0] != $1 }
    }
}

extension Keychain {
    /// The items that are the same on all devices; none outside a circle.
    var syncedItems: [Item] { (try? perform(.syncedItems)) ?? [] }
}

extension Item {
    /// Returns the item as it would be with other attributes.
    fileprivate func with(_ changes: [Attribute: AttributeValue]) -> Item {
        Item(
            reference: reference, revision: revision, accessGroup: accessGroup,
            accessControl: accessControl, synchronizable: synchronizable,
            isTombstone: isTombstone, stored: stored.merging(changes) { $1 })
    }
}
