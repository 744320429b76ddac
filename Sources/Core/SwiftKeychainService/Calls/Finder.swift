// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

/// The search for items: finds candidates, opens them and matches them again (steps 5 to 8 of a call).
struct Finder {
    let reader: StoreReader
    let keybag: Keybag
    let query: Authorised<Query>
    /// The items whose secrets are opened.
    var secrets = Secrets.none
    /// What is read of items that are left out later if they demand the user; empty if none are.
    var skips: Item.Parts = []
    /// Whether to collect rows of a locked class instead of failing at the first.
    var collectsLocked = false
    /// Whether only to find out which items match.
    var namesOnly = false
    let call: Call

    /// What the present search has found so far.
    var found = Found()
    /// How many items the present search needs; nil for all.
    var limit: Int?
    /// Whether locked rows are judged after the search: the order of an item list decides if they come before the limit.
    var postponesLocked = false
    /// How many rows it may still look at; nil for all.
    var rows: Int?
    /// The row that it looked at last.
    var cursor = Cursor()
    /// Whether it has read no page of the present table yet.
    var isFirstPage = true

    /// Whose secrets are opened. With `sealed`, a secret is its box, as it is stored.
    enum Secrets { case none, ofCertificates, all, sealed }

    /// The rows read from the store at once; one if the search needs one.
    static let page = 128
    static let longPage = 4096

    /// An item that matched the query, and its row, or the two rows of an identity.
    final class Entry {
        let item: Item
        let row: SealedRow
        let key: SealedRow?

        init(item: Item, row: SealedRow, key: SealedRow? = nil) {
            self.item = item
            self.row = row
            self.key = key
        }
    }

    /// The result of a search.
    struct Found {
        var items: [Entry] = []
        /// How many of the items may be left out later. They don't count toward the limit.
        var doubtful = 0
        /// Items that match by their digests and weren't opened, without attributes.
        var names: [Item] = []
        /// Rows that may match and don't open although their class key is unlocked.
        var damaged: [Damaged] = []
        /// Why a row that may match can't be read, if a newer build wrote it.
        var newer: String?
        /// Rows that may match and whose class is locked.
        var locked: [StoredRow] = []
        /// The error of an unreadable page of the file, whose rows may match.
        var unread: KeychainError?
        /// Where the next search continues; nil after the last candidate or at the limit.
        var next: Cursor?

        /// The error for a result without items.
        var failure: KeychainError {
            if let unread { return unread }
            if let newer { return KeychainError(.notAvailable, newer) }
            guard let first = damaged.first else {
                return KeychainError(.itemNotFound, "no item matches")
            }
            return KeychainError(
                .decode, "only damaged items may match (\(damaged.count)): \(first.rule)")
        }
    }

    /// A row that doesn't open, and what is known of it.
    struct Damaged {
        let row: StoredRow
        let rule: String
        /// Whether its attributes opened and match, and only its data doesn't open.
        let matches: Bool
    }

    /// Opens candidates until `limit` items match; nil for all.
    ///
    /// - Parameters:
    ///   - start: where the previous search stopped.
    ///   - rows: the approximate number of candidates to look at; nil for all.
    /// - Throws: `interactionNotAllowed` for the first row of a locked class that may
    ///   match, unless `collectsLocked`.
    mutating func run(
        limit: Int?, from start: Cursor = Cursor(), rows: Int? = nil
    ) throws(KeychainError) -> Found {
        let digested = DigestedQuery(query, keybag: keybag)
        // The order of the list decides which are first, so look at all of a list.
        let inOrder = query.content.itemList == nil && !digested.isInParts
        (found, self.limit) = (Found(), inOrder ? limit : nil)
        // What is locked and comes after the limit doesn't matter.
        postponesLocked = !collectsLocked && limit != nil && query.content.itemList != nil
        (self.rows, cursor) = (rows, start)
        for (position, storeQuery) in digested.storeQueries.enumerated()
        where !isOver && enters(position) {
            if namesOnly, namesByDigests(storeQuery) {
                try lookForNames(storeQuery)
            } else {
                try look(for: storeQuery)
            }
        }
        if let join = digested.identities, !isOver, enters(digested.storeQueries.count) {
            try lookForIdentities(join)
        }
        if !isOver {
            if digested.isInParts { orderByAge() }
            let most = limit.map { $0 <= found.items.count ? $0 + found.doubtful : $0 }
            if let list = query.content.itemList {
                try order(by: ListPlaces(list), most)
            }
            if let most { found.items = Array(found.items.prefix(most)) }
        }
        found.unread = reader.skippedDamage
        return found
    }

    /// Whether the search has found enough, or stopped at its last row.
    private var isOver: Bool { found.next != nil || isFull }

    private var isFull: Bool {
        guard let limit else { return false }
        return found.items.count - found.doubtful >= limit
    }

    /// Adds an item to those found. Returns true when the search has enough.
    mutating func add(_ entry: Entry) -> Bool {
        found.items.append(entry)
        if !entry.item.demand(reading: skips).isEmpty { found.doubtful += 1 }
        return isFull
    }

