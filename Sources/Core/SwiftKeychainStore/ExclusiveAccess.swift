// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The files of a store while no call is in flight in any process, until the end of the value.
package struct ExclusiveAccess: ~Copyable {
    package let paths: StorePaths
    package let schema: Schema
    package let deadline: Deadline
    /// Keeps a child of fork() from closing the lock files.
    private let connection: StoreConnection
    private let locks: StoreLocks
    private let keys: (any StoreKeyProvider)?

    /// Takes over the locks, which ``StoreLocks/takeAlone(deadline:)`` has taken.
    init(
        _ store: Store, _ paths: StorePaths, _ connection: StoreConnection, _ locks: StoreLocks,
        _ deadline: Deadline
    ) {
        self.paths = paths
        self.connection = connection
        self.locks = locks
        self.deadline = deadline
        (schema, keys) = (store.schema, store.keys)
    }

    deinit { locks.leaveAlone() }

    /// Makes every process open the database anew.
    package func raiseGeneration() throws(KeychainError) { try locks.raiseGeneration() }

    /// Opens the database.
    package func open() throws(KeychainError) -> StoreConnection.Opening {
        try StoreConnection.open(paths.database, schema, deadline)
    }

    /// Runs `body` in a write transaction of a database that ``open()`` returned.
    package func write<R>(
        _ database: Database, _ body: (StoreWriter) throws -> R
    ) throws(KeychainError) -> R {
        try database.writing(StoreGeneration(number: try locks.generation(), file: nil), body)
    }

    // MARK: A call that can't run yet

    /// Makes the database when there is none, or migrates an older one.
    package func prepare() throws(KeychainError) {
        guard try FileIdentity(at: paths.database) != nil else {
            try requireNothingLost()
            return try create()
        }
        if case .older(let database, let version) = try open() {
            try schema.migrate(database, from: version, keys)
            try raiseGeneration()
        }
    }

    /// Checks that no store was lost here and no repair was interrupted, before a new one is made.
    package func requireNothingLost() throws(KeychainError) {
        // A log with frames but no database: the file existed, and was lost.
        if try size(StorePaths.log(paths.database)) > WriteAheadLog.headerBytes {
            throw SQLiteErrors.damage(
                .notAvailable, paths.database, "the file is missing, but its log exists")
        }
        if try exists(paths.replacement) {
            throw SQLiteErrors.damage(.notAvailable, paths.database, "a repair was interrupted")
        }
    }

    /// Makes the database with a keybag and a manifest of no rows, complete under another name, and then renames it.
    private func create() throws(KeychainError) {
        guard let keys else {
            throw KeychainError(.internalComponent, "\(paths.directory): no engine makes a keybag")
        }
        try keys.requireNoneMissing()
        let records = try keys.makeRecords()
        try StoreBuilder(paths: paths, schema: schema).build { writer in
            try writer.setKeybag(records.keybag, revision: records.keybagRevision)
            try writer.setManifest(records.manifest, revision: records.manifestRevision)
        }
        try raiseGeneration()
        try translating {
            // They are empty, but SQLite would use them with the new file.
            for path in [StorePaths.log(paths.database), StorePaths.index(paths.database)]
            where try System.status(path) != nil {
                try System.unlink(path)
            }
            try System.rename(paths.building, to: paths.database)
            try System.synchronize(directory: paths.directory)
        }
    }

    // MARK: Files

    package func exists(_ path: String) throws(KeychainError) -> Bool {
        try translating { try System.status(path) != nil }
    }

    /// Returns whether a regular file, not a link to one, is at a path.
    package func isRegularFile(_ path: String) throws(KeychainError) -> Bool {
        try translating {
            try System.status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
        }
    }

    /// Returns the size of a file; 0 when there is none.
    package func size(_ path: String) throws(KeychainError) -> Int {
        try translating { Int(try System.status(path)?.st_size ?? 0) }
    }
}
