// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel

/// One use of a prepared statement; parameters count from 1, columns from 0.
///
/// The end of the value resets the statement, or closes it if it is used only once. It must end before the call does.
package struct Statement: ~Copyable {
    private let pointer: OpaquePointer
    private unowned(unsafe) let database: Database
    private let isKept: Bool
    /// The steps of a statement in the middle of which this one runs.
    private let outerSteps: Int

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

    /// Ends the use and leaves the statement as it is, so that what it reads doesn't change: see ``Database/reset(_:)``.
    consuming func stayOpen() {
        database.steps = outerSteps
        discard self
    }

    // MARK: Parameters

    package func bind(_ index: Int, _ value: Int64?) throws(KeychainError) {
        guard let value else { return try bindNull(index) }
        try database.check(sqlite3_bind_int64(pointer, Int32(index), value))
    }

    /// Binds a blob, or NULL for nil. Indices begin at 1. SQLite copies the bytes.
    package func bind(_ index: Int, _ bytes: [UInt8]?) throws(KeychainError) {
        guard let bytes else { return try bindNull(index) }
        let code = bytes.withUnsafeBytes { buffer in
            // A null pointer would bind NULL, which differs from no bytes.
            buffer.isEmpty
                ? sqlite3_bind_zeroblob(pointer, Int32(index), 0)
                : keychain_sqlite3_bind_blob(
                    pointer, Int32(index), buffer.baseAddress, UInt64(buffer.count))
        }
        try database.check(code)
    }

    /// Binds text as UTF-8. SQLite copies it.
    package func bind(_ index: Int, _ text: String) throws(KeychainError) {
        var text = text
        let code = text.withUTF8 { buffer in
            guard let start = buffer.baseAddress else {
                return keychain_sqlite3_bind_text(pointer, Int32(index), "", 0)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
                keychain_sqlite3_bind_text(pointer, Int32(index), $0, UInt64(buffer.count))
            }
        }
        try database.check(code)
    }

    private func bindNull(_ index: Int) throws(KeychainError) {
        try database.check(sqlite3_bind_null(pointer, Int32(index)))
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

    // MARK: Columns

    package func type(_ column: Int) -> Int32 { sqlite3_column_type(pointer, Int32(column)) }
    package func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

    /// Returns the integer in a column; nil when it has another type.
    package func integer(_ column: Int) -> Int64? {
        type(column) == SQLITE_INTEGER ? sqlite3_column_int64(pointer, Int32(column)) : nil
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
    case count(ItemClass), insert(ItemClass), update(ItemClass), delete(ItemClass)
    case rawRow(ItemClass), updateBoxes(ItemClass), addQuarantine, addIncident
    case nextQuarantine, replaceQuarantine
}

/// The properties of a search that its SQL depends on.
struct SelectShape: Hashable {
    var itemClass: ItemClass
    /// The number of groups in the query; nil for any group.
    var groups: Int?
    var hasProtection: Bool
    var hasSynchronizable: Bool
    var hasTombstone: Bool
    /// The number of persistent references in the query; nil for any item.
    var references: Int?
    var hasPrimaryKey: Bool
    /// One bit per digest column that is compared.
    var digests: UInt64
    /// The digest column whose index is used; nil for none.
    var lead: Int?

    /// Hashes the properties that differ most.
    func hash(into hasher: inout Hasher) {
        hasher.combine(itemClass)
        hasher.combine(digests)
    }
}
