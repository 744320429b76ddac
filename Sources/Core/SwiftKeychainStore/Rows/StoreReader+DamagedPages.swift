// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel

// A search of a damaged file returns what SQLite still reaches, and skips the pages it can't read.
extension StoreReader {
    /// The number of rowids after a damaged page that are tried one by one before the steps grow.
    private static let closeBy: Int64 = 64

    /// Finds rows as ``rows(_:after:limit:)`` does, without an index, and continues after every page that
    /// can't be read.
    func reachableRows(
        _ query: StoreQuery, after start: Int64, limit: Int, since damage: KeychainError
    ) throws(KeychainError) -> [StoredRow] {
        let select = try SelectStatement(query, database.layout(of: query.itemClass), lead: nil)
        skippedDamage = damage
        var rows: [StoredRow] = []
        var position = start
        while rows.count < limit, position < TableLayout.highestRowid {
            do throws(KeychainError) {
                try scan(select, &position, limit, &rows)
                break
            } catch {
                try requireDamage(error)
            }
            guard let end = try end(ofDamageAfter: position, select.layout) else { break }
            position = end
        }
        return rows
    }

    /// Adds the rows after `position` that meet the conditions, until one can't be read.
    private func scan(
        _ select: SelectStatement, _ position: inout Int64, _ limit: Int, _ rows: inout [StoredRow]
    ) throws(KeychainError) {
        var statement = try database.statement(once: select.scanSQL)
        // With `rowid > ?` SQLite would look for that row, on the page that can't be read.
        try select.bindConditions(to: &statement)
        try statement.bind(position + 1)
        while rows.count < limit, try statement.step() {
            // Rowids ascend in a sound tree; a damaged one may lead back for ever.
            guard let rowid = statement.integer(0), rowid > position else { return }
            position = rowid
            if statement.integer(1) == 1, let row = try row(rowid, select.layout) {
                rows.append(row)
            }
        }
    }

    /// Returns one row; nil when a page of it can't be read.
    private func row(_ rowid: Int64, _ layout: TableLayout) throws(KeychainError) -> StoredRow? {
        do throws(KeychainError) {
            var statement = try database.statement(.rawRow(layout.itemClass), layout.rawRowSQL)
            try statement.bind(rowid)
            return try statement.step()
                ? row(statement, layout) : nil
        } catch {
            try requireDamage(error)
            return nil
        }
    }

    /// Finds the rowid after which to continue, past the row or the pages that can't be read; nil when
    /// nothing readable follows.
    private func end(
        ofDamageAfter position: Int64, _ layout: TableLayout
    ) throws(KeychainError) -> Int64? {
        // Damage can produce any rowid.
        guard position < TableLayout.highestRowid else { return nil }
        // Only a part of this row can't be read.
        if let broken = try firstRowid(from: position + 1, layout) { return broken }
        // Move on until a row can be read, one rowid at a time at first and then in steps that double, and find the
        // first readable one by halving the last step.
        var (bad, step) = (position + 1, Int64(1))
        while bad <= TableLayout.highestRowid {
            var good = bad + step
            if try firstRowid(from: good, layout) != nil {
                while good - bad > 1 {
                    let middle = bad + (good - bad) / 2
                    if try firstRowid(from: middle, layout) == nil {
                        bad = middle
                    } else {
                        good = middle
                    }
                }
                return good - 1
            }
            bad = good
            if bad - position >= Self.closeBy { step *= 2 }
        }
        return nil
    }

    /// Returns the rowid of the first row from `rowid` on; nil when there is none or a page on the way to
    /// it can't be read.
    private func firstRowid(
        from rowid: Int64, _ layout: TableLayout
    ) throws(KeychainError) -> Int64? {
        do throws(KeychainError) {
            return try database.integer(
                """
                SELECT rowid FROM \(layout.table) NOT INDEXED WHERE rowid>=\(rowid) ORDER BY rowid \
                LIMIT 1
                """)
        } catch {
            try requireDamage(error)
            return nil
        }
    }

    /// Notes an error that damage caused. Throws any other one, such as that of a failing disk.
    private func requireDamage(_ error: KeychainError) throws(KeychainError) {
        guard try database.corruption != nil else { throw error }
        skippedDamage = error
    }
}
