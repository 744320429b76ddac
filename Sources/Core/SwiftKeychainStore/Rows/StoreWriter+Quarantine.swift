// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSystem

extension StoreWriter {
    /// Moves a damaged row, byte for byte, to the table `quarantine`.
    ///
    /// - Parameter reason: a sentence without any value of the item.
    /// - Throws: `itemNotFound` when it is not stored.
    package func quarantine(
        _ itemClass: ItemClass, rowid: Int64, reason: String
    ) throws(KeychainError) {
        let layout = try database.layout(of: itemClass)
        var statement = try database.statement(.rawRow(itemClass), layout.rawRowSQL)
        try statement.bind(rowid)
        guard try statement.step() else {
            throw KeychainError(.itemNotFound, "table \(layout.table) holds no row \(rowid)")
        }
        try add(
            QuarantineRecord(
                itemClass: layout.table, date: SystemClock.seconds, reason: reason,
                acknowledged: false, record: QuarantineRecord.encode(statement, layout)))
        statement.end()
        try delete(itemClass, rowid: rowid)
    }

    /// Adds a row that is in no table to those that were set aside.
    ///
    /// - Parameter isAcknowledged: whether nothing is wrong with the row, so that `security doctor` needn't show it.
    package func setAside(
        _ row: SealedRow, reason: String, isAcknowledged: Bool = false
    ) throws(KeychainError) {
        try add(
            QuarantineRecord(
                itemClass: row.itemClass.rawValue, date: SystemClock.seconds, reason: reason,
                acknowledged: isAcknowledged, record: QuarantineRecord.encode(row)))
    }

    /// Deletes acknowledged rows that were set aside before some time for a reason that begins with a text.
    ///
    /// - Parameter seconds: since 1970-01-01 UTC.
    package func dropSetAside(_ reason: String, before seconds: Int64) throws(KeychainError) {
        let before = try quarantineAcknowledgements().count
        var statement = try database.statement(
            once: """
                DELETE FROM quarantine
                WHERE acknowledged=1 AND date<? AND substr(reason,1,length(?))=?
                """
        )
        try statement.bind(seconds)
        try statement.bind(reason)
        try statement.bind(reason)
        try statement.run()
        let dropped = before - (try quarantineAcknowledgements().count)
        if dropped > 0 { note(.dropped(Int64(dropped))) }
    }

    /// Replaces each row that was set aside by what `body` returns for it; nil leaves the record
    /// as it is. Date and reason stay. Rows that `body` sets aside, and records that are no rows, are
    /// skipped.
    package func replaceSetAside(
        _ body: (SealedRow, _ reason: String) throws(KeychainError) -> SealedRow?
    ) throws(KeychainError) {
        guard let last = try database.integer("SELECT max(id) FROM quarantine") else { return }
        var id: Int64 = 0
        while let next = try setAside(after: id, upTo: last) {
            id = next.id
            guard let row = QuarantineRecord.row(of: next.record),
                let replacement = try body(row, next.reason)
            else { continue }
            var statement = try database.statement(
                .replaceQuarantine, "UPDATE quarantine SET record=? WHERE id=?"
            )
            try statement.bind(QuarantineRecord.encode(replacement))
            try statement.bind(id)
            try statement.run()
        }
    }

    /// Returns the next row in quarantine after an identifier; nil at the last one.
    private func setAside(
        after id: Int64, upTo last: Int64
    ) throws(KeychainError) -> (id: Int64, record: [UInt8], reason: String)? {
        var statement = try database.statement(
            .nextQuarantine,
            "SELECT id, record, reason FROM quarantine WHERE id>? AND id<=? ORDER BY id LIMIT 1"
        )
        try statement.bind(id)
        try statement.bind(last)
        guard try statement.step(), let id = statement.integer(0) else { return nil }
        return (id, statement.blob(1) ?? [], statement.text(2) ?? "")
    }

    /// Adds a row to the quarantine. The manifest counts it.
    package func add(_ entry: QuarantineRecord) throws(KeychainError) {
        note(.setAside)
        var statement = try database.statement(
            .addQuarantine,
            "INSERT INTO quarantine(class,date,reason,acknowledged,record) VALUES(?,?,?,?,?)"
        )
        try statement.bind(entry.itemClass)
        try statement.bind(entry.date)
        try statement.bind(entry.reason)
        try statement.bind(entry.acknowledged ? 1 : 0)
        try statement.bind(entry.record)
        try statement.run()
    }
}
