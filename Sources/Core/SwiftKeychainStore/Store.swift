// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import Synchronization

/// The sealed rows of an SQLite file that several threads and processes share.
///
/// This module is the storage: SQLite, transactions, locks and the files of a store. It sees clear columns, digests and
/// sealed bytes, never a key or a plaintext. Keys come in as a protocol (``StoreKeyProvider``), for the two moments at
/// which the store must be made or migrated.
///
/// Its idea is that there is no server: the locks of the kernel order all calls. A call takes one of three ways:
///
///     read         keychain.lock, shared → generation and inode → one read transaction → release
///     write        turnstile and writer.lock → as a read → BEGIN IMMEDIATE, COMMIT, fsync → checkpoint → release
///     exclusively  the gate and the mark → keychain.lock, exclusive → create, migrate, repair, change keys → release
///
/// 1. Readers never wait for a writer; writers queue for each other; an exclusive call waits for everybody, and new
///    calls wait for it.
/// 2. Each lock belongs to an open file, so threads exclude each other as processes do, and a killed process holds
///    none.
/// 3. A connection whose generation or inode is out of date is reopened before the call uses it.
/// 4. A failed write has written nothing.
///
/// What may surprise: the body of a write may run more than once, and in another thread (``WriteGroup``). A child of
/// fork() uses no connection of its parent. No ordinary call opens the database file except through SQLite, because
/// closing any descriptor of it would drop SQLite's POSIX locks. Docs/internals/sharing.md describes how calls exclude
/// each other, and Docs/internals/format.md the file.
package final class Store: Sendable {
    /// The folder of the database, `keychain.lock` and `writer.lock`, as given.
    package var directory: String { paths.directory }
    package var databasePath: String { paths.database }
    package let paths: StorePaths
    let schema: Schema
    let keys: (any StoreKeyProvider)?
    let pool: ConnectionPool
    /// What this process may have left in the log.
    let ownLog = Atomic(OwnLog.empty)
    /// The lock that keeps other processes away; nil for a store that processes share.
    private let ownership = Mutex<StoreOwnership?>(nil)

    /// Makes a store object; no file is read or made until the first call.
    ///
    /// - Parameters:
    ///   - fileName: the database in that folder; a database with another name has separate locks.
    ///   - isOwned: whether this process keeps the store to itself. Then
    ///     ``takeOwnership(deadline:)`` must be called first.
    ///   - keys: the keys of a store that a call makes or migrates; without them it can do neither.
    package init(
        directory: String, fileName: String = "keychain-2.db", isOwned: Bool = false,
        keys: (any StoreKeyProvider)? = nil, schema: Schema = .current
    ) {
        paths = StorePaths(directory: directory, fileName: fileName, isOwned: isOwned)
        self.schema = schema
        self.keys = keys
        pool = ConnectionPool(paths)
    }

    /// Keeps all other processes away from the store for as long as this object exists: their calls wait
    /// for `keychain.lock`, and fail with `notAvailable`.
    ///
    /// - Throws: `notAvailable` when a call of another process doesn't end before the deadline, or
    ///   another process has taken the store.
    package func takeOwnership(deadline: Deadline) throws(KeychainError) {
        let taken = try StoreOwnership(
            StorePaths(directory: directory, fileName: paths.fileName), deadline)
        ownership.withLock { $0 = taken }
    }

    /// Whether a database is in the folder; a file of zero bytes counts as none.
    package var exists: Bool {
        get throws(KeychainError) { try FileIdentity(at: databasePath) != nil }
    }

    /// Runs `body` after every write before it, and makes what it wrote durable when it returns.
    ///
    /// When `body` throws, nothing is written. `body` may run again and must not change anything outside. A call of the
    /// same store inside `body` may wait for what `body` holds until its deadline. Writes of several threads are
    /// committed together, and another of these threads may call `body`.
    ///
    /// - Parameter isLong: whether `body` takes so long that no other write may wait for its commit.
    /// - Throws: As ``begin(_:)``, and `readOnly` where the files can't be written.
    package func write<R>(
        deadline: Deadline, isLong: Bool = false,
        _ body: (StoreWriter) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard !isLong else { return try writeAlone(deadline) { try body($0) } }
        return try translating {
            try withoutActuallyEscaping(body) { body in
                var result: R?
                let member = WriteGroup.Member(deadline) { result = try body($0) }
                // As long as a rewrite has exclusive access, the lock is worth waiting for.
                try pool.current.group.run(member, while: { hasLeftovers }) { commit($0) }
                switch member.outcome {
                case .success: return result!
                case .failure(let error): throw error
                case nil: return try writeAlone(deadline) { try body($0) }
                }
            }
        }
    }

    /// Runs `body` in its own transaction.
    func writeAlone<R>(
        _ deadline: Deadline, _ body: (StoreWriter) throws -> R
    ) throws(KeychainError) -> R {
        try perform(deadline) { database, generation in
            let result = try database.writing(generation) { writer in
                let result = try body(writer)
                try writer.joint?.write(to: writer)
                return result
            }
            database.checkpointIfDue()
            if database.hasLog { ownLog.store(.written, ordering: .relaxed) }
            return result
        }
    }

    /// Moves the write-ahead log into the database and empties it: no file keeps what was overwritten.
    ///
    /// - Throws: `notAvailable` when a reader prevents it until the deadline.
    package func truncateLog(deadline: Deadline) throws(KeychainError) {
        try perform(deadline) { database, _ in try database.truncateLog() }
    }
}
