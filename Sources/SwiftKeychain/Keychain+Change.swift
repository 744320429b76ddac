import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel

extension Keychain {
    /// Changes every matching item, or as many as the query's limit, oldest first; all or nothing.
    ///
    /// - Returns: The number of items changed.
    /// - Throws: As ``find(_:returning:)`` and ``add(_:)``; the first error undoes all.
    @discardableResult
    public func update(_ query: Query, _ change: Change) throws(KeychainError) -> Int {
        try update(query, change, orAdd: nil)
    }

    /// Changes every matching item, or adds `item` where none matches: one transaction, so that two
    /// programs that do the same leave one item.
    ///
    /// - Returns: The number of items changed; 0 when `item` was added.
    /// - Throws: As ``update(_:_:)`` and ``add(_:)``.
    @discardableResult
    package func update(
        _ query: Query, _ change: Change, orAdd item: NewItem?
    ) throws(KeychainError) -> Int {
        try refuseSkip(query)
        let authorisation = try authorisation()
        let authorised = try authorisation.authorise(query, for: .update)
        let addition = try item.map { (item) throws(KeychainError) in
            try authorisation.authorise(item)
        }
        if let itemClass = query.itemClass { try change.check(for: itemClass) }
        try authorisation.authorise(change)
        let engine = try engine()
        return try asking(query.asking) { (consent) throws(KeychainError) in
            try engine.write(.standard) { (transaction) throws(KeychainError) in
                let finder = Finder(
                    reader: transaction.writer, keybag: transaction.keybag, query: authorised,
                    secrets: .all)
                let found = try finder.run(limit: query.count(standard: .all))
                if found.items.isEmpty {
                    let refusal = Self.nothing(found)
                    guard let addition, refusal.code == .itemNotFound else { throw refusal }
                    _ = try Self.store([addition], .refused, engine, transaction, consent)
                    return 0
                }
                let rows = try Self.rows(of: found.items, finder)
                for (item, _) in rows {
                    try consent.require(item.accessControl.demand, of: item)
                }
                for (wrapped, old) in rows {
                    let item = try consent.open(wrapped)
                    let part =
                        try query.changesHalves(item) ? change.half(for: item.itemClass) : change
                    let changed = try authorisation.authorise(
                        try part.applied(to: item), from: item.accessGroup)
                    let created = item.stored[.creationDate]?.seconds ?? engine.system.now()
                    let previous = item.stored[.modificationDate]?.seconds ?? created
                    var new = try Self.seal(
                        changed, created: created,
                        // Later than before, even where the clock went back.
                        modified: max(engine.system.now(), previous + 0.001),
                        uuid: old.persistentReference, revision: old.revision + 1,
                        addedDigests: old.addedDigests, keybag: transaction.keybag, consent
                    ).sealed
                    new.rowid = old.rowid
                    try transaction.update(old, to: new)
                }
                return found.items.count
            }
        }
    }

    /// Gives every row of what was found once: two identities may share a key.
    private static func rows(
        of entries: [Finder.Entry], _ finder: Finder
    ) throws(KeychainError) -> [(item: Item, row: SealedRow)] {
        var rows: [(item: Item, row: SealedRow)] = []
        var seen: Set<PersistentReference> = []
        for entry in entries {
            for row in try finder.whole(entry) where seen.insert(row.item.reference).inserted {
                rows.append(row)
            }
        }
        return rows
    }

    /// Deletes every matching item, or as many as the query's limit, oldest first.
    ///
    /// Items of a locked class are deleted too; damaged ones are moved to the quarantine. Of an
    /// identity the key goes with the last certificate of its public key.
    ///
    /// - Returns: The number of items deleted or moved.
    /// - Throws: `itemNotFound` when nothing matches; `interactionNotAllowed` when a tombstone
    ///   would have to be made of a locked item.
    @discardableResult
    public func delete(_ query: Query) throws(KeychainError) -> Int {
        try refuseSkip(query)
        let authorised = try authorisation().authorise(query, for: .delete)
        let engine = try engine()
        return try engine.write(.standard) { (transaction) throws(KeychainError) in
            let finder = Finder(
                reader: transaction.writer, keybag: transaction.keybag, query: authorised,
                secrets: .all, collectsLocked: true)
            var rest = query.count(standard: .all) ?? .max
            let found = try finder.run(limit: query.count(standard: .all))
            // Where only opening a row can tell whether it is meant, a closed one is left alone.
            let isExact = DigestedQuery(authorised, keybag: transaction.keybag).isExact
            let damaged = found.damaged.filter { isExact || $0.isMeant }
            let locked = isExact ? found.locked : []
            if found.items.isEmpty, damaged.isEmpty, locked.isEmpty {
                throw found.locked.isEmpty ? Self.nothing(found) : Self.lockedItem()
            }
            var count = 0
            var keys: [SealedRow] = []
            for entry in found.items.prefix(rest) {
                if entry.item.synchronizable, query.leavesTombstones {
                    let item = entry.item.certificate ?? entry.item
                    try Self.bury(item, entry.row, engine, transaction)
                } else {
                    try transaction.delete(entry.row)
                }
                if let key = entry.key { keys.append(key) }
                count += 1
            }
            try Self.delete(keys, of: authorised, transaction)
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

    /// Deletes the keys of identities whose certificates are gone, except those that another
    /// certificate needs.
    private static func delete(
        _ keys: [SealedRow], of query: Authorised<Query>, _ transaction: Transaction
    ) throws(KeychainError) {
        var deleted: Set<Int64> = []
        for key in keys where deleted.insert(key.rowid).inserted {
            let others = StoreQuery(
                itemClass: .certificate, groups: query.groups, tombstone: false,
                digests: [
                    Finder.sameKey(key, .applicationLabel, in: .certificate, .publicKeyHash)
                ])
            if try transaction.writer.rows(others, after: 0, limit: 1).isEmpty {
                try transaction.delete(key)
            }
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
        tombstone.addedDigests = []
        tombstone.digests = transaction.keybag.digests(of: kept, in: item.itemClass)
        tombstone = try transaction.keybag.seal(tombstone, attributes: kept, secret: nil)
        try transaction.update(row, to: tombstone)
    }
}

extension AttributeValue {
    fileprivate var seconds: Double? {
        if case .date(let seconds) = self { seconds } else { nil }
    }
}

extension Query {
    /// Tells whether `item` is half of an identity that this query means.
    fileprivate func changesHalves(_ item: Item) -> Bool {
        itemClass == .identity
            || itemClass == nil && references == nil
                && !(itemList ?? []).contains(item.reference)
    }
}
