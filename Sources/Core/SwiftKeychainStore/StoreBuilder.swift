// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// A new database under another name, so that it replaces the old one in one step or not at all.
package struct StoreBuilder {
    private let paths: StorePaths
    private let schema: Schema

    package init(paths: StorePaths, schema: Schema) {
        self.paths = paths
        self.schema = schema
    }

    /// Makes the complete, synchronized file `paths.building`, filled by `fill`; changes no other file.
    package func build(_ fill: (StoreWriter) throws -> Void) throws(KeychainError) {
        do throws(KeychainError) {
            try translating { try begin() }
            try write(fill)
            try translating {
                // SQLite has closed the file, so opening it here drops no locks.
                let descriptor = try System.open(paths.building, O_RDWR)
                defer { _ = close(descriptor) }
                try System.synchronize(descriptor, paths.building)
            }
        } catch {
            try? translating { try removeRemains() }
            throw error
        }
    }

    /// Makes an empty file with mode 0600 under the name `.building`, in place of one that a killed process left.
    private func begin() throws(SystemError) {
        try removeRemains()
        // SQLite gives its own files the same mode.
        System.close(try System.makeFile(paths.building))
    }

    /// Removes the file that is being built, and the files that SQLite makes for it.
    private func removeRemains() throws(SystemError) {
        for suffix in ["", "-journal", "-wal", "-shm"] {
            let path = paths.building + suffix
            if try System.status(path) != nil { try System.unlink(path) }
        }
    }

    /// Makes the tables and runs `fill`, in one transaction.
    private func write(_ fill: (StoreWriter) throws -> Void) throws(KeychainError) {
        let database: Database
        do throws(Database.OpenFailure) {
            database = try Database.open(paths.building, for: .building)
        } catch {
            throw error.error
        }
        try database.writing(.none) { writer in
            try schema.create(in: database)
            try fill(writer)
        }
        // The mode is written into the file; closing removes the log that comes with it.
        try database.execute("PRAGMA journal_mode=WAL")
    }
}
