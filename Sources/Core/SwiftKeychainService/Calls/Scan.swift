// SPDX-License-Identifier: Apache-2.0
/// The progress of a search.
struct Scan {
    /// How many items to find; nil for all.
    let limit: Int?
    /// How many rows may still be looked at; nil for all.
    private var rows: Int?
    var cursor: Cursor
    private var isFirstPage = true

    init(limit: Int?, rows: Int?, cursor: Cursor) {
        self.limit = limit
        self.rows = rows
        self.cursor = cursor
    }

    /// Starts a table; false if the previous search had finished it.
    mutating func enters(_ table: Int) -> Bool {
        if table < cursor.table { return false }
        if table > cursor.table { cursor = Cursor(table: table) }
        isFirstPage = true
        return true
    }

    /// The rows to read next: first as many as items are needed, since most candidates match.
    var pageSize: Int {
        isFirstPage ? min(limit ?? Finder.page, Finder.page) : Finder.page
    }

    /// Records that a full page was looked at. Returns true when the search must stop.
    mutating func stops(after count: Int) -> Bool {
        isFirstPage = false
        guard let left = rows else { return false }
        rows = left - count
        return left <= count
    }

    func isFull(_ found: Finder.Found) -> Bool { limit.map { found.items.count >= $0 } ?? false }

    func isOver(_ found: Finder.Found) -> Bool { found.next != nil || isFull(found) }
}
