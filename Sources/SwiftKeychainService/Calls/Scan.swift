/// Says where a search stopped, so that another call can go on there.
///
/// Rowids grow with age and are never used twice: what was added or deleted in between moves no
/// other row.
package struct Cursor: Sendable {
    /// The position of the table among those that are searched.
    var table: Int
    /// The last row that was looked at; 0: none yet.
    var rowid: Int64

    package init(table: Int = 0, rowid: Int64 = 0) {
        self.table = table
        self.rowid = rowid
    }
}

/// Keeps how far a search has come, and when it is done.
struct Scan {
    /// How many items to find; nil: all.
    let limit: Int?
    /// How many rows may still be looked at; nil: all.
    private var rows: Int?
    var cursor: Cursor
    private var isFirstPage = true

    init(limit: Int?, rows: Int?, cursor: Cursor) {
        self.limit = limit
        self.rows = rows
        self.cursor = cursor
    }

    /// Goes to a table; false where the search before this one was done with it.
    mutating func enters(_ table: Int) -> Bool {
        if table < cursor.table { return false }
        if table > cursor.table { cursor = Cursor(table: table) }
        isFirstPage = true
        return true
    }

    /// Rows to ask for next: as many as are wanted first, since most candidates match.
    var pageSize: Int {
        isFirstPage ? min(limit ?? Finder.page, Finder.page) : Finder.page
    }

    /// Notes that a full page was looked at; true when the search has to stop.
    mutating func stops(after count: Int) -> Bool {
        isFirstPage = false
        guard let left = rows else { return false }
        rows = left - count
        return left <= count
    }

    func isFull(_ found: Finder.Found) -> Bool { limit.map { found.items.count >= $0 } ?? false }

    func isOver(_ found: Finder.Found) -> Bool { found.next != nil || isFull(found) }
}
