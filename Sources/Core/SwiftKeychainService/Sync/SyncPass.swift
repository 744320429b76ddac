// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSeam
import SwiftKeychainSync
import SwiftKeychainSystem

/// One merge of a store with what the devices of its circle say, in a transaction.
///
/// Rows that others changed are changed, and rows that this device changed become records to publish. Those are marked at
/// once: the transaction also stores the head that has the records, so that they are sent whatever happens.
struct SyncPass {
    let transaction: Transaction
    /// The name of the circle, which marks of rows have.
    let circle: [UInt8]
    let system: SystemSources
    /// The records of all heads that are held, and of the own one.
    let records: [ItemRecord.Name: ItemRecord]
    /// Returns the name of a device, for a row that is set aside because of it.
    let deviceName: (DeviceID) -> String
    /// Whether the user wants the deletions of more items than can be meant without asking.
    let acceptsDeletions: Bool
    /// The devices whose heads were accepted before. Nothing is concluded from a union without what they said.
    let required: Set<DeviceID>
    /// Returns whether a head can be written with these members.
    let mayWrite: (SyncState) -> Bool

    /// The result of a merge.
    struct Result {
        let merge: Merge
        var outcome = Outcome.merged
        /// The records that the next head has for the first time.
        var sent: [ItemRecord] = []
        /// The number of rows that were added, changed or deleted.
        var changed = 0
        /// The number of items that are set aside.
        var lost = 0
    }

    /// Whether rows were changed.
    enum Outcome {
        case merged
        /// Heads of these devices were accepted, and aren't there.
        case waiting(Set<DeviceID>)
        /// A head can be written only while the keychain is unlocked.
        case locked
        /// So many items would be deleted, which may be a mistake.
        case refused(deletions: Int)
    }

    /// Merges.
    func run(
        _ state: SyncState, heads: [DeviceID: SyncHead], isLocked: Bool
    ) throws(KeychainError) -> Result {
        let known = Set(records.keys.map(\.key))
        let rows = try SyncedRows(
            transaction.writer, transaction.keybag, circle: circle, records: known)
        var result = Result(
            merge: Merge(
                state, heads: heads, rows: rows.rows, isLocked: isLocked,
                now: system.milliseconds))
        let missing = required.subtracting(result.merge.state.held.keys)
        if !missing.isEmpty {
            result.outcome = .waiting(missing)
            return result
        }
        if result.merge.outcome == .merged, !mayWrite(result.merge.state) {
            result.outcome = .locked
            return result
        }
        let changes = result.merge.changes.filter { !rows.untouchable.contains($0.key) }
        if !acceptsDeletions {
            let deletions = countDeletions(among: changes, of: rows)
            if Self.needConsent(deletions, of: rows.live) {
                result.outcome = .refused(deletions: deletions)
                return result
            }
        }
        for (key, record) in result.merge.unseen where !rows.untouchable.contains(key) {
            try setAside(record, of: key, changes[key])
            result.lost += 1
        }
        for (key, change) in changes { try apply(change, key, rows.opened[key], &result) }
        try transaction.writer.dropSetAside(
            Self.reason, before: system.seconds - Engine.listing)
        return result
    }

    /// Returns the number of items that are deleted, and don't come again with their secret and creation date under another
    /// primary key: those were renamed.
    private func countDeletions(
        among changes: [RecordKey: RowChange], of rows: SyncedRows
    ) -> Int {
        let deleted = rows.opened.filter { key, opened in
            guard case .delete = changes[key] else { return false }
            // A row that is bound to this device stays, and loses only its mark.
            return !opened.row.tombstone && !opened.isBound
        }
        // Otherwise no secret need be opened.
        guard Self.needConsent(deleted.count, of: rows.live) else { return deleted.count }
        var arriving: [[UInt8]: Int] = [:]
        for (key, change) in changes where rows.rows[key] == nil {
            guard case .take(let summary, _) = change, let record = storable(summary, of: key)
            else { continue }
            let name = Self.lastingName(record.protection, record.attributes, record.secret)
            arriving[name, default: 0] += 1
        }
        return deleted.values.count { opened in
            guard let secret = try? transaction.keybag.openSecret(opened.row) else { return true }
            let item = opened.item
            let name = Self.lastingName(item.accessControl.protection, item.stored, secret)
            guard let count = arriving[name], count > 0 else { return true }
            arriving[name] = count - 1
            return false
        }
    }

    /// Returns a hash of what an item keeps when it is renamed.
    private static func lastingName(
        _ protection: ProtectionClass, _ attributes: [Attribute: AttributeValue],
        _ secret: SecretBytes?
    ) -> [UInt8] {
        ItemRecord.contents(
            protection: protection, attributes: attributes.filter { $0.key == .creationDate },
            secret: secret)
    }

    /// Returns whether so many deletions at once may be a mistake: more than 100, or at least 10 and half of all
    /// synchronized items.
    private static func needConsent(_ deletions: Int, of all: Int) -> Bool {
        deletions > 100 || deletions >= 10 && 2 * deletions >= all
    }

