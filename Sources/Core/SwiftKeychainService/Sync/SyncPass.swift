// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSync
import SwiftKeychainSystem

/// One merge of a store with what the devices of its circle say, in a transaction.
///
/// Rows that others changed are changed at once. Rows that this device changed are records to publish; they are marked
/// with ``settle(_:)`` when they are published, so that a crash before only sends them again.
struct SyncPass {
    let transaction: Transaction
    let circle: [UInt8]
    let system: SystemSources
    /// The records of all heads that are held, and of the own one.
    let records: [ItemRecord.Name: ItemRecord]
    /// Returns the name of a device, for a row that is set aside because of it.
    let deviceName: (DeviceID) -> String

    /// A record to publish, and the row that it says.
    struct Outgoing {
        let record: ItemRecord
        fileprivate let row: SealedRow
    }

    /// Merges.
    ///
    /// - Returns: the merge, and the records that the next head has for the first time.
    func run(
        _ state: SyncState, heads: [DeviceID: SyncHead], isLocked: Bool
    ) throws(KeychainError) -> (merge: Merge, outgoing: [Outgoing]) {
        let known = Set(records.keys.map(\.key))
        let rows = try SyncedRows(
            transaction.writer, transaction.keybag, circle: circle, records: known)
        let merge = Merge(
            state, heads: heads, rows: rows.rows, isLocked: isLocked,
            now: UInt64(max(0, system.now() * 1000)))
        var outgoing: [Outgoing] = []
        for (key, change) in merge.changes where !rows.untouchable.contains(key) {
            if case .send(let summary, let former) = change {
                guard let opened = rows.opened[key] else { continue }
                try setAside(former, of: key)
                outgoing.append(try send(summary, opened))
            } else {
                try apply(change, key, rows.opened[key])
            }
        }
        return (merge, outgoing)
    }

    /// Makes the record of a row that changed.
    private func send(
        _ summary: SyncRecord, _ opened: SyncedRows.Opened
    ) throws(KeychainError) -> Outgoing {
        let item = opened.item
        // A row that is bound to this device now isn't sent; what is sent is its deletion, in a class that others have.
        let protection = opened.isBound ? .whenUnlocked : item.accessControl.protection
        let record = ItemRecord(
            itemClass: item.itemClass, accessGroup: item.accessGroup,
            synchronizable: item.synchronizable, protection: protection,
            version: summary.version, saw: summary.saw, state: summary.state,
            attributes: SyncedRows.sent(item),
            secret: summary.state == .live ? try transaction.keybag.openSecret(opened.row) : nil)
        return Outgoing(record: record, row: opened.row)
    }

    /// Marks rows whose records are published, and deletes the tombstones among them. A row that changed since then stays
    /// one to send.
    func settle(_ outgoing: [Outgoing]) throws(KeychainError) {
        for sent in outgoing {
            guard let row = try current(sent.row) else { continue }
            let isUnchanged = row.revision == sent.row.revision
            if isUnchanged, sent.record.state == .deleted, row.tombstone {
                try transaction.delete(row)
                continue
            }
            let isOfCircle = sent.record.state == .live
            try mark(
                row,
                isOfCircle ? sent.record.summary : nil,
                revision: isUnchanged ? row.revision + 1 : sent.row.revision)
        }
    }

    /// Returns the row with a reference, as it is now.
    private func current(_ row: SealedRow) throws(KeychainError) -> SealedRow? {
        let query = StoreQuery(
            itemClass: row.itemClass, persistentReferences: [row.persistentReference])
        guard case .sealed(let row)? = try transaction.writer.rows(query, after: 0, limit: 1).first
        else { return nil }
        return row
    }

