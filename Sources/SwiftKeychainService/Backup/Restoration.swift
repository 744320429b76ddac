import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

/// Puts the items of an archive into a store, in one transaction.
///
/// The archive is read twice: first it is decided which of its items win, then they are stored. An
/// item may meet two stored ones, by its reference and by its primary key, and two items may meet
/// the same one. They are judged newest first, so that the outcome neither depends on their order
/// nor changes when the archive is restored again.
struct Restoration {
    let transaction: Transaction
    let groups: AuthorisedBackup
    let withTrust: Bool
    let archive: ArchiveTally
    let progress: Progress?
    let reader: () throws(KeychainError) -> ArchiveReader

    init(
        transaction: Transaction, groups: AuthorisedBackup, withTrust: Bool, archive: ArchiveTally,
        progress: Progress?,
        reader: @escaping () throws(KeychainError) -> ArchiveReader
    ) {
        self.transaction = transaction
        self.groups = groups
        self.withTrust = withTrust
        self.archive = archive
        self.progress = progress
        self.reader = reader
    }

    /// Names a stored row.
    private struct RowName: Hashable {
        let itemClass: ItemClass
        let rowid: Int64
    }

    /// Holds an item that meets stored ones.
    private struct Contest {
        let index: Int
        let modified: Double
        let stored: [(name: RowName, modified: Double)]
    }

    /// Holds what was decided, by the place of an item in the archive.
    private struct Decisions {
        var excluded: Set<Int> = []
        var losers: Set<Int> = []
        var contested: Set<Int> = []
    }

    func run() throws(KeychainError) -> RestoreTally {
        var tally = RestoreTally()
        tally.archive = archive
        let decisions = try decide(&tally)
        var written: Set<PersistentReference> = []
        try forEachItem { (item, index) throws(KeychainError) in
            if index % 256 == 0, index > 0 { progress?(index, archive.items) }
            guard let item, !decisions.excluded.contains(index) else { return }
            if decisions.losers.contains(index) {
                tally.count(item, \.kept, orTrust: \.kept)
                return
            }
            if decisions.contested.contains(index) {
                try replace(by: item, unless: written, &tally)
            } else {
                try add(item, &tally)
            }
            written.insert(item.reference)
        }
        return tally
    }

    // MARK: Deciding

    private func decide(_ tally: inout RestoreTally) throws(KeychainError) -> Decisions {
        var decisions = Decisions()
        var contests: [Contest] = []
        var (elsewhere, otherGroups, trust) = (0, 0, 0)
        try forEachItem { (item, index) throws(KeychainError) in
            guard let item else {
                elsewhere += 1
                return
            }
            try item.check()
            let met = try rows(meeting: item)
            // Neither brings an item trust, nor does it take the place of what was said of trust.
            if !withTrust, item.isTrust || met.contains(where: isTrust) {
                trust += 1
                decisions.excluded.insert(index)
                return
            }
            // A row that moved to another program's group is not the caller's to change.
            guard groups.reaches(item.accessGroup), met.allSatisfy(isReached) else {
                otherGroups += 1
                decisions.excluded.insert(index)
                return
            }
            if met.isEmpty { return }
            decisions.contested.insert(index)
            var stored: [(name: RowName, modified: Double)] = []
            for row in met {
                stored.append((name(row, item.itemClass), try modified(row)))
            }
            contests.append(Contest(index: index, modified: item.modified, stored: stored))
        }
        tally.elsewhere = elsewhere
        tally.otherGroups = otherGroups
        tally.trust.leftOut = trust
        contests.sort { ($1.modified, $0.index) < ($0.modified, $1.index) }
        var displaced: Set<RowName> = []
        for contest in contests {
            let wins = contest.stored.allSatisfy {
                displaced.contains($0.name) || $0.modified < contest.modified
            }
            if wins {
                displaced.formUnion(contest.stored.map(\.name))
            } else {
                decisions.losers.insert(contest.index)
            }
        }
        return decisions
    }

    /// Opens a stored row, with its secret where nobody has to be asked for it.
    private func open(_ stored: StoredRow) throws(KeychainError) -> OpenedRow {
        let opened = try OpenedRow(stored, keybag: transaction.keybag, withSecret: false)
        guard case .item(let item, _) = opened, !item.accessControl.isConstrained else {
            return opened
        }
        return try OpenedRow(stored, keybag: transaction.keybag, withSecret: true)
    }