    /// Starts a table; false if the previous search had finished it.
    private mutating func enters(_ table: Int) -> Bool {
        if table < cursor.table { return false }
        if table > cursor.table { cursor = Cursor(table: table) }
        isFirstPage = true
        return true
    }

    /// Records that a full page was looked at. Returns true when the search must stop.
    mutating func stops(after count: Int) -> Bool {
        isFirstPage = false
        guard let left = rows else { return false }
        rows = left - count
        guard left <= count else { return false }
        found.next = cursor
        return true
    }

    /// Reads pages of one class, opens each row and compares it, until the search has enough or the table ends.
    ///
    /// - Parameter join: the search for the key of each certificate, if identities are searched.
    mutating func look(
        for storeQuery: StoreQuery, _ join: DigestedQuery.Join? = nil
    ) throws(KeychainError) {
        while true {
            // First as many as items are needed, since most candidates match.
            let needed = isFirstPage ? min(limit ?? Self.page, Self.page) : Self.page
            // The rows with a lookup attribute are found and sorted anew for each page.
            let size = storeQuery.lookup == nil ? needed : Self.longPage
            let page = try reader.rows(storeQuery, after: cursor.rowid, limit: size)
            for stored in page {
                cursor.rowid = stored.rowid
                let entry =
                    if let join {
                        try identity(of: stored, join)
                    } else {
                        try entry(stored)
                    }
                if let entry, add(entry) { return }
            }
            if page.count < size || stops(after: page.count) { return }
        }
    }

    /// Opens one row; nil when it doesn't match, or is recorded in `found` as locked or damaged.
    mutating func entry(_ stored: StoredRow) throws(KeychainError) -> Entry? {
        guard let (item, row) = try open(stored, query.content),
            let item = try withSecret(item, row)
        else { return nil }
        return Entry(item: item, row: row)
    }

    /// Opens the attributes of a row and matches them with `query`.
    mutating func open(
        _ stored: StoredRow, _ query: Query
    ) throws(KeychainError) -> (Item, SealedRow)? {
        call.step()
        guard self.query.reaches(stored) else { return nil }
        switch try OpenedRow(stored, keybag: keybag) {
        case .item(let item, let row):
            guard query.matches(item) else { return nil }
            try call.found(bytes: row.metadataBox.count + (row.secretBox?.count ?? 0))
            return (item, row)
        case .locked:
            guard collectsLocked || postponesLocked else { throw Self.lockedItem() }
            found.locked.append(stored)
        case .newer(let rule): found.newer = rule
        case .damaged(let rule):
            found.damaged.append(Damaged(row: stored, rule: rule, matches: false))
        }
        return nil
    }

    /// Returns an item with its secret if that is needed; nil, after recording a damaged row, when it doesn't
    /// open.
    mutating func withSecret(_ item: Item, _ row: SealedRow) throws(KeychainError) -> Item? {
        let isWanted: Bool
        switch secrets {
        case .none: isWanted = false
        case .ofCertificates: isWanted = item.itemClass == .certificate
        case .all: isWanted = true
        case .sealed: return item.with(secret: row.secretBox.map { SecretBytes(copying: $0) })
        }
        // A password can be checked only with the secret.
        guard isWanted || item.isWrapped else { return item }
        do {
            return item.with(secret: try keybag.openSecret(row))
        } catch {
            guard error.code == .decode else { throw error }
            found.damaged.append(
                Damaged(row: .sealed(row), rule: error.detail, matches: true))
            return nil
        }
    }

    /// Returns the error for a locked item that may match.
    static func lockedItem() -> KeychainError {
        KeychainError(
            .interactionNotAllowed, "a matching item may be in a locked protection class")
    }

    /// Sorts items by class and age, the oldest first.
    private mutating func orderByAge() {
        found.items.sort {
            // Sort by class, as if each class had been searched at once.
            let classes = ItemClass.allCases
            let left = classes.firstIndex(of: $0.item.itemClass) ?? 0
            let right = classes.firstIndex(of: $1.item.itemClass) ?? 0
            return left == right ? $0.row.rowid < $1.row.rowid : left < right
        }
    }

    /// Sorts items by their place in a list.
    ///
    /// - Throws: `interactionNotAllowed` when a locked row comes before the limit.
    private mutating func order(
        by places: ListPlaces, _ limit: Int?
    ) throws(KeychainError) {
        found.items.sort { places[$0.item.reference] < places[$1.item.reference] }
        guard postponesLocked, let limit else { return }
        let end =
            found.items.count < limit ? .max : places[found.items[limit - 1].item.reference]
        // The key of an identity isn't in the list.
        if found.locked.contains(where: { places[$0] == .max || places[$0] < end }) {
            throw Self.lockedItem()
        }
        found.locked = []
    }
}

extension Query {
    /// Returns the most results, nil for all; `standard` if the query has no limit.
    package func count(standard: Limit) -> Int? {
        switch limit ?? standard {
        case .one: 1
        case .atMost(let count): count
        case .all: nil
        }
    }
}
