// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel

/// One use of a prepared statement; columns count from 0.
///
/// Parameters are bound in their order, so that neither the SQL nor a caller numbers them.
/// The end of the value resets the statement, or closes it if it is used only once. It must end before the call does.
package struct Statement: ~Copyable {
    private let pointer: OpaquePointer
    private unowned(unsafe) let database: Database
    private let isKept: Bool
    /// The steps of a statement in the middle of which this one runs.
    private let outerSteps: Int
    /// The number of parameters that have a value.
    private var bound: Int32 = 0

    init(_ pointer: OpaquePointer, _ database: Database, isKept: Bool) {
        self.pointer = pointer
        self.database = database
        self.isKept = isKept
        outerSteps = database.steps
        database.steps = 0
    }

    deinit {
        database.steps = outerSteps
        guard isKept else {
            sqlite3_finalize(pointer)
            return
        }
        sqlite3_reset(pointer)
        // Releases the copies of the parameters.
        sqlite3_clear_bindings(pointer)
    }

    /// Ends the use before the end of its scope.
    consuming func end() {}

    // MARK: Parameters

    /// Binds the next parameter to an integer, or NULL for nil.
    package mutating func bind(_ value: Int64?) throws(KeychainError) {
        bound += 1
        let code =
            if let value {
                sqlite3_bind_int64(pointer, bound, value)
            } else {
                sqlite3_bind_null(pointer, bound)
            }
        try database.check(code)
    }

    /// Binds the next parameter to a blob, or NULL for nil. SQLite copies the bytes.
    package mutating func bind(_ bytes: [UInt8]?) throws(KeychainError) {
        bound += 1
        let code =
            if let bytes, !bytes.isEmpty {
                keychain_sqlite3_bind_blob(pointer, bound, bytes, UInt64(bytes.count))
            } else if bytes != nil {
                // A null pointer would bind NULL, which differs from no bytes.
                sqlite3_bind_zeroblob(pointer, bound, 0)
            } else {
                sqlite3_bind_null(pointer, bound)
            }
        try database.check(code)
    }

    /// Binds the next parameter to text as UTF-8. SQLite copies it.
    package mutating func bind(_ text: String) throws(KeychainError) {
        bound += 1
        try database.check(
            keychain_sqlite3_bind_text(pointer, bound, text, UInt64(text.utf8.count)))
    }

    // MARK: Running

    /// Moves to the next row; false at the end.
    package func step() throws(KeychainError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw database.failure(code)
        }
    }

    /// Runs a statement that returns no rows.
    package func run() throws(KeychainError) {
        while try step() {}
    }

    /// Returns what `value` makes of each row; nil leaves one out.
    func values<Value>(
        _ value: (borrowing Statement) -> Value?
    ) throws(KeychainError) -> [Value] {
        var values: [Value] = []
        while try step() { if let value = value(self) { values.append(value) } }
        return values
    }

    // MARK: Columns

    package func type(_ column: Int) -> Int32 { sqlite3_column_type(pointer, Int32(column)) }
    package func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

    /// Returns the integer in a column; nil when it has another type.
    package func integer(_ column: Int) -> Int64? {
        type(column) == SQLITE_INTEGER ? sqlite3_column_int64(pointer, Int32(column)) : nil
    }

    /// Returns whether a column has 1, and not 0; nil when it has anything else.
    func boolean(_ column: Int) -> Bool? {
        switch integer(column) {
        case 0: false
        case 1: true
        default: nil
        }
    }

    package func double(_ column: Int) -> Double { sqlite3_column_double(pointer, Int32(column)) }

    /// Returns the bytes of a blob in a column; nil when it has another type.
    package func blob(_ column: Int) -> [UInt8]? {
        type(column) == SQLITE_BLOB ? bytes(column) : nil
    }

    /// Returns the text in a column; nil when it isn't valid UTF-8 text.
    package func text(_ column: Int) -> String? {
        guard type(column) == SQLITE_TEXT, let start = sqlite3_column_text(pointer, Int32(column))
        else { return nil }
        let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
        // A span is validated without the generic machinery of String(validating:as:).
        guard let text = try? UTF8Span(validating: Span(_unsafeStart: start, count: count)) else {
            return nil
        }
        return String(copying: text)
    }

    /// Returns the bytes of a blob or text, as stored.
    package func bytes(_ column: Int) -> [UInt8] {
        guard let start = sqlite3_column_blob(pointer, Int32(column)) else { return [] }
        let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// A prepared statement that a connection keeps.
enum StatementKey: Hashable {
    case keybag(copy: Bool), setKeybag(copy: Bool)
    case manifest, manifestRevision, setManifest
    case select(SelectShape)
    case probe(ItemClass, column: Int)
    case countLookup
    case count(ItemClass), insert(ItemClass), update(ItemClass), delete(ItemClass)
    case rawRow(ItemClass), updateBoxes(ItemClass), addQuarantine, addIncident, acknowledge
    case nextQuarantine, replaceQuarantine
    case beginImmediate, commit, rollback
}
