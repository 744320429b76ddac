// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainStore

extension Engine {
    /// Deletes every matching item, or as many as the query's limit, oldest first.
    ///
    /// Items of a locked class are deleted too; damaged ones are moved to the quarantine. The key of
    /// an identity is deleted with the last certificate of its public key.
    ///
    /// - Throws: as `delete` of the typed API.
    func delete(
        _ authorised: Authorised<Query>, _ call: Call
    ) throws(KeychainError) -> Reply {
        let query = authorised.content
        let count = try write(call.deadline) { (transaction) in
            var finder = Finder(
                reader: transaction.writer, keybag: transaction.keybag, query: authorised,
                secrets: .all, collectsLocked: true, call: call)
            let limit = query.count(standard: .all)
            let found = try finder.run(limit: limit)
            // If only opening a row can tell whether it matches, a locked one is kept.
            let isExact = DigestedQuery(authorised, keybag: transaction.keybag).isExact
            let damaged = found.damaged.filter { isExact || $0.matches }
            let locked = isExact ? found.locked : []
            if found.items.isEmpty, damaged.isEmpty, locked.isEmpty {
                throw found.locked.isEmpty ? found.failure : Finder.lockedItem()
            }
            let isSynchronized =
                found.items.contains { $0.item.isSynchronized }
                || locked.contains {
                    if case .sealed(let row) = $0 { row.synchronizable } else { false }
                }
            let leavesTombstones =
                try isSynchronized && (query.leavesTombstones ?? transaction.isCircleMember)
            let most = limit ?? .max
            var count = 0
            var keys: [SealedRow] = []
            for entry in found.items.prefix(most) {
                call.step()
                // Other devices have passwords alone.
                let isWanted = query.leavesTombstones ?? entry.item.itemClass.isPassword
                if leavesTombstones, isWanted, entry.item.isSynchronized {
                    try transaction.leaveTombstone(
                        of: entry.item.certificate ?? entry.item, entry.row, at: system.now())
                } else {
                    try transaction.delete(entry.row)
                }
                if let key = entry.key { keys.append(key) }
                count += 1
            }
            try Self.delete(keys, in: authorised.groups, transaction)
            for case .sealed(let row) in locked.prefix(most - count) {
                call.step()
                if row.synchronizable, leavesTombstones { throw Finder.lockedItem() }
                try transaction.delete(row)
                count += 1
            }
            for entry in damaged.prefix(most - count) {
                try transaction.quarantine(entry.row, rule: entry.rule)
                count += 1
            }
            return count
        }
        return .count(count)
    }

    /// Deletes the keys of identities whose certificates were deleted, except those that another
    /// certificate needs.
    private static func delete(
        _ keys: [SealedRow], in groups: StoreQuery.Groups, _ transaction: Transaction
    ) throws(KeychainError) {
        var deleted: Set<Int64> = []
        for key in keys where deleted.insert(key.rowid).inserted {
            let others = StoreQuery(
                itemClass: .certificate, groups: groups, tombstone: false,
                digests: [
                    Finder.sameKey(key, .applicationLabel, in: .certificate, .publicKeyHash)
                ])
            if try transaction.writer.rows(others, limit: 1).isEmpty {
                try transaction.delete(key)
            }
        }
    }
}
