// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel

extension Database {
    /// Runs `body` and makes what it wrote durable; undoes all of it when it throws.
    func writing<R>(
        _ generation: StoreGeneration, _ body: (StoreWriter) throws -> R
    ) throws(KeychainError) -> R {
        try statement(.beginImmediate, "BEGIN IMMEDIATE").run()
        defer { rollBackIfNeeded() }
        // Compare the schema: from here to the commit, no other program can change it.
        try beginView()
        endView()
        let writer = StoreWriter(self, generation)
        defer { writer.end() }
        let result = try translating { try body(writer) }
        // After fork() in the body this is the parent's transaction.
        guard isOwn else {
            throw KeychainError(
                .notAvailable, "\(path): the process forked in the middle of a call")
        }
        if let corruption { throw SQLiteErrors.damage(.inputOutput, path, corruption) }
        try writer.database.statement(.commit, "COMMIT").run()
        return result
    }

    private func rollBackIfNeeded() {
        guard isOwn, isInTransaction else { return }
        // Fails only when SQLite has rolled back by itself.
        try? statement(.rollback, "ROLLBACK").run()
    }
}

extension Database {
    /// The frames in the log at which a checkpoint is made.
    private static let dueFrames = 1000
    /// The frames at which the first write of a connection makes one. A command writes only once, and
    /// when no process has the store open, the next process must read the whole log.
    private static let loneFrames = 150
    /// The frames at which a checkpoint waits for readers, so that the log can start over.
    private static let longFrames = 8 * dueFrames

    /// Moves the log into the database file when it has grown; the caller must hold writer.lock.
    ///
    /// Commits are already durable: a checkpoint that fails is tried again later.
    func checkpointIfDue() {
        defer { hasWritten = true }
        if logFrames < Self.dueFrames { nextCheckpoint = Self.dueFrames }
        let due = hasWritten ? max(Self.dueFrames, nextCheckpoint) : Self.loneFrames
        guard logFrames >= due else { return }
        // If readers keep this one from finishing, the next one waits for a quarter as many frames.
        nextCheckpoint = logFrames + Self.dueFrames / 4
        let standing = busyDeadline
        defer { busyDeadline = standing }
        busyDeadline = .after(.milliseconds(logFrames >= Self.longFrames ? 50 : 0))
        // TRUNCATE waits for readers and empties the log; PASSIVE copies what it can without waiting.
        let empties = !hasWritten || logFrames >= Self.longFrames
        sqlite3_wal_checkpoint_v2(
            handle, nil, empties ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Whether this connection wrote to the log.
    var hasLog: Bool { logFrames > 0 }

    /// Empties the log, so that it keeps nothing that was overwritten; the caller must hold writer.lock.
    ///
    /// - Throws: `notAvailable` when a reader prevents it until the deadline.
    func truncateLog() throws(KeychainError) {
        try check(
            sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil))
        logFrames = 0
    }
}
