// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSystem

/// One row of the table `quarantine`.
package struct QuarantineRecord: Hashable {
    /// The name of the table, which this build may not know.
    package let itemClass: String
    /// Seconds since 1970-01-01 UTC.
    package let date: Int64
    package let reason: String
    /// Whether the user has seen the row in a report.
    package let acknowledged: Bool
    /// The row that was set aside, in canonical CBOR: the class and an array of [name, value] for
    /// each column. Text that is not valid UTF-8 is an array of one byte string.
    package let record: [UInt8]

    package init(
        itemClass: String, date: Int64, reason: String, acknowledged: Bool, record: [UInt8]
    ) {
        self.itemClass = itemClass
        self.date = date
        self.reason = reason
        self.acknowledged = acknowledged
        self.record = record
    }

    /// Encodes the current row of `statement`, whose columns are those of the select list.
    static func encode(_ statement: borrowing Statement, _ layout: TableLayout) -> [UInt8] {
        encode(layout) { (index, encoder) in
            switch statement.type(index) {
            case SQLITE_NULL: encoder.null()
            case SQLITE_INTEGER: encoder.integer(statement.integer(index) ?? 0)
            case SQLITE_FLOAT: encoder.double(statement.double(index))
            case SQLITE_TEXT:
                if let text = statement.text(index) {
                    encoder.text(text)
                } else {
                    encoder.array(1)
                    encoder.data(statement.bytes(index))
                }
            default: encoder.data(statement.bytes(index))
            }
        }
    }

    /// Encodes a row that is in no table.
    static func encode(_ row: SealedRow) -> [UInt8] {
        let layout = TableLayout.of(row.itemClass).adding(row.addedDigests.map(\.name))
        return encode(layout) { (index, encoder) in
            // The positions of TableLayout.fixedNames.
            switch index {
            case 0: encoder.integer(row.rowid)
            case 1: encoder.text(row.accessGroup)
            case 2: encoder.text(row.protection)
            case 3: encoder.integer(row.synchronizable ? 1 : 0)
            case 4: encoder.integer(row.tombstone ? 1 : 0)
            case 5: encoder.data(row.persistentReference)
            case 6: encoder.integer(row.revision)
            case 7: encoder.data(row.primaryKey)
            case 8: encoder.data(row.metadataBox)
            case 9: row.secretBox.map { encoder.data($0) } ?? encoder.null()
            case 10: encoder.integer(row.format)
            default:
                let digests = row.digests + row.addedDigests.map(\.digest)
                digests[index - TableLayout.firstDigest].map { encoder.data($0) } ?? encoder.null()
            }
        }
    }

    /// Encodes a row as its table and a list of names and values, so that every column is kept, also those of newer
    /// builds.
    private static func encode(
        _ layout: TableLayout, _ value: (Int, inout CanonicalCBOR.Encoder) -> Void
    ) -> [UInt8] {
        let names = TableLayout.fixedNames + layout.digestNames + layout.added
        var encoder = CanonicalCBOR.Encoder()
        encoder.array(2)
        encoder.text(layout.table)
        encoder.array(names.count)
        for (index, name) in names.enumerated() {
            encoder.array(2)
            encoder.text(name)
            value(index, &encoder)
        }
        return encoder.bytes
    }
}

extension QuarantineRecord {
    /// Decodes the row that a record was made of; nil when a column doesn't have its type, or the
    /// encoding differs from ours: such a record is kept as it is.
    static func row(of record: [UInt8]) -> SealedRow? {
        try? decoded(record)
    }

    /// Decodes a record; a column that it doesn't have was added by a later version.
    private static func decoded(_ record: [UInt8]) throws(CanonicalCBOR.Malformed) -> SealedRow {
        var decoder = CanonicalCBOR.Decoder(record)
        guard try decoder.array() == 2, let itemClass = ItemClass(rawValue: try decoder.text()),
            ItemClass.stored.contains(itemClass)
        else { throw CanonicalCBOR.Malformed() }
        let digestNames = TableLayout.of(itemClass).digestNames
        var row = SealedRow(
            itemClass: itemClass, format: 1, accessGroup: "", protection: "",
            synchronizable: false, tombstone: false, persistentReference: [], revision: 0,
            digests: Array(repeating: nil, count: digestNames.count), primaryKey: [])
        for _ in 0..<(try decoder.array()) {
            try decoder.array(of: 2)
            let name = try decoder.text()
            switch name {
            case "rowid": row.rowid = try decoder.integer()
            case "agrp": row.accessGroup = try decoder.text()
            case "pdmn": row.protection = try decoder.text()
            case "sync": row.synchronizable = try flag(&decoder)
            case "tomb": row.tombstone = try flag(&decoder)
            case "persistref": row.persistentReference = try decoder.data()
            case "rev": row.revision = try decoder.integer()
            case "pkey": row.primaryKey = try decoder.data()
            case "meta": row.metadataBox = try decoder.data()
            case "data": row.secretBox = try decoder.skipsNull() ? nil : decoder.data()
            case "fmt": row.format = try decoder.integer()
            default:
                let digest = try decoder.skipsNull() ? nil : decoder.data()
                if let position = digestNames.firstIndex(of: name) {
                    row.digests[position] = digest
                } else if let digest {
                    row.addedDigests.append(AddedDigest(name: name, digest: digest))
                }
            }
        }
        guard decoder.isAtEnd, row.persistentReference.count == 16 else {
            throw CanonicalCBOR.Malformed()
        }
        return row
    }

    /// Reads a boolean that is stored as 0 or 1.
    private static func flag(
        _ decoder: inout CanonicalCBOR.Decoder
    ) throws(CanonicalCBOR.Malformed) -> Bool {
        switch try decoder.integer() {
        case 0: return false
        case 1: return true
        default: throw CanonicalCBOR.Malformed()
        }
    }
}
