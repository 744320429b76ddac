import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

/// Finds candidates, opens them and matches them again: steps 5 to 8 of a call.
struct Finder {
    let reader: StoreReader
    let keybag: Keybag
    let search: Authorised<Search>
    /// Which secrets are opened with their items.
    var secrets = Secrets.none
    /// Keeps rows of a locked class in place of failing at the first.
    var collectsLocked = false

    enum Secrets { case none, ofCertificates, all }

    /// Rows asked of the store at once; one for a search that wants one.
    static let page = 128

    /// Holds an item that met the query, and the row or, of an identity, the two it lies in.
    struct Entry {
        let item: Item
        let row: SealedRow
        var key: SealedRow?
    }

    /// Holds what met the query.
    struct Found {
        var items: [Entry] = []
        /// Rows that may match and can't be opened although their key is there.
        var damaged: [Damaged] = []
        /// Why a row that may match can't be read: a newer build wrote it.
        var newer: String?
        /// Rows that may match and whose class key is not in memory.
        var locked: [StoredRow] = []
        /// A page of the file that can't be read: rows on it may match.
        var unread: KeychainError?
        /// Where to go on; nil: every candidate was looked at, or the limit was reached.
        var next: Cursor?

        /// Why there are no items.
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

    /// Holds a row that does not open, and what is known of it all the same.
    struct Damaged {
        let row: StoredRow
        let itemClass: ItemClass
        let rule: String
        /// Its attributes opened and match; only its data does not open.
        let matches: Bool
    }

    /// Opens what the store gives until `limit` items match; nil: all.
    ///
    /// - Parameters:
    ///   - start: where a search before this one stopped.
    ///   - rows: how many candidates to look at, about, before stopping; nil: all.
    /// - Throws: `interactionNotAllowed` for the first row of a locked class that may
    ///   match, unless `collectsLocked`.
    func run(
        limit: Int?, from start: Cursor = Cursor(), rows: Int? = nil
    ) throws(KeychainError) -> Found {
        var found = try search(limit: limit, from: start, rows: rows)
        found.unread = reader.skippedDamage
        return found
    }

    private func search(
        limit: Int?, from start: Cursor, rows: Int?
    ) throws(KeychainError) -> Found {
        var found = Found()
        let digested = DigestedQuery(search, keybag: keybag)
        // List order decides which are the first, so all of a list are looked at.
        let inOrder = search.request.query.itemList == nil && !digested.isInParts
        var scan = Scan(limit: inOrder ? limit : nil, rows: rows, cursor: start)
        for (position, storeQuery) in digested.storeQueries.enumerated() {
            guard scan.enters(position) else { continue }
            try look(for: storeQuery, &scan, &found)
            if scan.isOver(found) { return found }
        }
        if let join = digested.identities, scan.enters(digested.storeQueries.count) {
            try lookForIdentities(join, &scan, &found)
            if scan.isOver(found) { return found }
        }
        if digested.isInParts { Self.orderByAge(&found, limit: limit) }
        if let list = search.request.query.itemList { Self.order(&found, by: list, limit: limit) }
        return found
    }

    private func look(
        for storeQuery: StoreQuery, _ scan: inout Scan, _ found: inout Found
    ) throws(KeychainError) {
        while true {
            let size = scan.pageSize
            let page = try reader.rows(storeQuery, after: scan.cursor.rowid, limit: size)
            for stored in page {
                scan.cursor.rowid = stored.rowid
                if let entry = try entry(stored, storeQuery.itemClass, &found) {
                    found.items.append(entry)
                }
                if scan.isFull(found) { return }
            }
            if page.count < size { return }
            if scan.stops(after: page.count) {
                found.next = scan.cursor
                return
            }
        }
    }

    /// Opens one row; nil when it does not match, or is kept in `found` as locked or damaged.
    private func entry(
        _ stored: StoredRow, _ itemClass: ItemClass, _ found: inout Found
    ) throws(KeychainError) -> Entry? {
        guard let (item, row) = try open(stored, itemClass, search.request.query, &found) else {
            return nil
        }
        return try withSecret(item, row, &found).map { Entry(item: $0, row: row) }
    }

    /// Opens the attributes of a row and matches them with `query`.
    func open(
        _ stored: StoredRow, _ itemClass: ItemClass, _ query: Query, _ found: inout Found
    ) throws(KeychainError) -> (Item, SealedRow)? {
        if case .sealed(let row) = stored, !search.reaches(row.accessGroup) { return nil }
        switch try OpenedRow(stored, keybag: keybag, withSecret: false) {
        case .item(let item, let row):
            return query.matches(item) ? (item, row) : nil
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

    /// Gives an item its secret when it is wanted; nil, and a damaged row, when it does not open.
    func withSecret(
        _ item: Item, _ row: SealedRow, _ found: inout Found
    ) throws(KeychainError) -> Item? {
        let isWanted =
            switch secrets {
            case .none: false
            case .ofCertificates: item.itemClass == .certificate
            case .all: true
            }
        // Only with its secret a password can be checked.
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

    /// The failure of a call that can't tell whether a locked item matches.
    static func lockedItem() -> KeychainError {
        KeychainError(
            .interactionNotAllowed, "a matching item may be in a locked protection class")
    }

    private static func orderByAge(_ found: inout Found, limit: Int?) {
        found.items.sort {
            // Classes in their own order, as if each had been searched at once.
            let classes = ItemClass.allCases
            let left = classes.firstIndex(of: $0.item.itemClass) ?? 0
            let right = classes.firstIndex(of: $1.item.itemClass) ?? 0
            return left == right ? $0.row.rowid < $1.row.rowid : left < right
        }
        if let limit { found.items = Array(found.items.prefix(limit)) }
    }

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
    /// The number of results at most, nil for all; `standard` where the query says nothing.
    package func count(standard: Limit) -> Int? {
        switch limit ?? standard {
        case .one: 1
        case .atMost(let count): count
        case .all: nil
        }
    }
}
