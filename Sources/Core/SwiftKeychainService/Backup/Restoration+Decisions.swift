// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore

// The first reading of an archive: which of its items are restored.
extension Restoration {
    /// The outcome for an item that isn't simply added.
    enum Decision {
        /// It is not to be restored.
        case excluded
        /// It conflicts with stored ones.
        case wins, loses
    }

    /// The name of a stored row.
    private struct RowName: Hashable {
        let itemClass: ItemClass
        let rowid: Int64
    }

    /// An item that conflicts with stored ones, and when each was changed.
    private struct Contest {
        let index: Int
        let modified: Double
        let stored: [(name: RowName, modified: Double)]
    }

    /// Decides about every item, and counts those that are excluded.
    ///
    /// - Returns: the decisions by the index in the archive.
    func decide(_ tally: inout RestoreTally) throws(KeychainError) -> [Int: Decision] {
        var decisions: [Int: Decision] = [:]
        var contests: [Contest] = []
        try forEachItem { (item, index) in
            guard let item else {
                tally.elsewhere += 1
                return
            }
            try item.check()
            let rows = try conflicts(with: item)
            // Without trust, no trust setting is restored, and none is replaced by an item.
            if !withTrust, item.isTrust || rows.contains(where: isTrust) {
                tally.trust.leftOut += 1
                decisions[index] = .excluded
                return
            }
            // The caller may not change a row that has moved to another program's group.
            guard groups.reaches(item.accessGroup), rows.allSatisfy(isReached) else {
                tally.otherGroups += 1
                decisions[index] = .excluded
                return
            }
            if rows.isEmpty { return }
            let stored = try rows.map { row in
                let name = RowName(itemClass: item.itemClass, rowid: row.rowid)
                return (name: name, modified: try modified(row))
            }
            contests.append(Contest(index: index, modified: item.modified, stored: stored))
        }
        Self.decide(contests, &decisions)
        return decisions
    }

    /// Decides the newest first. A stored row that a newer item displaces competes with no other item.
    private static func decide(_ contests: [Contest], _ decisions: inout [Int: Decision]) {
        var displaced: Set<RowName> = []
        for contest in contests.sorted(by: { ($1.modified, $0.index) < ($0.modified, $1.index) }) {
            let wins = contest.stored.allSatisfy {
                displaced.contains($0.name) || $0.modified < contest.modified
            }
            if wins { displaced.formUnion(contest.stored.map(\.name)) }
            decisions[contest.index] = wins ? .wins : .loses
        }
    }

    private func isReached(_ stored: StoredRow) -> Bool {
        stored.sealed.map { groups.reaches($0.accessGroup) } ?? true
    }

    private func isTrust(_ stored: StoredRow) -> Bool {
        stored.sealed?.accessGroup == Caller.trustSettingsGroup
    }

    /// Returns when a stored item was last changed. A row that doesn't open loses against any item.
    private func modified(_ stored: StoredRow) throws(KeychainError) -> Double {
        switch try open(stored) {
        case .item(let item, _):
            // An archived item without a date has -.infinity, and doesn't replace a stored one without a date.
            return item.stored[.modificationDate]?.seconds ?? -.greatestFiniteMagnitude
        case .locked: throw Self.locked()
        case .damaged: return -.infinity
        case .newer(let rule): throw KeychainError(.notAvailable, rule)
        }
    }
}
