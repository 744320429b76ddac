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
    /// Whether to collect rows of a locked class instead of failing at the first.
    var collectsLocked = false
    /// Whether only to find out which items match.
    var namesOnly = false
    let call: Call

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
        let itemClass: ItemClass
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
    func run(
        limit: Int?, from start: Cursor = Cursor(), rows: Int? = nil
    ) throws(KeychainError) -> Found {
        var found = Found()
        let digested = DigestedQuery(query, keybag: keybag)
        // The order of the list decides which are first, so look at all of a list.
        let inOrder = query.content.itemList == nil && !digested.isInParts
        var scan = Scan(limit: inOrder ? limit : nil, rows: rows, cursor: start)
        for (position, storeQuery) in digested.storeQueries.enumerated()
        where !scan.isOver(found) && scan.enters(position) {
            if namesOnly, namesByDigests(storeQuery) {
                try lookForNames(storeQuery, &scan, &found)
            } else {
                try look(for: storeQuery, nil, &scan, &found)
            }
        }
        if let join = digested.identities, !scan.isOver(found),
            scan.enters(digested.storeQueries.count)
        {
            try lookForIdentities(join, &scan, &found)
        }
        if !scan.isOver(found) {
            if digested.isInParts { Self.orderByAge(&found, limit: limit) }
            if let list = query.content.itemList {
                Self.order(&found, by: list, limit: limit)
            }
        }
        found.unread = reader.skippedDamage
        return found
    }

    /// Reads pages of one class, opens each row and compares it, until the search has enough or the table ends.
    ///
    /// - Parameter join: the search for the key of each certificate, if identities are searched.
    func look(
        for storeQuery: StoreQuery, _ join: DigestedQuery.Join?, _ scan: inout Scan,
        _ found: inout Found
    ) throws(KeychainError) {
        while true {
            // The rows with a lookup attribute are found and sorted anew for each page.
            let size = storeQuery.lookup == nil ? scan.pageSize : max(scan.pageSize, Self.longPage)
            let page = try reader.rows(storeQuery, after: scan.cursor.rowid, limit: size)
            for stored in page {
                scan.cursor.rowid = stored.rowid
                let entry =
                    if let join {
                        try identity(of: stored, join, &found)
                    } else {
                        try entry(stored, storeQuery.itemClass, &found)
                    }
                if let entry { found.items.append(entry) }
                if scan.isFull(found) { return }
            }
            if page.count < size { return }
            if scan.stops(after: page.count) {
                found.next = scan.cursor
                return
            }
        }
    }

    /// Opens one row; nil when it doesn't match, or is recorded in `found` as locked or damaged.
    func entry(
        _ stored: StoredRow, _ itemClass: ItemClass, _ found: inout Found
    ) throws(KeychainError) -> Entry? {
        guard let (item, row) = try open(stored, itemClass, query.content, &found) else {
            return nil
        }
        return try withSecret(item, row, &found).map { Entry(item: $0, row: row) }
    }

    /// Opens the attributes of a row and matches them with `query`.
    func open(
        _ stored: StoredRow, _ itemClass: ItemClass, _ query: Query, _ found: inout Found
    ) throws(KeychainError) -> (Item, SealedRow)? {
        call.step()
        guard self.query.reaches(stored) else { return nil }
        switch try OpenedRow(stored, keybag: keybag, withSecret: false) {
        case .item(let item, let row):
            guard query.matches(item) else { return nil }
            try call.found(bytes: row.metadataBox.count + (row.secretBox?.count ?? 0))
            return (item, row)
        case .locked:
            guard collectsLocked else {
                throw Self.lockedItem()
            }
            found.locked.append(stored)
        case .newer(let rule): found.newer = rule
        case .damaged(let rule):
            found.damaged.append(
                Damaged(row: stored, itemClass: itemClass, rule: rule, matches: false))
        }
        return nil
    }

    /// Returns an item with its secret if that is needed; nil, after recording a damaged row, when it doesn't
    /// open.
    func withSecret(
        _ item: Item, _ row: SealedRow, _ found: inout Found
    ) throws(KeychainError) -> Item? {
        if secrets == .sealed {
            return item.with(secret: row.secretBox.map { SecretBytes(copying: $0) })
        }
        let isWanted =
            switch secrets {
            case .none, .sealed: false
            case .ofCertificates: item.itemClass == .certificate
            case .all: true
            }
        // A password can be checked only with the secret.
        guard isWanted || item.isWrapped else { return item }
        do {
            return item.with(secret: try keybag.openSecret(row))
        } catch {
            guard error.code == .decode else { throw error }
            found.damaged.append(
                Damaged(
                    row: .sealed(row), itemClass: item.itemClass, rule: error.detail,
                    matches: true))
            return nil
        }
    }

    /// The error of a call that can't tell whether a locked item matches.
    static func lockedItem() -> KeychainError {
        KeychainError(
            .interactionNotAllowed, "a matching item may be in a locked protection class")
    }

    /// Sorts items by class and age, the oldest first, and applies the limit.
    private static func orderByAge(_ found: inout Found, limit: Int?) {
        found.items.sort {
            // Sort by class, as if each class had been searched at once.
            let classes = ItemClass.allCases
            let left = classes.firstIndex(of: $0.item.itemClass) ?? 0
            let right = classes.firstIndex(of: $1.item.itemClass) ?? 0
            return left == right ? $0.row.rowid < $1.row.rowid : left < right
        }
        if let limit { found.items = Array(found.items.prefix(limit)) }
    }

    /// Sorts items by their first place in a list, and applies the limit.
    private static func order(
        _ found: inout Found, by list: [PersistentReference], limit: Int?
    ) {
        var positions: [PersistentReference: Int] = [:]
        for (position, reference) in list.enumerated() where positions[reference] == nil {
            positions[reference] = position
        }
        found.items.sort {
            positions[$0.item.reference] ?? .max < positions[$1.item.reference] ?? .max
        }
        if let limit { found.items = Array(found.items.prefix(limit)) }
    }
}

extension Query {
    /// The most results, nil for all; `standard` if the query has no limit.
    package func count(standard: Limit) -> Int? {
        switch limit ?? standard {
        case .one: 1
        case .atMost(let count): count
        case .all: nil
        }
    }
}
