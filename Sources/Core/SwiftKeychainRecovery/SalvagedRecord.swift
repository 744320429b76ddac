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
        switch (record.values.count, record.values) {
        case (3, let values):
            switch (values[1], values[2]) {
            case (.integer(let revision), .blob(let bytes)):
                self = .keybag(record: bytes, revision: revision)
            case (.blob(let bytes), .integer(let revision)):
                self = .manifest(record: bytes, revision: revision)
            default: return nil
            }
        case (2, let values):
            guard case .text(let table) = values[0], case .integer(let rowid) = values[1] else {
                return nil
            }
            self = .sequence(table: String(decoding: table, as: UTF8.self), rowid: rowid)
        case (6, let values):
            guard case .text(let name) = values[1], case .integer(let date) = values[2],
                case .text(let reason) = values[3], case .integer(let seen) = values[4],
                case .blob(let bytes) = values[5]
            else { return nil }
            self = .quarantine(
                QuarantineRecord(
                    itemClass: String(decoding: name, as: UTF8.self), date: date,
                    reason: String(decoding: reason, as: UTF8.self), acknowledged: seen == 1,
                    record: bytes))
        case (5, let values):
            if case .text(let kind) = values[0], kind == Array("table".utf8),
                case .text(let name) = values[1], case .text(let sql) = values[4]
            {
                self = .table(
                    name: String(decoding: name, as: UTF8.self),
                    sql: String(decoding: sql, as: UTF8.self))
                return
            }
            guard case .integer(let date) = values[1], case .text(let kind) = values[2],
                case .text(let detail) = values[3], case .integer(let seen) = values[4]
            else { return nil }
            self = .incident(
                Incident(
                    seconds: date, kind: String(decoding: kind, as: UTF8.self),
                    detail: String(decoding: detail, as: UTF8.self), isAcknowledged: seen == 1))
        default: return nil
        }
    }

    /// Returns `found` if a store can have assigned that rowid; else 0, for a new one.
    private static func rowid(_ found: Int64) -> Int64 {
        (1...TableLayout.highestRowid).contains(found) ? found : 0
    }

    /// Reads a row of `layout`; nil when a column doesn't have its type.
    static func row(_ record: SQLiteRecord, _ layout: TableLayout) -> SealedRow? {
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
