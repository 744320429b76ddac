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
                || locked.contains { $0.sealed?.synchronizable == true }
            let leavesTombstones =
                try isSynchronized && (query.leavesTombstones ?? transaction.isCircleMember)
            var targets = found.items.map(Target.item) + damaged.map(Target.damaged)
            for case .sealed(let row) in locked { targets.append(.locked(row)) }
            if let limit, limit < targets.count { Self.keepFirst(limit, of: &targets, query) }
            var keys: [SealedRow] = []
            for target in targets {
                call.step()
                switch target {
                case .item(let entry):
                    // Other devices have passwords alone.
                    let isWanted = query.leavesTombstones ?? entry.item.itemClass.isPassword
                    if leavesTombstones, isWanted, entry.item.isSynchronized {
                        try transaction.leaveTombstone(
                            of: entry.item.certificate ?? entry.item, entry.row, at: system.now())
                    } else {
                        try transaction.delete(entry.row)
                    }
                    if let key = entry.key { keys.append(key) }
                case .locked(let row):
                    if row.synchronizable, leavesTombstones { throw Finder.lockedItem() }
                    try transaction.delete(row)
                case .damaged(let entry): try transaction.quarantine(entry.row, rule: entry.rule)
                }
            }
            try Self.delete(keys, in: authorised.groups, transaction)
            return targets.count
        }
        return .count(count)
    }

    /// What a delete found: an item that opened, or a row that matches unopened.
    private enum Target {
        case item(Finder.Entry)
        case locked(SealedRow)
        case damaged(Finder.Damaged)

        var row: StoredRow {
            switch self {
            case .item(let entry): .sealed(entry.row)
            case .locked(let row): .sealed(row)
            case .damaged(let entry): entry.row
            }
        }
    }

    /// Leaves out what comes after a limit: in the order of the query's list, else by class and age.
    private static func keepFirst(_ limit: Int, of targets: inout [Target], _ query: Query) {
        let places = ListPlaces(query.itemList ?? [])
        let ranked = targets.map { target in
            let row = target.row
            let rank = ItemClass.allCases.firstIndex(of: row.itemClass) ?? 0
            return (order: (places[row], rank, row.rowid), target: target)
        }
        targets = ranked.sorted { $0.order < $1.order }.prefix(limit).map(\.target)
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
