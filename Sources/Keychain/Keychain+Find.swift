import KeychainModel

extension Keychain {
    /// Finds items, oldest first; one unless the query has another limit.
    ///
    /// - Parameter parts: What is wanted of each item; with nothing wanted, only that items exist
    ///   is told, and items that demand a person count too.
    /// - Throws: `itemNotFound` when nothing matches; `decode` when only damaged items may match;
    ///   `interactionNotAllowed` when an item that may be meant is locked or demands a person;
    ///   `missingEntitlement`; `notAvailable` when the store or its keys cannot be used.
    public func find(
        _ query: Query, returning parts: Item.Parts = [.attributes, .secret]
    ) throws(KeychainError) -> [Item] {
        try requireStored(query)
        let authorised = try authorisation().authorise(query, for: .find)
        let deadline = Deadline.standard
        return try engine().read(deadline) { (reader, keybag) throws(KeychainError) in
            let finder = Finder(reader: reader, keybag: keybag, query: authorised)
            let limit = query.count(standard: .one)
            // Constrained items may be left out, so more than the limit is looked at then.
            let skips = query.authentication == .skip && !parts.isEmpty
            var found = try finder.run(
                limit: skips ? nil : limit, withSecrets: parts.contains(.secret))
            if !parts.isEmpty { try Self.applyConstraints(of: query, to: &found) }
            if let limit { found.items = Array(found.items.prefix(limit)) }
            if found.items.isEmpty { throw Self.nothing(found) }
            // Nothing of an item that demands a person but that it exists.
            return found.items.map {
                $0.item.accessControl.isConstrained ? $0.item.closed : $0.item
            }
        }
    }

    /// Leaves out or refuses items that only a person can open, as long as nobody can be asked.
    private static func applyConstraints(
        of query: Query, to found: inout Finder.Found
    ) throws(KeychainError) {
        guard found.items.contains(where: { $0.item.accessControl.isConstrained }) else { return }
        guard query.authentication == .skip else { throw demandsPerson() }
        found.items.removeAll { $0.item.accessControl.isConstrained }
    }

    static func demandsPerson() -> KeychainError {
        KeychainError(
            .interactionNotAllowed, "accc: the item demands a person, and nobody can be asked")
    }

    static func nothing(_ found: Finder.Found) -> KeychainError {
        guard let damaged = found.damaged.first else {
            return KeychainError(.itemNotFound, "no item matches")
        }
        return KeychainError(
            .decode, "only damaged items may match (\(found.damaged.count)): \(damaged.rule)")
    }
}
