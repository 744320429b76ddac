// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel

/// The first 100 bytes of a database file, compared with those of every store
/// (sqlite.org/fileformat2.html §1.3).
///
/// With some bytes changed, SQLite takes the file for another kind of database, which it opens only
/// for reading, or not at all.
package enum DatabaseHeader {
    package static let byteCount = 100

    /// Bytes that are the same in every store, by their offset.
    /// Numbers have the highest byte first. Pages have 4096 bytes, the versions 2 mean a write-ahead log, text
    /// encoding 1 is UTF-8, and the application id is "KcSt".
    private static let fixed: [(name: String, offset: Int, bytes: [UInt8])] = [
        ("magic", 0, Array("SQLite format 3\0".utf8)),
        ("page size", 16, [0x10, 0]),
        ("write version", 18, [2]),
        ("read version", 19, [2]),
        ("reserved space", 20, [0]),
        ("payload fractions", 21, [64, 32, 32]),
        ("schema format", 44, [0, 0, 0, 4]),
        ("largest root page", 52, [0, 0, 0, 0]),
        ("text encoding", 56, [0, 0, 0, 1]),
        ("vacuum mode", 64, [0, 0, 0, 0]),
        ("application id", 68, [0x4b, 0x63, 0x53, 0x74]),
    ]

    /// Returns whether a file that begins with `bytes` is an SQLite database with our identifier.
    package static func isOurs(_ bytes: [UInt8]) -> Bool {
        bytes.count == byteCount
            && fixed.filter { ["magic", "application id"].contains($0.name) }.allSatisfy {
                bytes[$0.offset...].starts(with: $0.bytes)
            }
    }

    /// Returns a sentence for each field that differs from that of a store.
    package static func problems(_ header: [UInt8]) -> [String] {
        guard header.count == byteCount else { return ["the header is cut off"] }
        return fixed.compactMap { field in
            header[field.offset...].starts(with: field.bytes)
                ? nil : "byte \(field.offset) of the header, the \(field.name), was changed"
        }
    }
}

// Damage that SQLite reports as another error.
extension Database {
    /// Returns the damage behind an error of SQLite's; nil when none is known.
    ///
    /// With changed bytes in the header SQLite calls the file read-only or its own SQL wrong; with a
    /// row counter at its end it says that the disk is full.
    func damage(behind error: KeychainError) -> String? {
        switch error.code {
        case .readOnly, .internalComponent: (try? headerProblems())?.first
        case .diskFull: (try? rowCounterProblems())?.first
        default: nil
        }
    }

    /// Returns what is wrong with the header in the file and with a newer one in the log.
    package func headerProblems() throws(KeychainError) -> [String] {
        guard let header = try fileHeader() else { return [] }
        var problems = DatabaseHeader.problems(header)
        if let page = try WriteAheadLog(beside: path)?.page(1) {
            problems += DatabaseHeader.problems(Array(page.prefix(DatabaseHeader.byteCount)))
        }
        return problems
    }

    /// Returns the header in the file, cut off where the file ends; nil when SQLite doesn't expose the file.
    ///
    /// Reads through the open file of the connection, whose locks stay as they are.
    private func fileHeader() throws(KeychainError) -> [UInt8]? {
        let size = keychain_sqlite3_file_size(handle)
        guard size >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: DatabaseHeader.byteCount)
        let code = keychain_sqlite3_file_read(handle, &bytes, Int32(bytes.count), 0)
        // SQLITE_IOERR_SHORT_READ: the file is shorter, and the rest of the buffer is zero.
        let isShort = code & 0xff == SQLITE_IOERR && code >> 8 == 2
        guard code == SQLITE_OK || isShort else {
            throw KeychainError(.inputOutput, "\(path): cannot be read")
        }
        return Array(bytes.prefix(Int(size)))
    }

    /// Returns which tables can take no more rows: SQLite never assigns a rowid twice, and no store has
    /// assigned one near the end of the numbers.
    package func rowCounterProblems() throws(KeychainError) -> [String] {
        let highest = TableLayout.highestRowid
        let statement = try statement(
            once: "SELECT name FROM sqlite_sequence WHERE seq>\(highest) ORDER BY name")
        var problems = try statement.values {
            "the counter of rows of table \($0.text(0) ?? "") is at its end"
        }
        for itemClass in ItemClass.stored {
            let table = TableLayout.of(itemClass).table
            if try integer("SELECT max(rowid) FROM \(table)") ?? 0 > highest {
                problems.append("table \(table) holds a row at the end of the numbers")
            }
        }
        return problems
    }
}
