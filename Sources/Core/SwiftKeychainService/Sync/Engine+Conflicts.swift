// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSeam
import SwiftKeychainStore
import SwiftKeychainSystem

// The items that lost against another device's change, which the merge sets aside.
extension Engine {
    /// How long they are listed, in seconds. The next merge then deletes them.
    static let listing: Int64 = 30 * 24 * 3600

    /// Returns the rows that the merge set aside within the last 30 days, and whose access group the caller may use.
    private func setAside(
        _ reader: StoreReader, _ authorised: Authorised<[PersistentReference]>
    ) throws(KeychainError) -> [SetAsideRow] {
        try reader.rowsSetAside(SyncPass.reason, since: system.seconds - Self.listing).filter {
            authorised.mayHave($0.row.accessGroup)
        }
    }

    /// Returns the items of the caller that lost within the last 30 days, with their secrets if wanted. Those of a locked
    /// class are left out.
    func conflicts(
        _ authorised: Authorised<[PersistentReference]>, withSecrets: Bool, _ call: Call
    ) throws(KeychainError) -> [SyncConflict] {
        guard try location.exists else { return [] }
        let view = try begin(call.deadline)
        var conflicts: [SyncConflict] = []
        for entry in try setAside(view.reader, authorised) {
            let opened = try OpenedRow(
                .sealed(entry.row), keybag: view.keybag, withSecret: withSecrets)
            guard case .item(let item, _) = opened else { continue }
            conflicts.append(
                SyncConflict(
                    number: entry.number,
                    date: Int(entry.seconds - SystemClock.epochDifference),
                    reason: String(entry.reason.dropFirst(SyncPass.reason.count)), item: item))
        }
        view.end()
        return conflicts
    }

    /// Stores an item that lost again, as a new change. What is there in its place is set aside.
    ///
    /// - Throws: `itemNotFound` if no such item of the caller was set aside.
    func restore(
        conflict number: Int64, _ authorised: Authorised<[PersistentReference]>, _ call: Call
    ) throws(KeychainError) {
        try write(call.deadline) { transaction in
            let (writer, keybag) = (transaction.writer, transaction.keybag)
            guard
                let old = try setAside(writer, authorised).first(where: { $0.number == number })?
                    .row
            else { throw KeychainError(.itemNotFound, "no conflict has this number") }
            var attributes = try keybag.openMetadata(old)
            let secret = try keybag.openSecret(old)
            // A row without a mark counts as changed.
            attributes[.syncMark] = nil
            attributes[.modificationDate] = .date(system.now())
            var new = old
            (new.rowid, new.revision) = (0, 1)
            let query = StoreQuery(itemClass: old.itemClass, primaryKey: old.primaryKey)
            guard let present = try writer.rows(query, limit: 1).first,
                case .item(let item, let row) = try OpenedRow(present, keybag: keybag),
                !item.isTombstone
            else {
                new.persistentReference = system.random.bytes(16)
                try transaction.insert(
                    keybag.seal(new, attributes: attributes, secret: secret))
                return
            }
            try writer.setAside(
                row, reason: SyncPass.reason + "replaced by one that was restored",
                isAcknowledged: true)
            // The restored item follows what it replaces. The mark has an older revision, so the row counts as changed.
            for attribute in [Attribute.syncMark, .isIncluded] {
                attributes[attribute] = item.stored[attribute]
            }
            (new.rowid, new.revision) = (row.rowid, row.revision + 1)
            new.persistentReference = row.persistentReference
            try transaction.update(
                row, to: keybag.seal(new, attributes: attributes, secret: secret))
        }
    }
}
