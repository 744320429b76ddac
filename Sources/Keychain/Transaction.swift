import KeychainCrypto
import KeychainModel
import KeychainStore

/// Holds one write: every change of a row is counted in the manifest.
final class Transaction {
    let writer: StoreWriter
    let keybag: Keybag
    private var added: [Manifest.Element] = []
    private var removed: [Manifest.Element] = []
    private var changesManifest: Bool { !added.isEmpty || !removed.isEmpty }

    init(writer: StoreWriter, keybag: Keybag) {
        self.writer = writer
        self.keybag = keybag
    }

    /// Stores a new row. A tombstone or a damaged row with its primary key makes room.
    ///
    /// - Throws: `duplicateItem` when a live row, or one of a locked class, has its primary key.
    func insert(_ row: SealedRow) throws(KeychainError) {
        do {
            _ = try writer.insert(row)
        } catch {
            guard error.code == .duplicateItem else { throw error }
            try makeRoom(for: row)
            _ = try writer.insert(row)
        }
        added.append(keybag.element(row))
    }

    /// Opens the item that kept `row` from being stored.
    ///
    /// - Throws: `interactionNotAllowed` when its class is locked.
    func existing(_ row: SealedRow) throws(KeychainError) -> Item {
        let query = StoreQuery(itemClass: row.itemClass, primaryKey: row.primaryKey)
        for stored in try writer.rows(query, after: 0, limit: 1) {
            switch try OpenedRow(stored, keybag: keybag, withSecret: true) {
            case .item(let item, _):
                if !item.accessControl.isConstrained { return item }
                // Nobody was asked: a certificate is public, of anything else only that it exists.
                let isWrapped = item.accessControl.flags.contains(.applicationPassword)
                return item.itemClass == .certificate && !isWrapped ? item : item.closed
            case .locked:
                throw KeychainError(
                    .interactionNotAllowed, "the item that is stored already is locked")
            case .damaged(let rule): throw KeychainError(.decode, rule)
            }
        }
        throw KeychainError(.internalComponent, "a duplicate that cannot be found")
    }

    /// Replaces the row with the same rowid.
    func update(_ old: SealedRow, to new: SealedRow) throws(KeychainError) {
        do {
            try writer.update(new)
        } catch {
            guard error.code == .duplicateItem else { throw error }
            try makeRoom(for: new)
            try writer.update(new)
        }
        removed.append(keybag.element(old))
        added.append(keybag.element(new))
    }

    func delete(_ row: SealedRow) throws(KeychainError) {
        try writer.delete(row.itemClass, rowid: row.rowid)
        removed.append(keybag.element(row))
    }

    /// Sets a row aside whose boxes do not open; its bytes stay in the table `quarantine`.
    ///
    /// Where the columns that the manifest counts were touched too, the manifest disagrees from
    /// then on: that is for `doctor` to show, not for a write to smooth over.
    func quarantine(_ stored: StoredRow, of itemClass: ItemClass, rule: String)
        throws(KeychainError)
    {
        try writer.quarantine(itemClass, rowid: stored.rowid, reason: rule)
        if case .sealed(let row) = stored { removed.append(keybag.element(row)) }
    }

    private func makeRoom(for row: SealedRow) throws(KeychainError) {
        let query = StoreQuery(itemClass: row.itemClass, primaryKey: row.primaryKey)
        for stored in try writer.rows(query, after: 0, limit: 2) where stored.rowid != row.rowid {
            switch try OpenedRow(stored, keybag: keybag, withSecret: true) {
            case .item(let item, let existing) where item.isTombstone:
                try delete(existing)
            case .item, .locked:
                throw KeychainError(
                    .duplicateItem, "an item with the same primary key is stored already")
            case .damaged(let rule):
                try quarantine(stored, of: row.itemClass, rule: rule)
            }
        }
    }

    /// Brings the manifest up to date with what this transaction changed.
    func writeManifest() throws(KeychainError) {
        guard changesManifest else { return }
        let stored = try writer.manifest()
        var manifest: Manifest
        do throws(KeychainError) {
            guard let stored else { throw KeychainError(.decode, "manifest: missing") }
            manifest = try keybag.openManifest(stored.record, revision: stored.revision)
            for element in removed { manifest.remove(element) }
            for element in added { manifest.add(element) }
        } catch {
            guard error.code == .decode else { throw error }
            // The rows are still what they are, and the call goes on; that the record was touched
            // is kept for whoever looks.
            try writer.addIncident(kind: "manifest", detail: error.detail)
            manifest = try recounted()
            manifest.revision = stored?.revision ?? 0
        }
        manifest.revision &+= 1
        try writer.setManifest(try keybag.seal(manifest), revision: manifest.revision)
    }

    /// Replaces the manifest by one counted from the rows as they are.
    func recountManifest() throws(KeychainError) {
        var manifest = try recounted()
        manifest.revision = (try writer.manifest()?.revision ?? 0) &+ 1
        try writer.setManifest(try keybag.seal(manifest), revision: manifest.revision)
        added = []
        removed = []
    }

    /// Seals the manifest again, under a keybag that was changed; one that does not open stays as it
    /// is, for `doctor` to show.
    func resealManifest() throws(KeychainError) {
        if changesManifest { return try writeManifest() }
        guard let stored = try writer.manifest() else { return }
        do throws(KeychainError) {
            var manifest = try keybag.openManifest(stored.record, revision: stored.revision)
            manifest.revision &+= 1
            try writer.setManifest(try keybag.seal(manifest), revision: manifest.revision)
        } catch {
            guard error.code == .decode else { throw error }
        }
    }

    private func recounted() throws(KeychainError) -> Manifest {
        var manifest = Manifest()
        try writer.forEachRow { (stored, _) in
            if case .sealed(let row) = stored { manifest.add(keybag.element(row)) }
        }
        return manifest
    }
}
