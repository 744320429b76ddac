// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel

extension Engine {
    /// Finds items, oldest first; one unless the query has another limit.
    ///
    /// - Throws: as `find` of the typed API.
    func find(
        _ authorised: Authorised<Find>, _ call: Call
    ) throws(KeychainError) -> Reply {
        let find = authorised.content
        if let page = find.page { return try self.page(page, authorised, call) }
        let parts = find.parts
        let limit = find.query.count(standard: .one)
        let skips = find.skips && !parts.isEmpty
        let view = try begin(call.deadline)
        if call.caller.isLibrary { try requireKnown(view.keybag, view.reader) }
        if find.onlyIfAlone {
            let entries = try settingEntries(view.reader)
            if entries[KeychainList.name] != nil {
                let list = try KeychainList(in: entries)
                if !list.isAlone(location.fileName) { return .keychainList(list) }
            }
        }
        var finder = Finder(
            reader: view.reader, keybag: view.keybag, query: authorised.query,
            secrets: Self.secrets(parts), skips: skips ? parts : [], call: call)
        let found = try finder.run(limit: limit)
        view.end()
        let items = found.items.map(\.item)
        if items.isEmpty { throw found.failure }
        if skips { return .items(try opened(items, parts, limit, call)) }
        return try answer(items, parts, call)
    }

    /// Opens found items, after the read of the store, because checking a password is slow.
    ///
    /// - Returns: the items, or what the call lacks to read one of them.
    /// - Throws: `keyIsSensitive` for the secret of a key that isn't extractable.
    func answer(
        _ items: [Item], _ parts: Item.Parts, _ call: Call
    ) throws(KeychainError) -> Reply {
        for item in items {
            if parts.isRead { try item.checkReading() }
            if let missing = call.missing(item.demand(reading: parts), of: item) {
                return .lacks(missing)
            }
        }
        if parts.isEmpty {
            // Of an item that demands the user, only its existence.
            return .items(items.map { $0.accessControl.isConstrained ? $0.closed : $0 })
        }
        var opened: [Item] = []
        for item in items {
            call.step()
            switch try call.open(item, returning: parts) {
            case .value(let item): opened.append(parts.shown(item))
            case .lacks(let demand): return .lacks(demand)
            }
        }
        return .items(opened)
    }

    /// Opens the first items that open with what was granted.
    private func opened(
        _ items: [Item], _ parts: Item.Parts, _ limit: Int?, _ call: Call
    ) throws(KeychainError) -> [Item] {
        var opened: [Item] = []
        for item in items {
            if opened.count == limit { break }
            call.step()
            guard let item = try call.openIfGranted(item, returning: parts) else { continue }
            opened.append(item)
        }
        if opened.isEmpty {
            throw KeychainError(.itemNotFound, "no item opens without asking the user")
        }
        if parts.isRead { for item in opened { try item.checkReading() } }
        return opened.map(parts.shown)
    }

    /// Returns the parts to read: a reference to a certificate contains the certificate, one to a key no secret.
    private static func secrets(_ parts: Item.Parts) -> Finder.Secrets {
        if parts.contains(.sealedSecret) { return .sealed }
        if parts.contains(.secret) { return .all }
        return parts.contains(.reference) ? .ofCertificates : .none
    }

    /// Returns a page of candidates, independent of the limit of the query.
    private func page(
        _ page: Find.Page, _ authorised: Authorised<Find>, _ call: Call
    ) throws(KeychainError) -> Reply {
        let find = authorised.content
        let view = try begin(call.deadline)
        var finder = Finder(
            reader: view.reader, keybag: view.keybag, query: authorised.query,
            secrets: .ofCertificates,
            collectsLocked: page.showsLocked, namesOnly: find.namesOnly, call: call)
        let found = try finder.run(limit: nil, from: page.start, rows: Finder.page)
        let (keybag, reader) = (view.keybag, view.reader)
        view.end()
        var items = found.names
        var stop: Reply.Page.Stop?
        for entry in found.items {
            call.step()
            do throws(KeychainError) {
                switch try shown(entry.item, page, find, call) {
                case .value(let item): if let item { items.append(item) }
                case .lacks(let demand): stop = .lacks(demand)
                }
            } catch {
                stop = .failed(error)
            }
            if stop != nil { break }
        }
        let locked = stop == nil ? found.locked.compactMap(Self.lockedItem) : []
        var damage = found.failure.code == .itemNotFound ? nil : found.failure
        if damage == nil, items.isEmpty, locked.isEmpty, find.query.lookupAttributes != nil {
            // A program of the desktop that finds nothing makes a new secret.
            do throws(KeychainError) { try requireKnown(keybag, reader) } catch { damage = error }
        }
        return .page(
            Reply.Page(
                items: items + locked, lockedCount: locked.count, next: found.next,
                damage: damage, stop: stop))
    }

    /// Returns what the clear columns of a locked row contain.
    private static func lockedItem(_ stored: StoredRow) -> Item? {
        guard case .sealed(let row) = stored,
            let protection = ProtectionClass(rawValue: row.protection)
        else { return nil }
        return Item(
            reference: PersistentReference(itemClass: row.itemClass, uuid: row.persistentReference),
            revision: row.revision, accessGroup: row.accessGroup,
            accessControl: AccessControl(plain: protection), synchronizable: row.synchronizable,
            isTombstone: row.tombstone, stored: [:])
    }

    /// Returns the part of a candidate that the client may see; nil to leave it out.
    private func shown(
        _ item: Item, _ page: Find.Page, _ find: Find, _ call: Call
    ) throws(KeychainError) -> Granted<Item?> {
        if item.demand(reading: .attributes).isEmpty {
            if find.namesOnly { return .value(item.closed) }
            // A wrapped secret was read only to check its password.
            return .value(item.itemClass == .key ? item.with(secret: nil) : item)
        }
        if !page.opens { return .value(item.closed) }
        if find.skips { return .value(try call.openIfGranted(item, returning: find.parts)) }
        return try call.openForMatching(item).map { $0 }
    }
}

extension Item.Parts {
    /// Whether the secret is read, not only used.
    fileprivate var isRead: Bool { contains(.secret) && !contains(.secretForUse) }

    /// Returns what is shown of an item: the secret of a token's key is only for use.
    fileprivate func shown(_ item: Item) -> Item {
        isRead && item.isInToken ? item.with(secret: nil) : item
    }
}

extension Granted {
    /// Makes the reply with the value, or with what the request lacks.
    func reply(_ make: (Value) -> Reply) -> Reply {
        switch self {
        case .value(let value): make(value)
        case .lacks(let demand): .lacks(demand)
        }
    }
}