    private func isReached(_ stored: StoredRow) -> Bool {
        if case .sealed(let row) = stored { groups.reaches(row.accessGroup) } else { true }
    }

    private func isTrust(_ stored: StoredRow) -> Bool {
        if case .sealed(let row) = stored {
            row.accessGroup == Caller.trustSettingsGroup
        } else {
            false
        }
    }

    /// Tells when a stored item was changed last; a row that does not open loses against any.
    private func modified(_ stored: StoredRow) throws(KeychainError) -> Double {
        switch try open(stored) {
        case .item(let item, _):
            if case .date(let seconds) = item.stored[.modificationDate] { return seconds }
            return -.greatestFiniteMagnitude
        case .locked:
            throw KeychainError(
                .interactionNotAllowed,
                "an item that is stored is locked: unlock the keychain to restore")
        case .damaged: return -.infinity
        case .newer(let rule): throw KeychainError(.notAvailable, rule)
        }
    }

    // MARK: Storing

    private func add(
        _ item: ArchivedItem, _ tally: inout RestoreTally
    ) throws(KeychainError) {
        do throws(KeychainError) {
            try transaction.insert(
                item.sealed(revision: item.revision, keybag: transaction.keybag))
        } catch {
            // Nothing stored has its key or reference: another item of the archive must.
            throw error.code == .duplicateItem ? Self.contradiction() : error
        }
        tally.count(item, \.added, orTrust: \.restored)
    }

    /// Lets an item take the place of those it meets; the one with its reference keeps its age.
    private func replace(
        by item: ArchivedItem, unless written: Set<PersistentReference>,
        _ tally: inout RestoreTally
    ) throws(KeychainError) {
        var old: [SealedRow] = []
        for stored in try rows(meeting: item) {
            switch try open(stored) {
            case .item(_, let row):
                let reference = PersistentReference(
                    itemClass: row.itemClass, uuid: row.persistentReference)
                if written.contains(reference) { throw Self.contradiction() }
                old.append(row)
            case .damaged(let rule):
                try transaction.quarantine(stored, of: item.itemClass, rule: rule)
            case .locked:
                throw KeychainError(.interactionNotAllowed, "an item that is stored is locked")
            case .newer(let rule): throw KeychainError(.notAvailable, rule)
            }
        }
        guard let first = old.first else { return try add(item, &tally) }
        for row in old.dropFirst() { try transaction.delete(row) }
        let revision = max(first.revision, item.revision) + 1
        var new = try item.sealed(revision: revision, keybag: transaction.keybag)
        new.rowid = first.rowid
        try transaction.update(first, to: new)
        tally.count(item, \.replaced, orTrust: \.restored)
    }

    // MARK: Reading

    /// Gives every item of the archive with its place; nil for one that does not open here.
    private func forEachItem(
        _ body: (ArchivedItem?, Int) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let reader = try reader()
        var index = 0
        while true {
            switch try reader.next() {
            case .item(let item): try body(item, index)
            case .elsewhere: try body(nil, index)
            case .end: return
            }
            index += 1
        }
    }

    /// Gives the stored rows with the reference of an item or its primary key, that with the
    /// reference first.
    private func rows(meeting item: ArchivedItem) throws(KeychainError) -> [StoredRow] {
        let writer = transaction.writer
        var found = try writer.rows(
            StoreQuery(itemClass: item.itemClass, persistentReferences: [item.reference.uuid]),
            after: 0, limit: 1)
        let key = item.primaryKey(transaction.keybag)
        let others = try writer.rows(
            StoreQuery(itemClass: item.itemClass, primaryKey: key), after: 0, limit: 1)
        for other in others where !found.contains(where: { $0.rowid == other.rowid }) {
            found.append(other)
        }
        return found
    }

    private func name(_ stored: StoredRow, _ itemClass: ItemClass) -> RowName {
        RowName(itemClass: itemClass, rowid: stored.rowid)
    }

    private static func contradiction() -> KeychainError {
        KeychainError(.decode, "archive: two of its items have one primary key")
    }
}

extension ArchivedItem {
    fileprivate var isTrust: Bool { accessGroup == Caller.trustSettingsGroup }
}

extension RestoreTally {
    /// Counts an item, or apart from items a trust setting.
    fileprivate mutating func count(
        _ item: ArchivedItem, _ items: WritableKeyPath<RestoreTally, Int>,
        orTrust settings: WritableKeyPath<Trust, Int>
    ) {
        if item.isTrust { trust[keyPath: settings] += 1 } else { self[keyPath: items] += 1 }
    }
}
