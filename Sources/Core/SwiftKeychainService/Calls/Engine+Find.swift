// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Engine {
    /// Finds items, oldest first; one unless the query has another limit.
    ///
    /// - Throws: as `find` of the typed API.
    func find(
        _ find: Find, _ authorised: Authorised<Search>, _ access: Access, _ call: Call
    ) throws(KeychainError) -> Reply {
        if let page = find.page { return try self.page(page, find, authorised, access, call) }
        let parts = find.parts
        let limit = find.search.query.count(standard: .one)
        let skips = find.skips && !parts.isEmpty
        let isRead = parts.contains(.secret) && !parts.contains(.secretForUse)
        let view = try begin()
        if call.caller.isLibrary { try requireKnown(reading: view.keybag) }
        if find.onlyIfAlone {
            let list: KeychainList = try setting(in: view.reader)
            if !list.isAlone(location.fileName) { return .keychainList(list) }
        }
        let finder = Finder(
            reader: view.reader, keybag: view.keybag, search: authorised,
            secrets: Self.secrets(parts), call: call)
        var found = try finder.run(limit: limit)
        // Look at more than the limit if some items may be left out.
        if skips, limit != nil,
            found.items.contains(where: { !$0.item.demand(reading: parts).isEmpty })
        {
            found = try finder.run(limit: nil)
        }
        view.end()
        if !skips {
            for entry in found.items {
                if isRead { try entry.item.checkReading() }
                let demand = entry.item.demand(reading: parts)
                if let missing = access.missing(demand, of: entry.item) { return .lacks(missing) }
            }
        }
        if let limit, !skips { found.items = Array(found.items.prefix(limit)) }
        if found.items.isEmpty { throw found.failure }
        let items = found.items.map(\.item)
        if parts.isEmpty {
            // Of an item that demands the user, only its existence.
            return .items(items.map { $0.accessControl.isConstrained ? $0.closed : $0 })
        }
        // After the read of the store, because checking a password is slow.
        // The secret of a token's key is only for use.
        func shown(_ items: [Item]) -> [Item] {
            isRead ? items.map { $0.isInToken ? $0.with(secret: nil) : $0 } : items
        }
        if skips { return .items(shown(try opened(items, parts, limit, isRead, access, call))) }
        var opened: [Item] = []
        for item in items {
            call.step()
            switch try access.open(item, returning: parts) {
            case .value(let item): opened.append(item)
            case .lacks(let demand): return .lacks(demand)
            }
        }
        return .items(shown(opened))
    }

    /// Opens the first items that open with what was granted.
    private func opened(
        _ items: [Item], _ parts: Item.Parts, _ limit: Int?, _ isRead: Bool, _ access: Access,
        _ call: Call
    ) throws(KeychainError) -> [Item] {
        var opened: [Item] = []
        for item in items {
            if opened.count == limit { break }
            call.step()
            guard let item = try access.openIfGranted(item, returning: parts) else { continue }
            opened.append(item)
        }
        if opened.isEmpty {
            throw KeychainError(.itemNotFound, "no item opens without asking the user")
        }
        if isRead { for item in opened { try item.checkReading() } }
        return opened
    }

    /// Returns the parts to read: a reference to a certificate contains the certificate, one to a key no secret.
    private static func secrets(_ parts: Item.Parts) -> Finder.Secrets {
        if parts.contains(.sealedSecret) { return .sealed }
        if parts.contains(.secret) { return .all }
        return parts.contains(.reference) ? .ofCertificates : .none
    }

    /// Returns a page of candidates, independent of the limit of the query.
    private func page(
        _ page: Find.Page, _ find: Find, _ authorised: Authorised<Search>, _ access: Access,
        _ call: Call
    ) throws(KeychainError) -> Reply {
        let view = try begin()
        let found = try Finder(
            reader: view.reader, keybag: view.keybag, search: authorised, secrets: .ofCertificates,
            call: call
        ).run(limit: nil, from: page.start, rows: Finder.page)
        view.end()
        var items: [Item] = []
        var stop: Reply.Page.Stop?
        for entry in found.items {
            call.step()
            do throws(KeychainError) {
                switch try shown(entry.item, page, find, access) {
                case .value(let item): if let item { items.append(item) }
                case .lacks(let demand): stop = .lacks(demand)
                }
            } catch {
                stop = .failed(error)
            }
            if stop != nil { break }
        }
        return .page(
            Reply.Page(
                items: items, next: found.next,
                damage: found.damaged.isEmpty && found.unread == nil ? nil : found.failure,
                stop: stop))
    }

    /// Returns the part of a candidate that the client may see; nil to leave it out.
    private func shown(
        _ item: Item, _ page: Find.Page, _ find: Find, _ access: Access
    ) throws(KeychainError) -> Granted<Item?> {
        if item.demand(reading: .attributes).isEmpty {
            // A wrapped secret was read only to check its password.
            return .value(item.itemClass == .key ? item.with(secret: nil) : item)
        }
        if !page.opens { return .value(item.closed) }
        if find.skips { return .value(try access.openIfGranted(item, returning: find.parts)) }
        return try access.openForMatching(item).map { $0 }
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