    private func apply(
        _ change: RowChange, _ key: RecordKey, _ opened: SyncedRows.Opened?
    ) throws(KeychainError) {
        switch change {
        case .take(let summary, let setsAside):
            guard let record = records[ItemRecord.Name(key, summary.version)],
                record.needs <= ItemRecord.understood, isStorable(record)
            else { return }
            if setsAside, let opened { try setAside(opened.row, summary.version.device) }
            try take(record, opened)
        case .confirm(let summary):
            guard let opened else { return }
            try mark(opened.row, summary, revision: opened.row.revision + 1)
        case .delete(let setsAside):
            guard let opened else { return }
            if opened.isBound, !opened.row.tombstone {
                return try mark(opened.row, nil, revision: 0)
            }
            if setsAside { try setAside(opened.row, nil) }
            try transaction.delete(opened.row)
        case .release:
            guard let opened else { return }
            try mark(opened.row, nil, revision: 0)
        case .send: return
        }
    }

    /// Returns whether a program could have stored the item; a member that is hostile may write anything.
    private func isStorable(_ record: ItemRecord) -> Bool {
        var attributes = record.attributes
        attributes[.accessControl] = .data(AccessControl(plain: record.protection).encoded())
        let item = ArchivedItem(
            reference: PersistentReference(
                itemClass: record.itemClass, uuid: system.random.bytes(16)), revision: 1,
            accessGroup: record.accessGroup, protection: record.protection,
            synchronizable: record.synchronizable, isTombstone: false, attributes: attributes,
            secret: record.secret)
        return (try? item.check()) != nil
    }

    /// Stores the item of a record, in its row or a new one.
    private func take(_ record: ItemRecord, _ opened: SyncedRows.Opened?) throws(KeychainError) {
        let revision = (opened?.row.revision ?? 0) + 1
        let row = try seal(
            record, reference: opened?.row.persistentReference ?? system.random.bytes(16),
            revision: revision, addedDigests: opened?.row.addedDigests ?? [])
        guard let old = opened?.row else { return try transaction.insert(row) }
        var new = row
        new.rowid = old.rowid
        try transaction.update(old, to: new)
    }

    private func seal(
        _ record: ItemRecord, reference: [UInt8], revision: Int64, addedDigests: [AddedDigest] = []
    ) throws(KeychainError) -> SealedRow {
        var attributes = record.attributes
        attributes[.accessControl] = .data(AccessControl(plain: record.protection).encoded())
        let base = SyncRow.Base(record.summary, revision: UInt64(revision))
        attributes[.syncMark] = SyncMark(circle: circle, base: base).attribute
        if !record.synchronizable { attributes[.isIncluded] = .boolean(true) }
        let keybag = transaction.keybag
        let row = SealedRow(
            itemClass: record.itemClass, accessGroup: record.accessGroup,
            protection: record.protection.rawValue, synchronizable: record.synchronizable,
            tombstone: false, persistentReference: reference, revision: revision,
            digests: keybag.digests(of: attributes, in: record.itemClass),
            addedDigests: addedDigests, primaryKey: keybag.primaryKey(record.key.bytes))
        return try keybag.seal(row, attributes: attributes, secret: record.secret)
    }

    /// Writes what a row was when it was synchronized; nil for an item that isn't any more.
    private func mark(
        _ row: SealedRow, _ summary: SyncRecord?, revision: Int64
    ) throws(KeychainError) {
        let keybag = transaction.keybag
        var attributes = try keybag.openMetadata(row)
        attributes[.syncMark] = summary.map {
            SyncMark(circle: circle, base: SyncRow.Base($0, revision: UInt64(revision))).attribute
        }
        if summary == nil { attributes[.isIncluded] = nil }
        var new = row
        new.revision += 1
        new = try keybag.seal(new, attributes: attributes, secret: try keybag.openSecret(row))
        try transaction.update(row, to: new)
    }

    /// Keeps a row for the user that another device's change replaces.
    private func setAside(_ row: SealedRow, _ device: DeviceID?) throws(KeychainError) {
        let cause = device.map { "replaced by a change on \(deviceName($0))" }
        try transaction.writer.setAside(
            row, reason: "sync: \(cause ?? "deleted on another device")", isAcknowledged: true)
    }

    /// Keeps a record of this device for the user that it replaces unseen.
    private func setAside(_ former: SyncRecord?, of key: RecordKey) throws(KeychainError) {
        guard let former, let record = records[ItemRecord.Name(key, former.version)] else { return }
        let row = try seal(record, reference: system.random.bytes(16), revision: 1)
        try setAside(row, former.version.device)
    }
}
