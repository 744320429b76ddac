// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainFormat
import SwiftKeychainModel

extension StoreWriter {
    /// Stores a row and returns its rowid: a new one, unless the row has a rowid that is free.
    ///
    /// - Throws: `duplicateItem` when a row with the same primary key (or persistent reference)
    ///   is stored.
    @discardableResult
    package func insert(_ row: SealedRow) throws(KeychainError) -> Int64 {
        let database = try database
        let layout = database.layout(of: row.itemClass)
        var statement = try database.statement(
            .insert(row.itemClass),
            """
            INSERT INTO \(layout.table)(\(layout.selectList)) \
            VALUES(\(Array(repeating: "?", count: layout.columns.count).joined(separator: ",")))
            """
        )
        try statement.bind(row.rowid == 0 ? nil : row.rowid)
        try bind(row, layout, to: &statement)
        try statement.run()
        return sqlite3_last_insert_rowid(database.handle)
    }

    /// Replaces every column of the row with this rowid.
    ///
    /// - Throws: `itemNotFound` when it is not stored, `duplicateItem` as ``insert(_:)``.
    package func update(_ row: SealedRow) throws(KeychainError) {
        let database = try database
        let layout = database.layout(of: row.itemClass)
        let names = TableLayout.fixedNames.dropFirst() + layout.digestNames + layout.added
        var statement = try database.statement(
            .update(row.itemClass),
            """
            UPDATE \(layout.table) SET \(names.map { "\"\($0)\"=?" }.joined(separator: ",")) \
            WHERE rowid=?
            """
        )
        try bind(row, layout, to: &statement)
        try statement.bind(row.rowid)
        try statement.run()
        try mustHaveChanged(row.itemClass, row.rowid)
    }

    /// Replaces the boxes of the row with this rowid, and their format; other columns and the indexes
    /// aren't written.
    ///
    /// - Throws: `itemNotFound` when it is not stored.
    package func updateBoxes(_ row: SealedRow) throws(KeychainError) {
        let table = TableLayout.of(row.itemClass).table
        var statement = try database.statement(
            .updateBoxes(row.itemClass), "UPDATE \(table) SET meta=?, data=?, fmt=? WHERE rowid=?"
        )
        try statement.bind(row.metadataBox)
        try statement.bind(row.secretBox)
        try statement.bind(row.format)
        try statement.bind(row.rowid)
        try statement.run()
        try mustHaveChanged(row.itemClass, row.rowid)
    }

    /// Removes a row; its bytes are overwritten.
    ///
    /// - Throws: `itemNotFound` when it is not stored.
    package func delete(_ itemClass: ItemClass, rowid: Int64) throws(KeychainError) {
        let table = TableLayout.of(itemClass).table
        var statement = try database.statement(
            .delete(itemClass), "DELETE FROM \(table) WHERE rowid=?")
        try statement.bind(rowid)
        try statement.run()
        try mustHaveChanged(itemClass, rowid)
    }

    /// Checks that the statement before changed exactly one row.
    private func mustHaveChanged(_ itemClass: ItemClass, _ rowid: Int64) throws(KeychainError) {
        guard sqlite3_changes(lent.handle) == 1 else {
            throw KeychainError(
                .itemNotFound, "table \(itemClass.rawValue) holds no row \(rowid)")
        }
    }

    /// Binds every column but the rowid, in the order of the select list.
    private func bind(
        _ row: SealedRow, _ layout: TableLayout, to statement: inout Statement
    ) throws(KeychainError) {
        guard row.digests.count == layout.digestNames.count, row.persistentReference.count == 16
        else {
            throw KeychainError(
                .internalComponent, "a row of table \(layout.table) needs every digest and 16 bytes"
            )
        }
        try statement.bind(row.accessGroup)
        try statement.bind(row.protection)
        try statement.bind(row.synchronizable ? 1 : 0)
        try statement.bind(row.tombstone ? 1 : 0)
        try statement.bind(row.persistentReference)
        try statement.bind(row.revision)
        try statement.bind(row.primaryKey)
        try statement.bind(row.metadataBox)
        try statement.bind(row.secretBox)
        try statement.bind(row.format)
        for digest in row.digests { try statement.bind(digest) }
        for name in layout.added {
            try statement.bind(row.addedDigests.first { $0.name == name }?.digest)
        }
    }
}
