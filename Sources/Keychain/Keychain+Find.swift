import KeychainModel

extension Keychain {
    /// Finds items, oldest first; one unless the query has another limit.
    ///
    /// - Parameter parts: What is wanted of each item; with nothing wanted, only that items exist
    ///   is told, and items that demand a person count too.
    /// - Throws: `itemNotFound` when nothing matches; `decode` when only damaged items may match;
    ///   `interactionNotAllowed` when an item that may be meant is locked, or demands a person and
    ///   nobody can be asked; `userCanceled` and `authenticationFailed` when the person did not
    ///   authenticate; `missingEntitlement`; `notAvailable` when the store or its keys cannot be used.
    public func find(
        _ query: Query, returning parts: Item.Parts = [.attributes, .secret]
    ) throws(KeychainError) -> [Item] {
        let authorised = try authorisation().authorise(query, for: .find)
        let engine = try engine()
        return try asking(query.asking) { (consent) throws(KeychainError) in
            let items = try engine.read(.standard) { (reader, keybag) throws(KeychainError) in
                let finder = Finder(
                    reader: reader, keybag: keybag, query: authorised,
                    secrets: Self.secrets(parts))
                let limit = query.count(standard: .one)
                // Constrained items may be left out, so more than the limit is looked at then.
                let skips = query.authentication == .skip && !parts.isEmpty
                var found = try finder.run(limit: skips ? nil : limit)
                try Self.applyConstraints(of: query, parts, consent, to: &found)
                if let limit { found.items = Array(found.items.prefix(limit)) }
                if found.items.isEmpty { throw Self.nothing(found) }
                return found.items.map(\.item)
            }
            if parts.isEmpty {
                // Nothing of an item that demands a person but that it exists.
                return items.map { $0.accessControl.isConstrained ? $0.closed : $0 }
            }
            // Outside of the store: a password takes its time.
            return try items.map { (item) throws(KeychainError) in
                try consent.open(item, returning: parts)
            }
        }
    }

    /// A reference to a certificate holds the certificate; one to a key does without its secret.
    private static func secrets(_ parts: Item.Parts) -> Finder.Secrets {
        if parts.contains(.secret) { return .all }
        return parts.contains(.reference) ? .ofCertificates : .none
    }

    /// Leaves out items that demand what is lacking, or notes what that is.
    private static func applyConstraints(
        of query: Query, _ parts: Item.Parts, _ consent: Consent, to found: inout Finder.Found
    ) throws(KeychainError) {
        if query.authentication == .skip {
            found.items.removeAll { !consent.meets($0.item.demand(reading: parts)) }
        } else {
            for entry in found.items { try consent.require(entry.item.demand(reading: parts)) }
        }
    }

    static func nothing(_ found: Finder.Found) -> KeychainError {
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
    /// - Throws: as ``find(_:returning:)``.
    package func references(
        _ query: Query, limit: Int?, where keeps: (Item) throws(KeychainError) -> Bool
    ) throws(KeychainError) -> [PersistentReference] {
        // List order decides which are the first, so all of a list are looked at.
        let enough = query.itemList == nil ? limit : nil
        var chosen: [PersistentReference] = []
        var cursor: Cursor?
        var damage: KeychainError?
        repeat {
            let page = try page(query, after: cursor)
            for item in page.items {
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

    /// Holds some of the items that a query may mean, and where to go on.
    package struct Page: Sendable {
        package let items: [Item]
        /// What to say when nothing matches: an item that may be meant does not open.
        package let damage: KeychainError?
        /// Where the next page starts; nil: this was the last.
        package let next: Cursor?
    }

    /// Gives the items that meet a query, a page at a time, whatever its limit.
    ///
    /// Certificates come with their DER, keys without their secrets. Of an item that demands a
    /// person only that it exists is told: whoever takes it must find it by its reference.
    ///
    /// - Parameter cursor: where the page before ended; nil: the first.
    /// - Throws: as ``find(_:returning:)``, but for `itemNotFound`.
    package func page(_ query: Query, after cursor: Cursor?) throws(KeychainError) -> Page {
        let authorised = try authorisation().authorise(query, for: .find)
        return try engine().read(.standard) { (reader, keybag) throws(KeychainError) in
            let finder = Finder(
                reader: reader, keybag: keybag, query: authorised, secrets: .ofCertificates)
            let found = try finder.run(
                limit: nil, from: cursor ?? Cursor(), rows: Finder.page)
            return Page(
                items: found.items.map {
                    $0.item.accessControl.isConstrained ? $0.item.closed : $0.item
                }, damage: found.damaged.isEmpty ? nil : Self.nothing(found), next: found.next)
        }
    }
}
