// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainFormat
import SwiftKeychainModel

extension StoreReader {
    /// Finds rows, oldest first, a page at a time.
    ///
    /// - Parameters:
    ///   - after: the rowid of the last row of the page before; 0 for the first page.
    ///   - limit: the maximum number of rows.
    /// - Returns: Rows that satisfy every condition; fewer than `limit` only at the end.
    /// - Throws: `inputOutput` when a writer finds a damaged page. A reader skips it: see
    ///   ``skippedDamage``.
    package func rows(
        _ query: StoreQuery, after rowid: Int64 = 0, limit: Int
    ) throws(KeychainError) -> [StoredRow] {
        if limit <= 0 || query.isEmpty { return [] }
        let database = try database
        let layout = database.layout(of: query.itemClass)
        do throws(KeychainError) {
            let select = try selection(query, layout, in: database)
            let rows = try page(select, in: database, after: rowid, limit: limit, rowid: \.rowid) {
                row($0, layout)
            }
            if let rows { return rows }
            throw database.noteCorruption("rows out of their order", .inputOutput)
        } catch {
            guard skipsDamage, database.corruption != nil else { throw error }
            return try reachableRows(query, after: rowid, limit: limit, since: error)
        }
    }

    /// Reads a page of a search, oldest first.
    ///
    /// - Parameters:
    ///   - place: returns the rowid of a row.
    ///   - read: reads the current row.
    /// - Returns: nil if a row can't be read, or comes twice or too late: a damaged tree may lead back.
    func page<Row>(
        _ select: SelectStatement, in database: Database, after rowid: Int64, limit: Int,
        rowid place: (Row) -> Int64, _ read: (borrowing Statement) -> Row?
    ) throws(KeychainError) -> [Row]? {
        let statement = try select.statement(in: database, after: rowid, limit: limit)
        var rows: [Row] = []
        while try statement.step() {
            guard let row = read(statement) else { return nil }
            rows.append(row)
        }
        if !select.shape.isOrdered {
            if rows.count == limit {
                // Rows that come before some of these may have been left out.
                return try page(
                    select.ordered, in: database, after: rowid, limit: limit, rowid: place, read)
            }
            rows.sort { place($0) < place($1) }
        }
        var last = rowid
        for row in rows {
            guard place(row) > last else { return nil }
            last = place(row)
        }
        return rows
    }

    /// Makes the statement of a search, which uses the index that promises the fewest rows.
    func selection(
        _ query: StoreQuery, _ layout: TableLayout, in database: Database, isOutline: Bool = false
    ) throws(KeychainError) -> SelectStatement {
        let lead = try leadingDigest(of: query, layout, in: database)
        let lookupLead = lead == nil ? try leadingLookup(of: query, layout, in: database) : nil
        return SelectStatement(
            query, layout, lead: lead, lookupLead: lookupLead?.position,
            isOrdered: lookupLead?.isRare != true, isOutline: isOutline)
    }

    /// Returns every row of a class, oldest first, a page at a time.
    package func allRows(
        _ itemClass: ItemClass, after rowid: Int64 = 0, limit: Int
    ) throws(KeychainError) -> [StoredRow] {
        try rows(StoreQuery(itemClass: itemClass), after: rowid, limit: limit)
    }

    /// Counts the rows of a class.
    package func count(_ itemClass: ItemClass) throws(KeychainError) -> Int {
        let table = TableLayout.of(itemClass).table
        let statement = try database.statement(.count(itemClass), "SELECT count(*) FROM \(table)")
        return try statement.step() ? Int(statement.integer(0) ?? 0) : 0
    }

    /// Chooses the digest whose index is used for the search: the first that few rows share.
    ///
    /// SQLite can't know that a thousand items share a service and none an account, or vice versa.
    /// Looking at a few entries of each index costs a microsecond.
    private func leadingDigest(
        of query: StoreQuery, _ layout: TableLayout, in database: Database
    ) throws(KeychainError) -> Int? {
        if query.primaryKey != nil || query.persistentReferences != nil { return nil }
        var candidates: [(column: Int, digest: [UInt8])] = []
        for condition in query.digests where layout.indexedDigests.contains(condition.column) {
            // An account or a tag usually belongs to a single item, so try their indexes first.
            let isSelective = layout.selectiveDigests.contains(condition.column)
            candidates.insert(condition, at: isSelective ? 0 : candidates.count)
        }
        if candidates.count < 2 { return candidates.first?.column }
        for (column, digest) in candidates {
            var statement = try database.statement(
                .probe(query.itemClass, column: column),
                """
                SELECT 1 FROM \(layout.table) INDEXED BY \(layout.indexName(column)) \
                WHERE "\(layout.digestNames[column])"=?1 LIMIT 1 OFFSET 15
                """
            )
            try statement.bind(digest)
            // A row behind fifteen others: sixteen or more share the value.
            let isShared = try statement.step()
            if !isShared { return column }
        }
        return candidates[0].column
    }