    /// Makes the record of a row that changed, and marks the row.
    private func send(
        _ summary: SyncRecord, _ opened: SyncedRows.Opened
    ) throws(KeychainError) -> ItemRecord {
        let item = opened.item
        // A row that is bound to this device now isn't sent; what is sent is its deletion, in a class that others have.
        let protection = opened.isBound ? .whenUnlocked : item.accessControl.protection
        let record = ItemRecord(
            itemClass: item.itemClass, accessGroup: item.accessGroup,
            synchronizable: item.synchronizable, protection: protection,
            version: summary.version, saw: summary.saw, state: summary.state,
            attributes: SyncedRows.sent(item),
            secret: summary.state == .live ? try transaction.keybag.openSecret(opened.row) : nil)
        if opened.row.tombstone {
            try transaction.delete(opened.row)
        } else {
            try mark(opened.row, record.state == .live ? record.summary : nil)
        }
        return record
    }

    /// Changes or sends a row as the merge decided. A change counts if a program or the user sees a difference.
    private func apply(
        _ change: RowChange, _ key: RecordKey, _ opened: SyncedRows.Opened?,
        _ result: inout Result
    ) throws(KeychainError) {
        switch change {
        case .take(let summary, let setsAside):
            // Otherwise the record stays in its pack, and each merge tries again.
            guard let record = storable(summary, of: key) else { return }
            if setsAside, let opened {
                try setAside(opened.row, summary.version.device)
                result.lost += 1
            }
            try take(record, opened)
            result.changed += 1
        case .confirm(let summary):
            if let opened { try mark(opened.row, summary) }
        case .delete(let setsAside):
            guard let opened else { return }
            if opened.isBound, !opened.row.tombstone { return try mark(opened.row, nil) }
            if setsAside {
                try setAside(opened.row, nil)
                result.lost += 1
            }
            try transaction.delete(opened.row)
            if !opened.row.tombstone { result.changed += 1 }
        case .release:
            if let opened { try mark(opened.row, nil) }
            result.changed += 1
        case .send(let summary):
            guard let opened else { return }
            result.sent.append(try send(summary, opened))
        }
    }

    /// Returns the record of an item if this build understands it, and a program could have stored the item; a member that
    /// is hostile may write anything.
    private func storable(_ summary: SyncRecord, of key: RecordKey) -> ItemRecord? {
        guard let record = records[ItemRecord.Name(key, summary.version)],
            record.needs <= ItemRecord.understood, record.accessGroup != Caller.tokenGroup,
            (try? ArchivedItem(record, reference: system.random.bytes(16)).check()) != nil
        else { return nil }
        return record
    }

    /// Stores the item of a record, in its row or a new one.
    private func take(_ record: ItemRecord, _ opened: SyncedRows.Opened?) throws(KeychainError) {
        let old = opened?.row
        var row = try seal(
            record, reference: old?.persistentReference ?? system.random.bytes(16),
            revision: (old?.revision ?? 0) + 1, addedDigests: old?.addedDigests ?? [])
        guard let old else { return try transaction.insert(row) }
        row.rowid = old.rowid
        try transaction.update(old, to: row)
    }

    private func seal(
        _ record: ItemRecord, reference: [UInt8], revision: Int64, addedDigests: [AddedDigest] = []
    ) throws(KeychainError) -> SealedRow {
        var item = ArchivedItem(record, reference: reference)
        let base = SyncRow.Base(record.summary, revision: UInt64(revision))
        item.attributes[.syncMark] = SyncMark(circle: circle, base: base).attribute
        if !record.synchronizable { item.attributes[.isIncluded] = .boolean(true) }
        return try item.sealed(
            revision: revision, keybag: transaction.keybag, addedDigests: addedDigests)
    }

    /// Writes what a row was when it was synchronized; nil for an item that isn't any more. The revision in the mark is
    /// the one that the row gets by this, so that the row counts as unchanged.
    private func mark(_ row: SealedRow, _ summary: SyncRecord?) throws(KeychainError) {
        try transaction.reseal(row) { attributes, revision in
            attributes[.syncMark] = summary.map {
                SyncMark(circle: circle, base: SyncRow.Base($0, revision: UInt64(revision)))
                    .attribute
            }
            if summary == nil { attributes[.isIncluded] = nil }
        }
    }

    /// What the reason of a row begins with that the merge set aside.
    static let reason = "sync: "

    /// Keeps a row for the user that another device's change replaces.
    private func setAside(_ row: SealedRow, _ device: DeviceID?) throws(KeychainError) {
        let cause = device.map { "replaced by a change on \(deviceName($0))" }
        try transaction.writer.setAside(
            row, reason: Self.reason + (cause ?? "deleted on another device"), isAcknowledged: true)
    }

    /// Keeps a record of this device for the user that a change replaces unseen. No row has its contents, so one is sealed
    /// for the quarantine.
    private func setAside(
        _ former: SyncRecord, of key: RecordKey, _ change: RowChange?
    ) throws(KeychainError) {
        guard let record = records[ItemRecord.Name(key, former.version)] else { return }
        let row = try seal(record, reference: system.random.bytes(16), revision: 1)
        switch change {
        case .take(let next, _), .confirm(let next), .send(let next):
            try setAside(row, next.version.device)
        case .delete, .release, nil: try setAside(row, nil)
        }
    }
}

extension ArchivedItem {
    /// Makes the item of a record, as a row gets it.
    fileprivate init(_ record: ItemRecord, reference: [UInt8]) {
        var attributes = record.attributes
        attributes[.accessControl] = .data(AccessControl(plain: record.protection).encoded())
        self.init(
            reference: PersistentReference(itemClass: record.itemClass, uuid: reference),
            revision: 1, accessGroup: record.accessGroup, protection: record.protection,
            synchronizable: record.synchronizable, isTombstone: false, attributes: attributes,
            secret: record.secret)
    }
}
