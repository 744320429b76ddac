// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Synchronization

/// What a process may have left in the log of a store since it last emptied it.
enum OwnLog: UInt8, AtomicRepresentable {
    case empty
    case written
    /// Something, but nothing new since ``Store/hasRestingLog()`` was called.
    case resting
}

// A program that copies or renames the database file doesn't know of the log beside it.
extension Store {
    /// Whether this process may have left something in the log.
    package var hasOwnLog: Bool { ownLog.load(ordering: .relaxed) != .empty }

    /// Returns whether this process has left something in the log, and nothing since the last time this was called.
    package func hasRestingLog() -> Bool {
        ownLog.compareExchange(expected: .written, desired: .resting, ordering: .relaxed).original
            == .resting
    }

    /// Empties a log that this process wrote. Waits for no other call: while one is in progress, the log may stay.
    package func emptyOwnLog() {
        // Before the log is emptied, so that a write after it counts.
        guard ownLog.exchange(.empty, ordering: .relaxed) != .empty else { return }
        let pool = pool.current
        let connection = pool.take()
        defer { pool.give(connection) }
        do throws(KeychainError) {
            // Where the file is gone, no folder or lock file is made again.
            guard try exists,
                try connection.enter(writing: true, schema: schema, deadline: nil)
            else { return }
            defer { connection.leave() }
            try connection.database?.truncateLog()
        } catch {
            _ = ownLog.compareExchange(expected: .empty, desired: .written, ordering: .relaxed)
        }
    }
}
