// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing

extension Engine {
    /// Changes every matching item, or as many as the query's limit, oldest first; all or none.
    ///
    /// - Parameter addition: an item to add when nothing matches, in the same transaction, so that two
    ///   programs that do the same leave one item; nil to add none.
    /// - Throws: as `update` of the typed API; the first error undoes all changes.
    func update(
        _ authorised: Authorised<Query>, _ change: Change, orAdd addition: AuthorisedItem?,
        _ call: Call
    ) throws(KeychainError) -> Reply {
        let query = authorised.content
        let count = try write(call.deadline) { (transaction) -> Granted<Int> in
            var finder = Finder(
                reader: transaction.writer, keybag: transaction.keybag, query: authorised,
                secrets: .all, call: call)
            let found = try finder.run(limit: query.count(standard: .all))
            if found.items.isEmpty {
                let failure = found.failure
                guard let addition, failure.code == .itemNotFound else { throw failure }
                switch try seal([addition], transaction.keybag, call) {
                case .value(let rows): _ = try store(rows, .refused, transaction)
                case .lacks(let demand): return .lacks(demand)
                }
                return .value(0)
            }
            let rows = try Self.rows(of: found.items, query, change, finder)
            for row in rows {
                if let missing = call.missing(row.demand, of: row.item) { return .lacks(missing) }
            }
            var changes: [(old: SealedRow, new: SealedRow)] = []
            for row in rows {
                call.step()
                let item: Item
                switch try call.open(row.item, returning: row.parts) {
                case .value(let opened): item = opened
                case .lacks(let demand): return .lacks(demand)
                }
                let changed = try call.authorise(
                    try row.change.applied(to: item), from: item.accessGroup)
                let version = version(after: item, row.old)
                switch try seal(changed, version, transaction.keybag, call, row.wrapped) {
                case .value(let sealed):
                    var new = sealed.row
                    // One change may be that of many items.
                    try call.found(bytes: new.metadataBox.count + (new.secretBox?.count ?? 0))
                    new.rowid = row.old.rowid
                    changes.append((row.old, new))
                case .lacks(let demand): return .lacks(demand)
                }
            }
            for (old, new) in changes {
                call.step()
                try transaction.change(old, to: new, system)
            }
            return .value(found.items.count)
        }
        return count.reply { .count($0) }
    }

    /// Returns the dates and the revision of a changed item. Its reference and its date of creation stay.
    private func version(after item: Item, _ old: SealedRow) -> RowVersion {
        let created = item.stored[.creationDate]?.seconds ?? system.now()
        let previous = item.stored[.modificationDate]?.seconds ?? created
        return RowVersion(
            created: created,
            // Later than before, even if the clock was set back.
            modified: max(system.now(), previous + 0.001),
            reference: old.persistentReference, revision: old.revision + 1,
            addedDigests: old.addedDigests)
    }

    /// A row to change, and its part of the change.
    private struct ChangedRow {
        /// The item before the change, with its secret as it is stored.
        let item: Item
        let old: SealedRow
        let change: Change

        /// The parts of the item that must be opened.
        var parts: Item.Parts { item.parts(openedBy: change) }

        var demand: AccessControl.Demand { item.demand(reading: parts) }

        /// The secret under an application password that isn't demanded, which stays as it is; nil for any other.
        var wrapped: SecretBytes? {
            item.isWrapped && !demand.applicationPassword ? item.secret : nil
        }
    }

    /// Returns each found row once, because two identities can share a key.
    private static func rows(
        of entries: [Finder.Entry], _ query: Query, _ change: Change, _ finder: Finder
    ) throws(KeychainError) -> [ChangedRow] {
        var rows: [ChangedRow] = []
        var seen: Set<PersistentReference> = []
        for entry in entries {
            for (item, row) in try finder.whole(entry) where seen.insert(item.reference).inserted {
                let part =
                    query.changesHalves(item)
                    ? try change.half(for: item.itemClass, of: entry.item) : change
                rows.append(ChangedRow(item: item, old: row, change: part))
            }
        }
        return rows
    }
}

extension Query {
    /// Returns whether `item` is half of an identity that this query matches.
    fileprivate func changesHalves(_ item: Item) -> Bool {
        itemClass?.hasTable == false
            || itemClass == nil && (chosen ?? references) == nil
                && !(itemList ?? []).contains(item.reference)
    }
}
