// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore

/// The restore of an archive into a store, in one transaction.
///
/// The archive is read twice: first to decide which of its items win, then to store them. An item can
/// conflict with two stored ones, by its reference and by its primary key, and two items can conflict with
/// the same one. They are decided newest first, so that the result depends neither on their order nor on
/// an earlier restore of the same archive.
struct Restoration {
    let transaction: Transaction
    let groups: AuthorisedBackup
    let withTrust: Bool
    let archive: ArchiveTally
    let progress: Progress?
    let reader: () throws(KeychainError) -> ArchiveReader

    /// Decides about all items first, and then writes them, in one transaction. The archive is read twice, because it
    /// may be larger than memory.
    func run() throws(KeychainError) -> RestoreTally {
        var tally = RestoreTally()
        tally.archive = archive
        let decisions = try decide(&tally)
        let isCircleMember = try transaction.isCircleMember
        var written: Set<PersistentReference> = []
        try forEachItem { (item, index) in
            if index % 256 == 0, index > 0 { progress?(index, archive.items) }
            guard var item else { return }
            if isCircleMember { item = item.asChange }
            switch decisions[index] {
            case .excluded: return
            case .loses:
                tally.count(item, \.kept, orTrust: \.kept)
                return
            case .wins: try replace(by: item, unless: written, &tally)
            case nil: try add(item, &tally)
            }
            written.insert(item.reference)
        }
        return tally
    }

    /// Stores an item that has no counterpart in the store, with its reference and revision.
    private func add(
        _ item: ArchivedItem, _ tally: inout RestoreTally
    ) throws(KeychainError) {
        do throws(KeychainError) {
            try transaction.insert(
                item.sealed(revision: item.revision, keybag: transaction.keybag))
        } catch {
            // No stored item has its key or reference, so another item of the archive must.
            throw error.code == .duplicateItem ? Self.contradiction() : error
        }
        tally.count(item, \.added, orTrust: \.restored)
    }

    /// Replaces the items that an item conflicts with. The row with its reference keeps its age.
    private func replace(
        by item: ArchivedItem, unless written: Set<PersistentReference>,
        _ tally: inout RestoreTally
    ) throws(KeychainError) {
        var old: [(item: Item, row: SealedRow)] = []
        for stored in try conflicts(with: item) {
            switch try open(stored) {
            case .item(let stored, let row):
                let reference = PersistentReference(
                    itemClass: row.itemClass, uuid: row.persistentReference)
                if written.contains(reference) { throw Self.contradiction() }
                old.append((stored, row))
            case .damaged(let rule): try transaction.quarantine(stored, rule: rule)
            case .locked: throw Self.locked()
            case .newer(let rule): throw KeychainError(.notAvailable, rule)
            }
        }
        guard let first = old.first?.row else { return try add(item, &tally) }
        for (_, row) in old.dropFirst() { try transaction.delete(row) }
        // Above both, so that no box of an earlier revision opens in this row.
        let revision = max(first.revision, item.revision) + 1
        var new = try item.sealed(revision: revision, keybag: transaction.keybag)
        if let same = old.first(where: { $0.row.primaryKey == new.primaryKey }) {
            new = try transaction.succeeding(same.item, new)
        }
        new.rowid = first.rowid
        try transaction.update(first, to: new)
        tally.count(item, \.replaced, orTrust: \.restored)
    }

    /// Calls `body` with every item of the archive and its index; nil for an item that doesn't open here.
    func forEachItem(
        _ body: (ArchivedItem?, Int) throws -> Void
    ) throws(KeychainError) {
        let reader = try reader()
        var index = 0
        while true {
            let item: ArchivedItem?
            switch try reader.next() {
            case .item(let opened): item = opened
            case .elsewhere: item = nil
            case .end: return
            }
            try translating { try body(item, index) }
            index += 1
        }
    }

    /// Returns the stored rows with the reference of an item or its primary key, the one with the
    /// reference first.
    func conflicts(with item: ArchivedItem) throws(KeychainError) -> [StoredRow] {
        let writer = transaction.writer
        var found = try writer.rows(
            StoreQuery(itemClass: item.itemClass, persistentReferences: [item.reference.uuid]),
            limit: 1)
        let key = item.primaryKey(transaction.keybag)
        let others = try writer.rows(
            StoreQuery(itemClass: item.itemClass, primaryKey: key), limit: 1)
        for other in others where !found.contains(where: { $0.rowid == other.rowid }) {
            found.append(other)
        }
        return found
    }

    /// Opens a stored row, with its secret unless the user would have to be asked for it.
    func open(_ stored: StoredRow) throws(KeychainError) -> OpenedRow {
        let opened = try OpenedRow(stored, keybag: transaction.keybag)
        guard case .item(let item, _) = opened, !item.accessControl.isConstrained else {
            return opened
        }
        return try OpenedRow(stored, keybag: transaction.keybag, withSecret: true)
    }

    static func locked() -> KeychainError {
        KeychainError(
            .interactionNotAllowed, "an existing item is locked: unlock the keychain to restore")
    }

    private static func contradiction() -> KeychainError {
        KeychainError(.decode, "archive: two items have the same primary key")
    }
}

extension ArchivedItem {
    var isTrust: Bool { accessGroup == Caller.trustSettingsGroup }
}

extension RestoreTally {
    /// Counts an item, or separately a trust setting.
    fileprivate mutating func count(
        _ item: ArchivedItem, _ items: WritableKeyPath<RestoreTally, Int>,
        orTrust settings: WritableKeyPath<Trust, Int>
    ) {
        if item.isTrust { trust[keyPath: settings] += 1 } else { self[keyPath: items] += 1 }
    }
}
