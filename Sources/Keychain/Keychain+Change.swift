import KeychainCrypto
import KeychainMemory
import KeychainModel

extension Keychain {
    /// Stores a new item durably and gives it as it is stored.
    ///
    /// - Throws: `duplicateItem` when an item with its primary key is there; `noAccessForItem` or
    ///   `missingEntitlement` for a group that is not the program's; `interactionNotAllowed` while
    ///   its class is locked; `authenticationFailed` for akpu without a passcode; `notAvailable`.
    @discardableResult
    public func add(_ item: NewItem) throws(KeychainError) -> Item {
        guard item.itemClass.isPassword else { throw Self.unimplemented(item.itemClass) }
        let authorised = try authorisation().authorise(item)
        let engine = try engine()
        return try engine.write(.standard) { (transaction) throws(KeychainError) in
            let now = engine.system.now()
            let row = try Self.seal(
                authorised, created: now, modified: now,
                uuid: engine.system.randomBytes(16), revision: 1, keybag: transaction.keybag)
            try transaction.insert(row.sealed)
            return row.item
        }
    }

    /// Changes every matching item, or as many as the query's limit, oldest first; all or nothing.
    ///
    /// - Returns: The number of items changed.
    /// - Throws: As ``find(_:returning:)`` and ``add(_:)``; the first error undoes all.
    @discardableResult
    public func update(_ query: Query, _ change: Change) throws(KeychainError) -> Int {
        try requireStored(query)
        try refuseSkip(query)
        let authorisation = try authorisation()
        let authorised = try authorisation.authorise(query, for: .update)
        if let itemClass = query.itemClass { try change.check(for: itemClass) }
        try authorisation.authorise(change)
        let engine = try engine()
        return try engine.write(.standard) { (transaction) throws(KeychainError) in
            let finder = Finder(
                reader: transaction.writer, keybag: transaction.keybag, query: authorised)
            let found = try finder.run(limit: query.count(standard: .all), withSecrets: true)
            if found.items.isEmpty { throw Self.nothing(found) }
            for (item, old) in found.items {
                if item.accessControl.isConstrained { throw Self.demandsPerson() }
                let changed = try authorisation.authorise(
                    try change.applied(to: item), from: item.accessGroup)
                let created = item.stored[.creationDate]?.seconds ?? engine.system.now()
                let previous = item.stored[.modificationDate]?.seconds ?? created
                var new = try Self.seal(
                    changed, created: created,
                    // Later than before, even where the clock went back.
                    modified: max(engine.system.now(), previous + 0.001),
                    uuid: old.persistentReference, revision: old.revision + 1,
                    keybag: transaction.keybag
                ).sealed
                new.rowid = old.rowid
                try transaction.update(old, to: new)
            }
            return found.items.count
        }
    }

    /// Deletes every matching item, or as many as the query's limit, oldest first.
    ///
    /// Items of a locked class are deleted too; damaged ones are moved to the quarantine.
    ///
    /// - Returns: The number of items deleted or moved.
    /// - Throws: `itemNotFound` when nothing matches; `interactionNotAllowed` when a tombstone
    ///   would have to be made of a locked item.
    @discardableResult
    public func delete(_ query: Query) throws(KeychainError) -> Int {
        try requireStored(query)
        try refuseSkip(query)
        let authorised = try authorisation().authorise(query, for: .delete)
        let engine = try engine()
        return try engine.write(.standard) { (transaction) throws(KeychainError) in
            let finder = Finder(
                reader: transaction.writer, keybag: transaction.keybag, query: authorised)
            var rest = query.count(standard: .all) ?? .max
            let found = try finder.run(
                limit: query.count(standard: .all), withSecrets: true, collectsLocked: true)
            // Where only opening a row can tell whether it is meant, a closed one is left alone.
            let isExact = DigestedQuery(authorised, keybag: transaction.keybag).isExact
            let damaged = found.damaged.filter { isExact || $0.isMeant }
            let locked = isExact ? found.locked : []
            if found.items.isEmpty, damaged.isEmpty, locked.isEmpty {
                throw found.locked.isEmpty ? Self.nothing(found) : Self.lockedItem()
            }
            var count = 0
            for (item, row) in found.items.prefix(rest) {
                if item.synchronizable, query.leavesTombstones {
                    try Self.bury(item, row, engine, transaction)
                } else {
                    try transaction.delete(row)
                }
                count += 1
            }
            rest -= count
            for case .sealed(let row) in locked.prefix(rest) {
                if row.synchronizable, query.leavesTombstones { throw Self.lockedItem() }
                try transaction.delete(row)
                count += 1
            }
            rest = max(0, rest - locked.count)
            for entry in damaged.prefix(rest) {
                try transaction.quarantine(entry.row, of: entry.itemClass, rule: entry.rule)
                count += 1
            }
            return count
        }
    }

