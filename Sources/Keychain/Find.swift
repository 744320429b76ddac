import KeychainCrypto
import KeychainModel
import KeychainStore

/// Finds candidates, opens them and matches them again: steps 5 to 8 of a call.
struct Finder {
    let reader: StoreReader
    let keybag: Keybag
    let query: Authorised<Query>

    /// Rows asked of the store at once; one for a search that wants one.
    private static let page = 128

    /// Holds what met the query.
    struct Found {
        var items: [(item: Item, row: SealedRow)] = []
        /// Rows that may be meant and cannot be opened although their key is there.
        var damaged: [Damaged] = []
        /// Rows that may be meant and whose class key is not in memory.
        var locked: [StoredRow] = []
    }

    /// Holds a row that does not open, and what is known of it all the same.
    struct Damaged {
        let row: StoredRow
        let itemClass: ItemClass
        let rule: String
        /// Its attributes opened and met the query; only its data does not open.
        let isMeant: Bool
    }

    /// Opens what the store gives until `limit` items match; nil: all.
    ///
    /// - Throws: `interactionNotAllowed` for the first row of a locked class that the query may
    ///   mean, unless `collectsLocked`.
    func run(
        limit: Int?, withSecrets: Bool, collectsLocked: Bool = false
    ) throws(KeychainError) -> Found {
        var found = Found()
        // List order decides which are the first, so all of a list are looked at.
        let scanLimit = query.request.itemList == nil ? limit : nil
        let digested = DigestedQuery(query, keybag: keybag)
        for storeQuery in digested.storeQueries {
            var last: Int64 = 0
            var pageSize = min(scanLimit ?? Self.page, Self.page)
            while true {
                let page = try reader.rows(storeQuery, after: last, limit: pageSize)
                for stored in page {
                    try look(at: stored, storeQuery.itemClass, withSecrets, collectsLocked, &found)
                    if let scanLimit, found.items.count >= scanLimit { return found }
                }
                guard page.count == pageSize, let end = page.last else { break }
                last = end.rowid
                pageSize = Self.page
            }
        }
        if let list = query.request.itemList { Self.order(&found, by: list, limit: limit) }
        return found
    }

    private func look(
        at stored: StoredRow, _ itemClass: ItemClass, _ withSecrets: Bool, _ collectsLocked: Bool,
        _ found: inout Found
    ) throws(KeychainError) {
        switch try OpenedRow(stored, keybag: keybag, withSecret: false) {
        case .item(let item, let row):
            guard query.request.matches(item) else { return }
            guard withSecrets else {
                found.items.append((item, row))
                return
            }
            do {
                found.items.append((item.with(secret: try keybag.openSecret(row)), row))
            } catch {
                guard error.code == .decode else { throw error }
                found.damaged.append(
                    Damaged(row: stored, itemClass: itemClass, rule: error.detail, isMeant: true))
            }
        case .locked:
            if collectsLocked {
                found.locked.append(stored)
            } else {
                throw KeychainError(
                    .interactionNotAllowed, "an item of a locked protection class may be meant")
            }
        case .damaged(let rule):
            found.damaged.append(
                Damaged(row: stored, itemClass: itemClass, rule: rule, isMeant: false))
        }
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
    func count(standard: Limit) -> Int? {
        switch limit ?? standard {
        case .one: 1
        case .atMost(let count): count
        case .all: nil
        }
    }
}
