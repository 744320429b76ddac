// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

// After a change of keys no file may contain what was overwritten. The log keeps old pages until it
// starts over, which readers in other processes can prevent, so the change needs exclusive access.
extension Store {
    /// Runs `body` as a write while no call is in flight in any process, makes every process open
    /// the store anew, and leaves nothing of what was overwritten in any file.
    ///
    /// When `body` throws, nothing is written. A process that is killed after the change leaves a
    /// mark next to the store, and ``removeLeftovers(deadline:)`` finishes its work.
    ///
    /// - Parameter afterwards: runs before any other call sees the change.
    /// - Throws: What `body` throws; `notAvailable` when calls in flight don't end before the
    ///   deadline; `inputOutput`, `diskFull`.
    package func rewrite<R>(
        deadline: Deadline, _ body: (StoreWriter) throws(KeychainError) -> R,
        afterwards: () -> Void
    ) throws(KeychainError) -> R {
        let access = try exclusiveAccess(deadline: deadline)
        guard try FileIdentity(at: paths.database) != nil,
            case .opened(let database) = try access.open()
        else { throw SQLiteErrors.damage(.notAvailable, paths.database, "it can't be opened") }
        try translating {
            if try System.status(paths.rewriting) == nil {
                System.close(try System.makeFile(paths.rewriting))
            }
            try System.synchronize(directory: paths.directory)
        }
        // Before the change: if this process is killed in between, the others only reopen the file.
        try access.raiseGeneration()
        let result = try access.write(database) { try body($0) }
        // The change is durable. The next call cleans up what can't be cleaned up now.
        if (try? database.truncateLog()) != nil {
            try? translating { try System.unlink(paths.rewriting) }
        }
        afterwards()
        return result
    }

    /// Whether pages that a ``rewrite(deadline:_:afterwards:)`` has overwritten may still be in the log.
    package var hasLeftovers: Bool { System.exists(paths.rewriting) }

    /// Empties the log after a process was killed in the middle of a ``rewrite(deadline:_:afterwards:)``.
    ///
    /// - Throws: `notAvailable` when a reader prevents it until the deadline.
    package func removeLeftovers(deadline: Deadline) throws(KeychainError) {
        try perform(deadline) { database, _ in
            try database.truncateLog()
            // A rewrite in progress would have exclusive access, so the mark is an earlier one's.
            try translating {
                if try System.status(paths.rewriting) != nil { try System.unlink(paths.rewriting) }
            }
        }
    }

    /// Removes the database and every other file of this store, the database before the locks: a crash leaves a keychain,
    /// and no log that would be salvaged into the next keychain of that name.
    ///
    /// Waits until `deadline` for the calls in flight of every process; later ones find no store.
    ///
    /// - Parameter beforehand: runs while no other call does. If it throws, nothing is removed.
    /// - Throws: `notAvailable` when the deadline passes, or a file can't be removed; `readOnly`.
    package func remove(
        deadline: Deadline, beforehand: (borrowing ExclusiveAccess) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let access = try exclusiveAccess(deadline: deadline)
        try beforehand(access)
        try access.raiseGeneration()
        // The log is removed first, so empty it: it may contain a new password. Skip that for a damaged
        // store.
        if try FileIdentity(at: paths.database) != nil,
            case .opened(let database)? = try? access.open()
        {
            try? database.truncateLog()
        }
        try translating {
            let database = paths.database
            for path in [
                paths.rewriting, paths.replacement, paths.building, StorePaths.log(database),
                StorePaths.index(database), database, paths.writerLock, paths.lock,
                paths.sharedLock,
            ] where try System.status(path) != nil {
                try System.unlink(path)
            }
            try System.synchronize(directory: paths.directory)
        }
    }

    /// Checks that the file is a keychain, before it is removed. A damaged file counts as one when one
    /// of our lock files is next to it.
    ///
    /// - Throws: `invalidKeychain`; `notAvailable` when the file or its folder can't be read.
    package func requireKeychain() throws(KeychainError) {
        // The lock file first: closing a database that SQLite has open in this process would
        // drop its locks, and one without a lock file is open nowhere.
        if try LockRecord.isRecord(beginning(of: paths.lock)) { return }
        if let status = try translating({ try System.status(databasePath) }),
            let kind = FileIdentity.irregularKind(status)
        {
            throw KeychainError(.invalidKeychain, "\(databasePath): is \(kind), not a keychain")
        }
        guard try DatabaseHeader.isOurs(beginning(of: databasePath)) else {
            throw KeychainError(.invalidKeychain, "\(databasePath): not a keychain")
        }
    }

    /// Returns the first bytes of a file; none if it doesn't exist.
    private func beginning(of path: String) throws(KeychainError) -> [UInt8] {
        try translating {
            let descriptor: Int32
            do throws(SystemError) {
                descriptor = try System.open(path, O_RDONLY, followsLink: true)
            } catch  where error.number == ENOENT {
                return []
            }
            defer { _ = close(descriptor) }
            guard try System.status(descriptor, path).st_mode & S_IFMT == S_IFREG else { return [] }
            return try System.read(descriptor, path, at: 0, count: DatabaseHeader.byteCount)
        }
    }
}