    private static func lockedItem() -> KeychainError {
        KeychainError(.interactionNotAllowed, "an item of a locked protection class may be meant")
    }

    private func refuseSkip(_ query: Query) throws(KeychainError) {
        if query.authentication == .skip {
            throw KeychainError(
                .parameter, "kSecUseAuthenticationUISkip: for SecItemCopyMatching only")
        }
    }

    /// Leaves of a synchronizable item what tells others that it is gone: no secret, its key.
    private static func bury(
        _ item: Item, _ row: SealedRow, _ engine: Engine, _ transaction: Transaction
    ) throws(KeychainError) {
        var kept: [Attribute: AttributeValue] = [:]
        for description in item.itemClass.attributes.primaryKey {
            kept[description.attribute] = item.stored[description.attribute]
        }
        kept[.creationDate] = item.stored[.creationDate]
        kept[.modificationDate] = .date(engine.system.now())
        kept[.accessControl] = .data(AccessControl(plain: item.accessControl.protection).encoded())
        var tombstone = row
        tombstone.tombstone = true
        tombstone.revision += 1
        tombstone.digests = transaction.keybag.digests(of: kept, in: item.itemClass)
        tombstone = try transaction.keybag.seal(tombstone, attributes: kept, secret: nil)
        try transaction.update(row, to: tombstone)
    }

    /// Makes the row of an item: digests, primary key and both boxes.
    private static func seal(
        _ authorised: AuthorisedItem, created: Double, modified: Double, uuid: [UInt8],
        revision: Int64, keybag: Keybag
    ) throws(KeychainError) -> (item: Item, sealed: SealedRow) {
        let new = authorised.item
        try keybag.check(new.accessControl.protection)
        var attributes = new.attributes
        attributes[.creationDate] = .date(created)
        attributes[.modificationDate] = .date(modified)
        let item = Item(
            reference: PersistentReference(itemClass: new.itemClass, uuid: uuid),
            revision: revision, accessGroup: authorised.accessGroup,
            accessControl: new.accessControl, synchronizable: new.synchronizable,
            isTombstone: false, stored: attributes, secret: new.secret)
        attributes[.accessControl] = .data(new.accessControl.encoded())
        let row = SealedRow(
            itemClass: new.itemClass, accessGroup: authorised.accessGroup,
            protection: new.accessControl.protection.rawValue,
            synchronizable: new.synchronizable, tombstone: false, persistentReference: uuid,
            revision: revision, digests: keybag.digests(of: attributes, in: new.itemClass),
            primaryKey: keybag.primaryKey(
                itemClass: new.itemClass, accessGroup: authorised.accessGroup,
                synchronizable: new.synchronizable, attributes: attributes))
        return (item, try keybag.seal(row, attributes: attributes, secret: new.secret))
    }
}

extension AttributeValue {
    fileprivate var seconds: Double? {
        if case .date(let seconds) = self { seconds } else { nil }
    }
}
