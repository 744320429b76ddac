// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainFormat
import SwiftKeychainModel

extension StoredRow {
    /// Reads the current row of `statement`, whose columns are those of the layout's select list.
    ///
    /// Every column must have its type: SQLite would convert it and hide the change.
    init(reading statement: borrowing Statement, _ layout: TableLayout, mayBeNewer: Bool) {
        let rowid = statement.integer(0) ?? 0
        switch Self.row(statement, layout, rowid) {
        // A build that writes a newer format raises the minor version of the tables as well.
        case .row(let row) where row.format > SealedRow.currentFormat && !mayBeNewer:
            self = .malformed(
                itemClass: layout.itemClass, rowid: rowid,
                rule: "unknown row format \(row.format)")
        case .row(let row): self = .sealed(row)
        case .broken(let column):
            self = .malformed(
                itemClass: layout.itemClass, rowid: rowid,
                rule: "column \(column) of table \(layout.table) holds another type")
        }
    }

    private enum Reading {
        case row(SealedRow)
        case broken(column: String)
    }

    /// Reads the columns of a row, and names the first one that doesn't have its type.
    private static func row(
        _ statement: borrowing Statement, _ layout: TableLayout, _ rowid: Int64
    ) -> Reading {
        guard let group = statement.text(1) else { return .broken(column: "agrp") }
        guard let protection = statement.text(2) else { return .broken(column: "pdmn") }
        guard let sync = boolean(statement.integer(3)) else { return .broken(column: "sync") }
        guard let tombstone = boolean(statement.integer(4)) else { return .broken(column: "tomb") }
        guard let reference = statement.blob(5), reference.count == 16 else {
            return .broken(column: "persistref")
        }
        guard let revision = statement.integer(6) else { return .broken(column: "rev") }
        guard let key = statement.blob(7) else { return .broken(column: "pkey") }
        guard let metadata = statement.blob(8) else { return .broken(column: "meta") }
        let secret = statement.blob(9)
        if secret == nil, !statement.isNull(9) { return .broken(column: "data") }
        guard let format = statement.integer(10) else { return .broken(column: "fmt") }
        var digests: [[UInt8]?] = []
        digests.reserveCapacity(layout.digestNames.count)
        for index in layout.digestNames.indices {
            let column = TableLayout.firstDigest + index
            switch statement.type(column) {
            case SQLITE_NULL: digests.append(nil)
            case SQLITE_BLOB: digests.append(statement.bytes(column))
            default: return .broken(column: layout.digestNames[index])
            }
        }
        var added: [AddedDigest] = []
        for (index, name) in layout.added.enumerated() {
            let column = TableLayout.firstDigest + layout.digestNames.count + index
            switch statement.type(column) {
            case SQLITE_NULL: break
            case SQLITE_BLOB:
                added.append(AddedDigest(name: name, digest: statement.bytes(column)))
            default: return .broken(column: name)
            }
        }
        return .row(
            SealedRow(
                itemClass: layout.itemClass, format: format, rowid: rowid, accessGroup: group,
                protection: protection, synchronizable: sync, tombstone: tombstone,
                persistentReference: reference, revision: revision, digests: digests,
                addedDigests: added, primaryKey: key, metadataBox: metadata, secretBox: secret))
    }

    private static func boolean(_ number: Int64?) -> Bool? {
        switch number {
        case 0: false
        case 1: true
        default: nil
        }
    }
}
