// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel
import SwiftKeychainSystem

/// One SQLite connection and its prepared statements, for one thread at a time.
///
/// Every result of SQLite passes through ``check(_:)``, which remembers that the file was called
/// malformed, even when the caller ignores the error.
package final class Database {
    package let path: String
    let handle: OpaquePointer
    /// The process that opened the connection; no other may touch it, not even to close it.
    let epoch = ProcessEpoch.current
    private var statements: [StatementKey: Statement] = [:]
    /// Those of ``TransactionCommand``, by their positions.
    private var commands: [Statement?] = Array(
        repeating: nil, count: TransactionCommand.allCases.count)

    /// The words with which SQLite called the file malformed.
    package private(set) var corruption: String?
    /// Whether something failed after which the connection must be opened anew.
    private(set) var mustReopen = false
    /// The deadline of SQLite's own waits for locks, which only other programs hold.
    var busyDeadline = Deadline.standard
    /// The number of frames in the write-ahead log after the last commit of this connection.
    fileprivate(set) var logFrames = 0
    /// The version of the tables, once it was read.
    var schemaVersion: Int64 = 0
    /// Whether a newer build has written to the file: its minor version is greater than any known here.
    var isNewer = false
    /// The layouts of tables with columns that a newer build added.
    package internal(set) var addedLayouts: [ItemClass: TableLayout] = [:]
    /// The frames at which the next checkpoint is tried, see ``checkpointIfDue()``.
    var nextCheckpoint = 0
    /// Whether a write has ended here before, see ``checkpointIfDue()``.
    var hasWritten = false

    /// Takes over `handle`.
    init(path: String, handle: OpaquePointer) {
        self.path = path
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        let me = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_busy_handler(
            handle,
            { context, _ in
                let database = Unmanaged<Database>.fromOpaque(context!).takeUnretainedValue()
                if database.busyDeadline.hasPassed { return 0 }
                _ = sqlite3_sleep(1)
                return 1
            }, me)
        countLogFrames()
    }

    /// Makes ``logFrames`` follow every commit.
    func countLogFrames() {
        sqlite3_wal_hook(
            handle,
            { context, _, _, frames in
                let database = Unmanaged<Database>.fromOpaque(context!).takeUnretainedValue()
                database.logFrames = Int(frames)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        // A parent's connection is left alone: closing it would change locks and a log that the
        // parent still uses.
        guard isOwn else { return }
        for statement in statements.values { statement.finalize() }
        for statement in commands { statement?.finalize() }
        sqlite3_close_v2(handle)
    }

    /// Runs `body` with the prepared statement of `key`, made from `sql` at first use, and resets it.
    func withStatement<R>(
        _ key: StatementKey, _ sql: @autoclosure () -> String,
        _ body: (Statement) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let statement: Statement
        if let known = statements[key] {
            statement = known
        } else {
            statement = try prepare(sql(), persistent: true)
            statements[key] = statement
        }
        defer { statement.reset() }
        return try body(statement)
    }

    /// Runs a statement that begins or ends a transaction.
    func run(_ command: TransactionCommand) throws(KeychainError) {
        let statement: Statement
        if let known = commands[command.rawValue] {
            statement = known
        } else {
            statement = try prepare(command.sql, persistent: true)
            commands[command.rawValue] = statement
        }
        defer { statement.reset() }
        try statement.run()
    }

    /// Runs `body` with a statement that is used once.
    package func withStatement<R>(
        once sql: String, _ body: (Statement) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let statement = try prepare(sql, persistent: false)
        defer { statement.finalize() }
        return try body(statement)
    }

    /// Runs SQL that returns no rows.
    package func execute(_ sql: String) throws(KeychainError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    private func prepare(_ sql: String, persistent: Bool) throws(KeychainError) -> Statement {
        var pointer: OpaquePointer?
        let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(handle, sql, -1, flags, &pointer, nil)
        try check(code)
        return Statement(pointer!, self)
    }

    /// Throws unless `code` is a success.
    func check(_ code: Int32) throws(KeychainError) {
        if code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW { return }
        throw failure(code)
    }

    /// Returns the keychain error of `code`, and remembers whether the connection is still usable.
    func failure(_ code: Int32) -> KeychainError {
        let message = String(cString: sqlite3_errmsg(handle))
        if SQLiteErrors.isCorruption(code) { corruption = message }
        if code & 0xff != SQLITE_CONSTRAINT && code & 0xff != SQLITE_BUSY { mustReopen = true }
        return SQLiteErrors.error(
            code, path: path, message: message,
            systemError: code & 0xff == SQLITE_IOERR
                ? keychain_sqlite3_last_errno(handle) : sqlite3_system_errno(handle))
    }

    /// Records that the file is damaged, though SQLite accepts it: a record of ours is missing.
    func noteCorruption(
        _ what: String, _ code: KeychainError.Code = .notAvailable
    ) -> KeychainError {
        corruption = what
        mustReopen = true
        return SQLiteErrors.damage(code, path, what)
    }

    /// Whether this process opened the connection; false in its children.
    var isOwn: Bool { epoch == ProcessEpoch.current }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}
