import SwiftKeychainModel

extension Engine {
    /// Finds items, oldest first; one unless the query has another limit.
    ///
    /// - Throws: as the typed API's `find` says.
    func find(
        _ find: Find, _ authorised: Authorised<Search>, _ access: Access
    ) throws(KeychainError) -> Reply {
        if let page = find.page { return try self.page(page, find, authorised, access) }
        let parts = find.parts
        let limit = find.search.query.count(standard: .one)
        let skips = find.skips && !parts.isEmpty
        let isRead = parts.contains(.secret) && !parts.contains(.secretForUse)
        let found = try read(.standard) {
            (reader, keybag) throws(KeychainError) -> Granted<[Item]> in
            let finder = Finder(
                reader: reader, keybag: keybag, search: authorised, secrets: Self.secrets(parts))
            var found = try finder.run(limit: limit)
            // More than the limit is looked at where some of it may be left out.
            if skips, limit != nil,
                found.items.contains(where: { !$0.item.demand(reading: parts).isEmpty })
            {
                found = try finder.run(limit: nil)
            }
            if !skips {
                for entry in found.items {
                    if isRead { try entry.item.checkReading() }
                    let demand = entry.item.demand(reading: parts)
                    if let missing = access.missing(demand, of: entry.item) {
                        return .lacks(missing)
                    }
                }
            }
            if let limit, !skips { found.items = Array(found.items.prefix(limit)) }
            if found.items.isEmpty { throw found.failure }
            return .value(found.items.map(\.item))
        }
        guard case .value(let items) = found else { return found.reply { .items($0) } }
        if parts.isEmpty {
            // Of an item that demands the user, only that it exists.
            return .items(items.map { $0.accessControl.isConstrained ? $0.closed : $0 })
        }
        // Outside of the store: a password takes its time.
        if skips { return .items(try opened(items, parts, limit, isRead, access)) }
        var opened: [Item] = []
        for item in items {
            switch try access.open(item, returning: parts) {
            case .value(let item): opened.append(item)
            case .lacks(let demand): return .lacks(demand)
            }
        }
        return .items(opened)
    }

    /// Opens the first items that open with what was granted.
    private func opened(
        _ items: [Item], _ parts: Item.Parts, _ limit: Int?, _ isRead: Bool, _ access: Access
    ) throws(KeychainError) -> [Item] {
        var opened: [Item] = []
        for item in items {
            if opened.count == limit { break }
            guard let item = try access.openIfGranted(item, returning: parts) else { continue }
            opened.append(item)
        }
        if opened.isEmpty {
            throw KeychainError(.itemNotFound, "no item opens without asking the user")
        }
        if isRead { for item in opened { try item.checkReading() } }
        return opened
    }

    /// A reference to a certificate holds the certificate; one to a key does without its secret.
    private static func secrets(_ parts: Item.Parts) -> Finder.Secrets {
        if parts.contains(.secret) { return .all }
        return parts.contains(.reference) ? .ofCertificates : .none
    }

    /// Gives a page of candidates, whatever the limit of the query.
    private func page(
        _ page: Find.Page, _ find: Find, _ authorised: Authorised<Search>, _ access: Access
    ) throws(KeychainError) -> Reply {
        let found = try read(.standard) { (reader, keybag) throws(KeychainError) in
            try Finder(
                reader: reader, keybag: keybag, search: authorised, secrets: .ofCertificates
            ).run(limit: nil, from: page.start, rows: Finder.page)
        }
        var items: [Item] = []
        var stop: Reply.Page.Stop?
        for entry in found.items {
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

    /// What the client may see of a candidate; nil: it is left out.
    private func shown(
        _ item: Item, _ page: Find.Page, _ find: Find, _ access: Access
    ) throws(KeychainError) -> Granted<Item?> {
        if item.demand(reading: .attributes).isEmpty {
            // A wrapped one was read for its password's sake.
            return .value(item.itemClass == .key ? item.with(secret: nil) : item)
        }
        if !page.opens { return .value(item.closed) }
        if find.skips { return .value(try access.openIfGranted(item, returning: find.parts)) }
        return try access.openForMatching(item).map { $0 }
    }
}

extension Granted {
    /// The reply that gives the value, or says what is lacking.
    func reply(_ make: (Value) -> Reply) -> Reply {
        switch self {
        case .value(let value): make(value)
        case .lacks(let demand): .lacks(demand)
        }
    }
}