    /// Chooses the lookup attribute whose indexes are used for the search: one that few rows share.
    ///
    /// - Returns: its position, and whether fewer than 64 rows have it.
    private func leadingLookup(
        of query: StoreQuery, _ layout: TableLayout, in database: Database
    ) throws(KeychainError) -> (position: Int, isRare: Bool)? {
        guard let digests = query.lookup?.digests, !digests.isEmpty, query.primaryKey == nil,
            query.persistentReferences == nil
        else { return nil }
        for most in [8, 64, 4096] {
            // The schema comes first, and most rows that match anything share it.
            for (position, digest) in digests.enumerated().reversed() {
                var statement = try database.statement(
                    .countLookup,
                    """
                    SELECT count(*) FROM (SELECT 1 FROM \(layout.table) WHERE \
                    \(layout.lookupNames.map { "\"\($0)\"=?1" }.joined(separator: " OR ")) LIMIT ?2)
                    """
                )
                try statement.bind(digest)
                try statement.bind(Int64(most))
                let count = try statement.step() ? statement.integer(0) ?? 0 : 0
                if count < most { return (position, most <= 64) }
            }
        }
        return (digests.count - 1, false)
    }
}

extension StoreReader {
    /// Reads the current row of `statement`, whose columns are those of the layout's select list.
    ///
    /// Every column must have its type: SQLite would convert it and hide the change. Names the first one that doesn't.
    func row(_ statement: borrowing Statement, _ layout: TableLayout) -> StoredRow {
        let (itemClass, rowid) = (layout.itemClass, statement.integer(0) ?? 0)
        func malformed(_ rule: String) -> StoredRow {
            .malformed(itemClass: itemClass, rowid: rowid, rule: rule)
        }
        func broken(_ column: String) -> StoredRow {
            malformed("column \(column) of table \(layout.table) holds another type")
        }
        guard let group = statement.text(1) else { return broken("agrp") }
        guard let protection = statement.text(2) else { return broken("pdmn") }
        guard let sync = statement.boolean(3) else { return broken("sync") }
        guard let tombstone = statement.boolean(4) else { return broken("tomb") }
        guard let reference = statement.blob(5), reference.count == 16 else {
            return broken("persistref")
        }
        guard let revision = statement.integer(6) else { return broken("rev") }
        guard let key = statement.blob(7) else { return broken("pkey") }
        guard let metadata = statement.blob(8) else { return broken("meta") }
        let secret = statement.blob(9)
        if secret == nil, !statement.isNull(9) { return broken("data") }
        guard let format = statement.integer(10) else { return broken("fmt") }
        var digests: [[UInt8]?] = []
        digests.reserveCapacity(layout.digestNames.count)
        for index in layout.digestNames.indices {
            // Most are null, so ask for the type once.
            let column = TableLayout.firstDigest + index
            switch statement.type(column) {
            case SQLITE_NULL: digests.append(nil)
            case SQLITE_BLOB: digests.append(statement.bytes(column))
            default: return broken(layout.digestNames[index])
            }
        }
        var added: [AddedDigest] = []
        for (index, name) in layout.added.enumerated() {
            let column = TableLayout.firstDigest + layout.digestNames.count + index
            if let digest = statement.blob(column) {
                added.append(AddedDigest(name: name, digest: digest))
            } else if !statement.isNull(column) {
                return broken(name)
            }
        }
        // A build that writes a newer format raises the minor version of the tables as well.
        if format > SealedRow.currentFormat, !lent.isNewer {
            return malformed("unknown row format \(format)")
        }
        return .sealed(
            SealedRow(
                itemClass: itemClass, format: format, rowid: rowid, accessGroup: group,
                protection: protection, synchronizable: sync, tombstone: tombstone,
                persistentReference: reference, revision: revision, digests: digests,
                addedDigests: added, primaryKey: key, metadataBox: metadata, secretBox: secret))
    }
}
