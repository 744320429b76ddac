// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite

/// Edits a store without keys.
final class RawDatabase {
    private let handle: OpaquePointer

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ path: String) throws {
        var pointer: OpaquePointer?
        guard sqlite3_open_v2(path, &pointer, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            let pointer
        else { throw Failure(description: "\(path): cannot be opened") }
        handle = pointer
        sqlite3_busy_timeout(handle, 5000)
        // What is edited here is thrown away a moment later.
        try execute("PRAGMA synchronous=OFF")
    }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ sql: String, _ parameters: [Cell] = []) throws {
        if parameters.isEmpty {
            guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
        } else {
            _ = try rows(sql, parameters)
        }
    }

    /// Gives every row that `sql` answers with.
    func rows(_ sql: String, _ parameters: [Cell] = []) throws -> [[Cell]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement
        else { throw failure(sql) }
        defer { sqlite3_finalize(statement) }
        for (index, cell) in parameters.enumerated() { cell.bind(to: statement, Int32(index + 1)) }
        var rows: [[Cell]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                rows.append((0..<sqlite3_column_count(statement)).map { Cell(statement, $0) })
            case SQLITE_DONE: return rows
            default: throw failure(sql)
            }
        }
    }

    private func failure(_ sql: String) -> Failure {
        Failure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql.prefix(120))")
    }
}

/// Holds one value of a column, in SQLite's own types.
enum Cell: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    /// As bytes: an edit may leave no valid UTF-8.
    case text([UInt8])
    case blob([UInt8])

    init(_ statement: OpaquePointer, _ column: Int32) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_NULL: self = .null
        case let type:
            let start = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
            self = type == SQLITE_TEXT ? .text(bytes) : .blob(bytes)
        }
    }

    func bind(to statement: OpaquePointer, _ index: Int32) {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .text(let bytes):
            bytes.map { CChar(truncatingIfNeeded: $0) }.withUnsafeBufferPointer {
                _ = keychain_sqlite3_bind_text(
                    statement, index, $0.baseAddress, UInt64($0.count))
            }
        case .blob(let bytes):
            _ = bytes.withUnsafeBytes {
                keychain_sqlite3_bind_blob(statement, index, $0.baseAddress, UInt64($0.count))
            }
        }
    }

    /// Number of bits that can be turned over; none in a column without a value.
    var bitCount: Int {
        switch self {
        case .null: 0
        case .integer, .real: 64
        case .text(let bytes), .blob(let bytes): bytes.count * 8
        }
    }

    /// Gives the value with one bit turned over.
    func flipping(_ bit: Int) -> Cell {
        func flipped(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            return bytes
        }
        switch self {
        case .null: return .null
        case .integer(let number): return .integer(number ^ 1 << Int64(bit))
        case .real(let number): return .real(Double(bitPattern: number.bitPattern ^ 1 << bit))
        case .text(let bytes): return .text(flipped(bytes))
        case .blob(let bytes): return .blob(flipped(bytes))
        }
    }

    var bytes: [UInt8] {
        switch self {
        case .text(let bytes), .blob(let bytes): bytes
        default: []
        }
    }
}
