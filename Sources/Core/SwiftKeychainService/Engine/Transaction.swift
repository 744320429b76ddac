// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

/// One write, which counts every change of a row in the manifest.
final class Transaction {
    let writer: StoreWriter
    let keybag: Keybag
    private var added: [Manifest.Element] = []
    private var removed: [Manifest.Element] = []
    /// The changed entries of the manifest, encoded, by name; nil for one to remove.
    private var settings: [String: [UInt8]?] = [:]
    /// Those that the user has set, and that a repair may have given up.
    private var settled: [LostSettings.Name] = []

    init(writer: StoreWriter, keybag: Keybag) {
        self.writer = writer
        self.keybag = keybag
    }

    /// Stores a new row, in place of a tombstone or a damaged row with its primary key.
    ///
    /// - Throws: `duplicateItem` when a live row, or one of a locked class, has its primary key.
    func insert(_ row: SealedRow) throws(KeychainError) {
        do {
            _ = try writer.insert(row)
        } catch {
            guard error.code == .duplicateItem else { throw error }
            let row = try makeRoom(for: row)
            _ = try writer.insert(row)
        }
        added.append(keybag.element(row))
    }

    /// Stores a new row in place of the live row with its primary key. In a circle, that is a change of the item.
    ///
    /// - Throws: `interactionNotAllowed` when the existing item is locked or requires the user.
    func replace(with row: SealedRow) throws(KeychainError) {
        var new = row
        if let (item, existing) = try stored(like: row, withSecret: false) {
            guard !item.accessControl.isConstrained else {
                throw KeychainError(
                    .interactionNotAllowed, "an existing item requires the user and isn't replaced")
            }
            try delete(existing)
            new = try succeeding(item, row)
        }
        try insert(new)
    }

    /// Opens the item whose primary key `row` has, as far as a caller may see it who adds the same again.
    ///
    /// - Throws: `interactionNotAllowed` when its class is locked.
    func existing(_ row: SealedRow) throws(KeychainError) -> Item {
        guard let (item, _) = try stored(like: row, withSecret: true) else {
            throw KeychainError(.internalComponent, "the duplicate was not found")
        }
        if !item.accessControl.isConstrained {
            // The caller didn't ask for the bytes of a key.
            return item.itemClass == .key ? item.with(secret: nil) : item
        }
        // The user wasn't asked. A certificate is public; of another item, only its existence.
        let isWrapped = item.accessControl.flags.contains(.applicationPassword)
        return item.itemClass == .certificate && !isWrapped ? item : item.closed
    }

    /// Opens the item whose primary key `row` has; nil if there is none.
    ///
    /// - Throws: `interactionNotAllowed` when its class is locked, `decode` when it is damaged, `notAvailable` when a
    ///   newer build wrote it.
    private func stored(
        like row: SealedRow, withSecret: Bool
    ) throws(KeychainError) -> (item: Item, row: SealedRow)? {
        let query = StoreQuery(itemClass: row.itemClass, primaryKey: row.primaryKey)
        guard let stored = try writer.rows(query, limit: 1).first else { return nil }
        return try OpenedRow(stored, keybag: keybag, withSecret: withSecret)
            .get(locked: KeychainError(.interactionNotAllowed, "the existing item is locked"))
    }

    /// Replaces the row with the same rowid.
    func update(_ old: SealedRow, to new: SealedRow) throws(KeychainError) {
        do {
            try writer.update(new)
        } catch {
            guard error.code == .duplicateItem else { throw error }
            try writer.update(makeRoom(for: new))
        }
        removed.append(keybag.element(old))
        added.append(keybag.element(new))
    }

    /// Seals a row with other attributes. They may name its new revision, which is the second argument of `change`.
    func reseal(
        _ row: SealedRow, _ change: (inout [Attribute: AttributeValue], Int64) -> Void
    ) throws(KeychainError) {
        var attributes = try keybag.openMetadata(row)
        var new = row
        new.revision += 1
        change(&attributes, new.revision)
        new = try keybag.seal(new, attributes: attributes, secret: try keybag.openSecret(row))
        try update(row, to: new)
    }

    func delete(_ row: SealedRow) throws(KeychainError) {
        try writer.delete(row.itemClass, rowid: row.rowid)
        removed.append(keybag.element(row))
    }

    /// Moves a row whose boxes don't open to the table `quarantine`.
    ///
    /// If the columns that the manifest counts were edited too, the manifest disagrees from then on. No
    /// write hides that; `security doctor` shows it.
    func quarantine(_ stored: StoredRow, rule: String) throws(KeychainError) {
        try writer.quarantine(stored.itemClass, rowid: stored.rowid, reason: rule)
        if case .sealed(let row) = stored { removed.append(keybag.element(row)) }
    }

