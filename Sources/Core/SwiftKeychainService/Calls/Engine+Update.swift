// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
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
            let rows = try Self.rows(of: found.items, finder)
            for (item, _) in rows {
                let demand = item.accessControl.demand
                if let missing = call.missing(demand, of: item) { return .lacks(missing) }
            }
            var changes: [(old: SealedRow, new: SealedRow)] = []
            for (wrapped, old) in rows {
                call.step()
                let item: Item
                switch try call.open(wrapped) {
                case .value(let opened): item = opened
                case .lacks(let demand): return .lacks(demand)
                }
                let part =
                    query.changesHalves(item) ? try change.half(for: item.itemClass) : change
                let changed = try call.authorise(
                    try part.applied(to: item), from: item.accessGroup)
                switch try seal(changed, version(after: item, old), transaction.keybag, call) {
                case .value(let sealed):
                    var new = sealed.row
                    new.rowid = old.rowid
                    changes.append((old, new))
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

    /// The dates and the revision of a changed item. Its reference and its date of creation stay.
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

    /// Returns each found row once, because two identities can share a key.
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
}

extension AttributeValue {
    fileprivate var seconds: Double? {
        if case .date(let seconds) = self { seconds } else { nil }
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
