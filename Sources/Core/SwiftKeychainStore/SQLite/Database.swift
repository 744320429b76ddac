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
    private var statements: [StatementKey: OpaquePointer] = [:]
    /// The statement that keeps a view: see ``beginView()``.
    var viewStatement: OpaquePointer?

    /// The words with which SQLite called the file malformed.
    package private(set) var corruption: String?
    /// Whether something failed after which the connection must be opened anew.
    private(set) var mustReopen = false
    /// The deadline of SQLite's own waits for locks, which only other programs hold.
    var busyDeadline = Deadline.standard
    /// The number of frames in the write-ahead log after the last commit of this connection.
    var logFrames = 0
    /// The version of the tables, once it was read.
    var schemaVersion: Int64 = 0
    /// Whether a newer build has written to the file: its minor version is greater than any known here.
    var isNewer = false
    /// The layouts of the tables that were used.
    private var layouts: [ItemClass: TableLayout] = [:]
    /// The frames at which the next checkpoint is tried, see ``checkpointIfDue()``.
    var nextCheckpoint = 0
    /// Whether a write has ended here before, see ``checkpointIfDue()``.
    var hasWritten = false

    /// What a statement has taken, what it may take, and whether more in a larger file: see ``trustSchema()``.
    var (steps, mostSteps, mayGrow) = (0, Int.max, false)
    /// SQLite's own limits, once the schema is compared.
    var (lengthLimit, argumentLimit) = (Int32(0), Int32(0))
    /// The cookie of the schema that was compared; nil in a file that is being built.
    var comparedCookie: Int64?
    /// Whether another program has changed the schema since.
    var hasOtherSchema = false
    /// Whether errors name the damage behind them, as those of calls do. Opening and repairs need SQLite's own.
    var explainsErrors = false
    /// Why a statement was ended at its limits.
    package private(set) var excess: String?

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
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_finalize(viewStatement)
        sqlite3_close_v2(handle)
    }

    /// Returns the prepared statement of `key`, made from `sql` at first use.
    func statement(
        _ key: StatementKey, _ sql: @autoclosure () -> String
    ) throws(KeychainError) -> Statement {
        if let known = statements[key] { return Statement(known, self, isKept: true) }
        let made = try prepare(sql(), persistent: true)
        statements[key] = made
        return Statement(made, self, isKept: true)
    }

    /// Returns a statement that is used once.
    package func statement(once sql: String) throws(KeychainError) -> Statement {
        Statement(try prepare(sql, persistent: false), self, isKept: false)
    }

    /// Runs SQL that returns no rows.
    package func execute(_ sql: String) throws(KeychainError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Compiles a statement.
    ///
    /// - Parameter persistent: whether it will be kept and used again.
    func prepare(_ sql: String, persistent: Bool) throws(KeychainError) -> OpaquePointer {
        var pointer: OpaquePointer?
        let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sqlite3_prepare_v3(handle, sql, -1, flags, &pointer, nil)
        try check(code)
        return pointer!
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
        if let words = SQLiteErrors.excess(code, message) {
            excess = words
            if code == SQLITE_INTERRUPT {
                mustReopen = true
                return SQLiteErrors.damage(.notAvailable, path, words)
            }
        }
        // These two leave the connection as it was; after any other error its memory of the file isn't trusted.
        if code & 0xff != SQLITE_CONSTRAINT && code & 0xff != SQLITE_BUSY { mustReopen = true }
        let error = SQLiteErrors.error(
            code, path: path, message: message,
            systemError: code & 0xff == SQLITE_IOERR
                ? keychain_sqlite3_last_errno(handle) : sqlite3_system_errno(handle))
        guard explainsErrors, let what = damage(behind: error) else { return error }
        return SQLiteErrors.damage(.notAvailable, path, what)
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

    // MARK: Columns

    /// Returns the layout of the table of a class in this file.
    package func layout(of itemClass: ItemClass) -> TableLayout {
        if let known = layouts[itemClass] { return known }
        let layout = TableLayout.of(itemClass)
        layouts[itemClass] = layout
        return layout
    }

    /// Reads and writes columns of these names from now on. A newer build added them to the table: each contains a
    /// digest that this build doesn't know and leaves unchanged.
    func adopt(_ added: [String], of itemClass: ItemClass) {
        layouts[itemClass] = TableLayout.of(itemClass).adding(added)
    }
}