    /// Removes what has the primary key of a row and isn't a usable item: a tombstone is deleted, a damaged row set
    /// aside.
    ///
    /// - Returns: the row, with what a tombstone knew of the item's versions on other devices.
    /// - Throws: `duplicateItem` for an item.
    private func makeRoom(for row: SealedRow) throws(KeychainError) -> SealedRow {
        var new = row
        let query = StoreQuery(itemClass: row.itemClass, primaryKey: row.primaryKey)
        for stored in try writer.rows(query, limit: 2) where stored.rowid != row.rowid {
            switch try OpenedRow(stored, keybag: keybag, withSecret: true) {
            case .item(let item, let existing) where item.isTombstone:
                try delete(existing)
                new = try succeeding(item, new)
            case .item, .locked, .newer:
                throw KeychainError(
                    .duplicateItem, "an item with the same primary key exists")
            case .damaged(let rule): try quarantine(stored, rule: rule)
            }
        }
        return new
    }

    /// Changes an entry of the manifest; see ``set(_:)``.
    func set(_ name: String, _ encoded: [UInt8]?) { settings.updateValue(encoded, forKey: name) }

    /// Notes that the user has set what a repair may have given up.
    func settle(_ name: LostSettings.Name) { settled.append(name) }

    /// The revision of the manifest that ``updateManifest()`` makes.
    var nextRevision: Int64 {
        get throws(KeychainError) {
            try keybag.manifest(of: writer).revision &+ (writer.joint == nil ? 1 : 0)
        }
    }

    /// Updates the manifest with the changes of this transaction, if there are any. It is sealed before the
    /// commit, once for all writes that are committed together.
    ///
    /// - Returns: the new manifest; nil without changes.
    /// - Throws: as ``Keybag/manifest(of:)``.
    @discardableResult
    func updateManifest() throws(KeychainError) -> Manifest? {
        guard
            !added.isEmpty || !removed.isEmpty || !writer.events.isEmpty || !settings.isEmpty
                || !settled.isEmpty
        else { return nil }
        var manifest = try keybag.manifest(of: writer)
        addChanges(to: &manifest)
        // Writes that are committed together have one revision.
        if writer.joint == nil { manifest.revision &+= 1 }
        writer.joint = ChangedManifest(manifest: manifest, keybag: keybag)
        forgetChanges()
        return manifest
    }

    /// Updates and seals the manifest.
    ///
    /// - Parameter sealer: the keybag that sealed the stored manifest.
    func resealManifest(sealedBy sealer: Keybag) throws(KeychainError) {
        var manifest = try sealer.manifest(of: writer)
        addChanges(to: &manifest)
        try put(&manifest)
    }

    /// Adds all changes of this transaction to the manifest: rows, incidents and quarantine, and settings.
    private func addChanges(to manifest: inout Manifest) {
        for element in removed { manifest.remove(element) }
        for element in added { manifest.add(element) }
        keybag.count(writer.events, in: &manifest)
        for (name, encoded) in settings { manifest.others[name] = encoded }
        if !settled.isEmpty, var lost = try? LostSettings(in: manifest.others) {
            for name in settled { lost.remove(name) }
            manifest.others[LostSettings.name] = lost.encoded
        }
    }

    /// Replaces the manifest by one counted from the rows, incidents and quarantine.
    ///
    /// - Parameter old: the manifest whose settings and number of repairs are kept.
    func recountManifest(from old: Manifest) throws(KeychainError) {
        var manifest = old
        manifest.startOver()
        try keybag.countAll(of: writer, in: &manifest)
        // A higher revision than any manifest before, so that none of those can replace it.
        manifest.revision = max(old.revision, try writer.manifest()?.revision ?? 0)
        try put(&manifest)
    }

    /// Stores the manifest with the next revision, and forgets the changes that it contains now.
    private func put(_ manifest: inout Manifest) throws(KeychainError) {
        manifest.revision &+= 1
        try writer.setManifest(keybag.seal(manifest), revision: manifest.revision)
        forgetChanges()
    }

    private func forgetChanges() {
        (added, removed, settings, settled) = ([], [], [:], [])
        writer.forgetEvents()
    }
}

/// The manifest with the changes of the writes that are committed next.
struct ChangedManifest: JointWrite {
    let manifest: Manifest
    let keybag: Keybag

    func write(to writer: StoreWriter) throws(KeychainError) {
        try writer.setManifest(keybag.seal(manifest), revision: manifest.revision)
    }
}
