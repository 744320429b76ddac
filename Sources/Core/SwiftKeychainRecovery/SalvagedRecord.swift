// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainStore

/// A record of a damaged file, with the table it came from according to the number and types of its
/// columns.
enum SalvagedRecord {
    case keybag(record: [UInt8], revision: Int64)
    case manifest(record: [UInt8], revision: Int64)
    case quarantine(QuarantineRecord)
    case incident(Incident)
    case sequence(table: String, rowid: Int64)
    /// The statement that makes a table, as SQLite keeps it.
    case table(name: String, sql: String)

    /// The kind of a column's type, for which SQLite has many widths.
    private enum Kind: UInt8 { case null, integer, real, text, blob }

    /// Returns the storage class of a serial type.
    private static func kind(_ type: UInt64) -> Kind {
        switch type {
        case 0: .null
        case 7: .real
        case ..<10: .integer
        default: type % 2 == 0 ? .blob : .text
        }
    }

    /// Returns whether columns of these types can be a row of an item table: of any version, since a
    /// record that was written before a column was added ends without it.
    static func mayBeRow(_ types: [UInt64]) -> Bool {
        ItemClass.stored.contains { TableLayout.of($0).firstColumnCount <= types.count }
            && kind(types[0]) == .null
    }

    /// Returns whether columns of these types can be a record that isn't an item.
    /// In the order of the code: keybag, manifest, sqlite_sequence, quarantine, incident, sqlite_schema. A primary
    /// key that is the rowid is stored as null.
    static func mayBeOther(_ types: [UInt64]) -> Bool {
        switch types.map(kind) {
        case [.null, .integer, .blob], [.null, .blob, .integer], [.text, .integer],
            [.null, .text, .integer, .text, .integer, .blob],
            [.null, .integer, .text, .text, .integer],
            [.text, .text, .text, .integer, .text]:
            true
        default: false
        }
    }

    /// Reads the records that aren't items.
    init?(other record: SQLiteRecord) {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        let count = record.values.count
        guard count <= 6 else { return nil }
        let values = record.values + Array(repeating: .null, count: 6 - count)
        switch (count, values[0], values[1], values[2], values[3], values[4], values[5]) {
        case (3, _, .integer(let revision), .blob(let bytes), _, _, _):
            self = .keybag(record: bytes, revision: revision)
        case (3, _, .blob(let bytes), .integer(let revision), _, _, _):
            self = .manifest(record: bytes, revision: revision)
        case (2, .text(let table), .integer(let rowid), _, _, _, _):
            self = .sequence(table: text(table), rowid: rowid)
        case (
            6, _, .text(let name), .integer(let date), .text(let reason), .integer(let seen),
            .blob(let bytes)
        ):
            self = .quarantine(
                QuarantineRecord(
                    itemClass: text(name), date: date, reason: text(reason),
                    acknowledged: seen == 1, record: bytes))
        case (5, .text(let kind), .text(let name), _, _, .text(let sql), _)
        where text(kind) == "table":
            self = .table(name: text(name), sql: text(sql))
        case (5, _, .integer(let date), .text(let kind), .text(let detail), .integer(let seen), _):
            self = .incident(
                Incident(
                    seconds: date, kind: text(kind), detail: text(detail),
                    isAcknowledged: seen == 1))
        default: return nil
        }
    }

    /// Returns `found` if a store can have assigned that rowid; else 0, for a new one.
    private static func rowid(_ found: Int64) -> Int64 {
        (1...TableLayout.highestRowid).contains(found) ? found : 0
    }

    /// Reads a record as a row of each class whose columns it fits.
    static func rows(
        _ record: SQLiteRecord, _ layout: (ItemClass) -> TableLayout = TableLayout.of
    ) -> [SealedRow] {
        ItemClass.stored.compactMap { row(record, layout($0)) }
    }

    /// Reads a row of `layout`; nil when a column doesn't have its type.
    private static func row(_ record: SQLiteRecord, _ layout: TableLayout) -> SealedRow? {
        guard layout.firstColumnCount <= record.values.count,
            record.values.count <= layout.columns.count
        else { return nil }
        var row = SealedRow(
            itemClass: layout.itemClass, format: 1, rowid: rowid(record.rowid), accessGroup: "",
            protection: "",
            synchronizable: false, tombstone: false, persistentReference: [], revision: 0,
            digests: Array(repeating: nil, count: layout.digestNames.count), primaryKey: [])
        for (column, value) in zip(layout.columns, record.values) {
            switch (column.role, value) {
            case (.rowid, .null), (.secretBox, .null), (.digest, .null), (.added, .null): break
            case (.accessGroup, .text(let bytes)):
                guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
                row.accessGroup = text
            case (.protection, .text(let bytes)):
                guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
                row.protection = text
            case (.synchronizable, .integer(let number)) where number == 0 || number == 1:
                row.synchronizable = number == 1
            case (.tombstone, .integer(let number)) where number == 0 || number == 1:
                row.tombstone = number == 1
            case (.digest(let index), .blob(let bytes)): row.digests[index] = bytes
            case (.persistentReference, .blob(let bytes)) where bytes.count == 16:
                row.persistentReference = bytes
            case (.revision, .integer(let number)): row.revision = number
            case (.primaryKey, .blob(let bytes)): row.primaryKey = bytes
            case (.metadataBox, .blob(let bytes)): row.metadataBox = bytes
            case (.secretBox, .blob(let bytes)): row.secretBox = bytes
            case (.format, .integer(let number)): row.format = number
            case (.added(let index), .blob(let bytes)):
                row.addedDigests.append(AddedDigest(name: layout.added[index], digest: bytes))
            default: return nil
            }
        }
        return row
    }
}
