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
        do throws(KeychainError) {
            return try selectedRows(query, after: rowid, limit: limit)
        } catch {
            guard skipsDamage, try database.corruption != nil else { throw error }
            return try reachableRows(query, after: rowid, limit: limit, since: error)
        }
    }

    /// Reads a page of rows, oldest first; none for an empty list of groups or references.
    private func selectedRows(
        _ query: StoreQuery, after rowid: Int64, limit: Int
    ) throws(KeychainError) -> [StoredRow] {
        if limit <= 0 || query.persistentReferences?.isEmpty == true { return [] }
        if case .some(let groups) = query.groups, groups.isEmpty { return [] }
        let layout = try database.layout(of: query.itemClass)
        let select = SelectStatement(query, layout, lead: try leadingDigest(of: query, layout))
        let statement = try select.statement(in: database)
        try select.bind(to: statement, after: rowid, limit: limit)
        var rows: [StoredRow] = []
        while try statement.step() {
            let row = StoredRow(
                reading: statement, select.layout, mayBeNewer: try database.isNewer)
            // A damaged tree may lead back to rows that were returned already.
            guard row.rowid > rows.last?.rowid ?? rowid else {
                throw try database.noteCorruption("rows out of their order", .inputOutput)
            }
            rows.append(row)
        }
        return rows
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
        of query: StoreQuery, _ layout: TableLayout
    ) throws(KeychainError) -> Int? {
        if query.primaryKey != nil || query.persistentReferences != nil { return nil }
        var candidates = query.digests.filter { layout.indexedDigests.contains($0.column) }
        if candidates.count < 2 { return candidates.first?.column }
        // An account or a tag usually belongs to a single item, so try their indexes first.
        _ = candidates.partition { !layout.isSelective($0.column) }
        for (column, digest) in candidates {
            let statement = try database.statement(
                .probe(query.itemClass, column: column),
                """
                SELECT 1 FROM \(layout.table) INDEXED BY \(layout.indexName(column)) \
                WHERE "\(layout.digestNames[column])"=?1 LIMIT 1 OFFSET 15
                """
            )
            try statement.bind(1, digest)
            let isShared = try statement.step()
            if !isShared { return column }
        }
        return candidates[0].column
    }
}
