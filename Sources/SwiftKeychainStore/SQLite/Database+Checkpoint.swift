import CKeychainSQLite
import SwiftKeychainModel

extension Database {
    /// Frames in the log from which on a checkpoint is made.
    private static let dueFrames = 1000
    /// Frames from which on readers are waited for, so that the log can begin anew.
    private static let longFrames = 8 * dueFrames

    /// Moves the log into the database file when it has grown; writer.lock is held.
    ///
    /// What was committed is durable already: a checkpoint that fails is tried again later.
    func checkpointIfDue() {
        if logFrames < Self.dueFrames { nextCheckpoint = Self.dueFrames }
        guard logFrames >= max(Self.dueFrames, nextCheckpoint) else { return }
        nextCheckpoint = logFrames + Self.dueFrames / 4
        let standing = busyDeadline
        defer { busyDeadline = standing }
        busyDeadline = .after(.milliseconds(logFrames >= Self.longFrames ? 50 : 0))
        let mode =
            logFrames >= Self.longFrames ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    }

    /// Empties the log, so that nothing overwritten is left in it; writer.lock is held.
    ///
    /// - Throws: `notAvailable` when a reader kept it from happening until the deadline.
    func truncateLog() throws(KeychainError) {
        try check(
            sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil))
    }
}
