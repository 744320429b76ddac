import SwiftKeychainModel

extension Keychain {
    /// Finds items, oldest first; one unless the query has another limit.
    ///
    /// - Parameter parts: What is wanted of each item; with nothing wanted, only that items exist
    ///   is told, and items that demand a person count too.
    /// - Throws: `itemNotFound` when nothing matches; `keyIsSensitive` for the secret of a private or
    ///   symmetric key that is not extractable, or sensitive; `decode` when only damaged items may
    ///   match, and `inputOutput` when what may match lies on a page that can't be read;
    ///   `interactionNotAllowed` when an item that may be meant is locked, or demands a person and
    ///   nobody can be asked; `userCanceled` and `authenticationFailed` when the person did not
    ///   authenticate; `missingEntitlement`; `notAvailable` when the store or its keys cannot be used.
    public func find(
        _ query: Query, returning parts: Item.Parts = [.attributes, .secret]
    ) throws(KeychainError) -> [Item] {
        let authorised = try authorisation().authorise(query, for: .find)
        let engine = try engine()
        let limit = query.count(standard: .one)
        let skips = query.authentication == .skip && !parts.isEmpty
        let isRead = parts.contains(.secret) && !parts.contains(.secretForUse)
        return try asking(query.asking) { (consent) throws(KeychainError) in
            let items = try engine.read(.standard) { (reader, keybag) throws(KeychainError) in
                let finder = Finder(
                    reader: reader, keybag: keybag, query: authorised,
                    secrets: Self.secrets(parts))
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
                        try consent.require(entry.item.demand(reading: parts), of: entry.item)
                    }
                }
                if let limit, !skips { found.items = Array(found.items.prefix(limit)) }
                if found.items.isEmpty { throw Self.nothing(found) }
                return found.items.map(\.item)
            }
            if parts.isEmpty {
                // Nothing of an item that demands a person but that it exists.
                return items.map { $0.accessControl.isConstrained ? $0.closed : $0 }
            }
            // Outside of the store: a password takes its time.
            if skips {
                let opened = try Self.opened(items, parts, limit, consent)
                if isRead { for item in opened { try item.checkReading() } }
                return opened
            }
            return try items.map { (item) throws(KeychainError) in
                try consent.open(item, returning: parts)
            }
        }
    }

    /// Gives the first items that open without asking.
    private static func opened(
        _ items: [Item], _ parts: Item.Parts, _ limit: Int?, _ consent: Consent
    ) throws(KeychainError) -> [Item] {
        var opened: [Item] = []
        for item in items {
            if opened.count == limit { break }
            guard let item = try consent.openWithoutAsking(item, returning: parts) else { continue }
            opened.append(item)
        }
        if opened.isEmpty { throw KeychainError(.itemNotFound, "no item opens without asking") }
        return opened
    }

    /// A reference to a certificate holds the certificate; one to a key does without its secret.
    private static func secrets(_ parts: Item.Parts) -> Finder.Secrets {
        if parts.contains(.secret) { return .all }
        return parts.contains(.reference) ? .ofCertificates : .none
    }

    static func nothing(_ found: Finder.Found) -> KeychainError {
        if let unread = found.unread { return unread }
        if let newer = found.newer { return KeychainError(.notAvailable, newer) }
        guard let damaged = found.damaged.first else {
            return KeychainError(.itemNotFound, "no item matches")
        }
        return KeychainError(
            .decode, "only damaged items may match (\(found.damaged.count)): \(damaged.rule)")
    }
}

// Searches in pages, for conditions that only the caller of this module can look at.
extension Keychain {
    /// Gives the references of what meets a query and `keeps`, in the order of results.
    ///
    /// - Parameters:
    ///   - parts: what will be read of the items: those that demand a person are opened for `keeps`,
    ///     by asking where the query allows it, and left out where it says to skip them. nil or
    ///     nothing: of such an item `keeps` sees only that it exists, and nobody is asked.
    /// - Throws: as ``find(_:returning:)``.
    package func references(
        _ query: Query, limit: Int?, opening parts: Item.Parts? = nil,
        where keeps: (Item) throws(KeychainError) -> Bool
    ) throws(KeychainError) -> [PersistentReference] {
        guard let parts, !parts.isEmpty else { return try references(query, limit, keeps) }
        let skips = query.authentication == .skip
        return try asking(query.asking) { (consent) throws(KeychainError) in
            try references(query, limit) { (item) throws(KeychainError) in
                try keeps(item)
            } opening: { (item) throws(KeychainError) in
                skips
                    ? try consent.openWithoutAsking(item, returning: parts)
                    : try consent.matchable(item)
            }
        }
    }

    private func references(
        _ query: Query, _ limit: Int?, _ keeps: (Item) throws(KeychainError) -> Bool,
        opening open: ((Item) throws(KeychainError) -> Item?)? = nil
    ) throws(KeychainError) -> [PersistentReference] {
        // List order decides which are the first, so all of a list are looked at.
        let enough = query.itemList == nil ? limit : nil
        var chosen: [PersistentReference] = []
        var cursor: Cursor?
        var damage: KeychainError?
        repeat {
            let page = try page(query, after: cursor)
            for found in page.items {
                guard let item = try Self.shown(found, open) else { continue }
                if try keeps(item) { chosen.append(item.reference) }
                if chosen.count == enough { return chosen }
            }
            damage = damage ?? page.damage
            cursor = page.next
        } while cursor != nil
        guard !chosen.isEmpty else {
            throw damage ?? KeychainError(.itemNotFound, "no item matches")
        }
        if let list = query.itemList {
            let found = Set(chosen)
            var seen: Set<PersistentReference> = []
            chosen = list.filter { found.contains($0) && seen.insert($0).inserted }
            if let limit { chosen = Array(chosen.prefix(limit)) }
        }
        return chosen
    }

    /// Gives what may be seen of an item; nil: it is left out.
    private static func shown(
        _ item: Item, _ open: ((Item) throws(KeychainError) -> Item?)?
    ) throws(KeychainError) -> Item? {
        if item.demand(reading: .attributes).isEmpty {
            // A wrapped one was read for its password's sake.
            return item.itemClass == .key ? item.with(secret: nil) : item
        }
        guard let open else { return item.closed }
        return try open(item)
    }

    /// Holds some of the items that a query may mean, and where to go on.
    private struct Page {
        /// The items as they lie there: of those that demand a person nothing was asked yet.
        let items: [Item]
        /// What to say when nothing matches: an item that may be meant does not open.
        let damage: KeychainError?
        /// Where the next page starts; nil: this was the last.
        let next: Cursor?
    }

    /// Gives the items that meet a query, a page at a time, whatever its limit: certificates with
    /// their DER, keys without their secrets.
    ///
    /// - Parameter cursor: where the page before ended; nil: the first.
    /// - Throws: as ``find(_:returning:)``, but for `itemNotFound`.
    private func page(_ query: Query, after cursor: Cursor?) throws(KeychainError) -> Page {
        let authorised = try authorisation().authorise(query, for: .find)
        return try engine().read(.standard) { (reader, keybag) throws(KeychainError) in
            let finder = Finder(
                reader: reader, keybag: keybag, query: authorised, secrets: .ofCertificates)
            let found = try finder.run(
                limit: nil, from: cursor ?? Cursor(), rows: Finder.page)
            return Page(
                items: found.items.map(\.item),
                damage: found.damaged.isEmpty && found.unread == nil ? nil : Self.nothing(found),
                next: found.next)
        }
    }
}
