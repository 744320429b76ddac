// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The lock files and the open database of one call, used by one thread at a time.
package final class StoreConnection {
    private let named: StorePaths
    private let epoch = ProcessEpoch.current
    private(set) var locks: StoreLocks?
    private(set) var paths: StorePaths?
    private(set) var database: Database?
    /// That of the open database.
    private(set) var generation = StoreGeneration.none
    /// Whether the database was open before this call.
    private(set) var isReused = false
    private var isWriting = false
    private var isSharing = false

    init(_ paths: StorePaths) { named = paths }

    deinit {
        // After fork() the descriptors are already closed, and their numbers may be in use again.
        if epoch != ProcessEpoch.current { locks?.forget() }
    }

    /// Takes the locks of a call, and ensures that the open database is the current one: that it has the generation of
    /// the lock record, and the inode of the file.
    ///
    /// - Parameter deadline: nil to wait for no other call.
    /// - Returns: true when the call can run; then ``leave()`` ends it. False when the database must
    ///   be made or migrated first, or the lock record is new; then no lock is held.
    /// - Throws: `notAvailable` for a file that SQLite can't open.
    func enter(writing: Bool, schema: Schema, deadline: Deadline?) throws(KeychainError) -> Bool {
        // A read learns from the database file itself that the folder was replaced.
        let locks = try openLocks(checking: writing || database == nil)
        if writing { try locks.takeWriter(deadline: deadline) }
        isWriting = writing
        do throws(KeychainError) {
            let current = try locks.share(deadline: deadline)
            isSharing = true
            let deadline = deadline ?? .after(.zero)
            if let current, let paths, let file = try FileIdentity(at: paths.database) {
                let current = StoreGeneration(number: current, file: file)
                isReused = database != nil && current == generation
                if isReused {
                    database?.busyDeadline = deadline
                    return true
                }
                closeDatabase()
                // A folder that was removed and made again has other lock files than these.
                if try locks.isInPlace(),
                    try openDatabase(paths, current, schema, deadline)
                {
                    return true
                }
            }
        } catch {
            leave()
            throw error
        }
        closeDatabase()
        leave()
        return false
    }

    /// Opens the database anew under the shared lock; false if it must be migrated first.
    private func openDatabase(
        _ paths: StorePaths, _ current: StoreGeneration, _ schema: Schema, _ deadline: Deadline
    ) throws(KeychainError) -> Bool {
        switch try Self.open(paths.database, schema, deadline) {
        case .opened(let opened):
            opened.explainsErrors = true
            (database, generation) = (opened, current)
            return true
        case .older: return false
        case .malformed(let words):
            throw SQLiteErrors.damage(.notAvailable, paths.database, words)
        }
    }

    /// The result of opening the database file.
    package enum Opening {
        case opened(Database)
        case older(Database, version: Int64)
        case malformed(String)
    }

    /// Opens a database after checks that SQLite doesn't make: its files must be regular and have one name.
    static func open(
        _ path: String, _ schema: Schema, _ deadline: Deadline
    ) throws(KeychainError) -> Opening {
        // SQLite opens them by itself, and would wait for ever for a FIFO's other end.
        for path in [path + "-journal", StorePaths.log(path), StorePaths.index(path)] {
            _ = try FileIdentity(at: path)
        }
        if let file = try FileIdentity(at: path) { IdlePools.shared.close(file, unlessAt: path) }
        do throws(Database.OpenFailure) {
            let database = try Database.open(path, for: .store)
            database.busyDeadline = deadline
            do throws(KeychainError) {
                if let version = try schema.olderVersion(of: database) {
                    return .older(database, version: version)
                }
                return .opened(database)
            } catch {
                throw database.openFailure(error)
            }
        } catch {
            if let words = error.corruption { return .malformed(words) }
            throw error.error
        }
    }

    /// Opens the lock files, in a folder that is made when it is absent.
    ///
    /// - Parameter checking: whether to check that they are still the ones in the folder.
    func openLocks(checking: Bool) throws(KeychainError) -> StoreLocks {
        if let locks, locks.isUsable {
            if !checking { return locks }
            if try locks.isInPlace() { return locks }
        }
        closeDatabase()
        locks = nil
        let paths = try StoreFolder.prepare(named)
        let fresh = try StoreLocks(paths)
        (self.paths, locks) = (paths, fresh)
        return fresh
    }

    /// Releases the locks of a call.
    func leave() {
        guard epoch == ProcessEpoch.current else { return }
        if isSharing { locks?.unshare() }
        if isWriting { locks?.leaveWriter() }
        (isSharing, isWriting) = (false, false)
    }

    func closeDatabase() { database = nil }

    /// Whether a call that failed is to be repeated on a database that is opened anew: its schema has changed, or the
    /// damage may be in what a reused connection remembers of the file.
    var mustOpenAnew: Bool {
        database?.hasOtherSchema == true || isReused && database?.corruption != nil
    }

    /// Whether the connection can serve another call.
    var isSound: Bool {
        epoch == ProcessEpoch.current && database?.mustReopen == false
            && database?.hasOtherSchema == false && locks?.isUsable == true
    }
}
