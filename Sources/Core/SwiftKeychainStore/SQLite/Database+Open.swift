// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel
import SwiftKeychainSystem

extension Database {
    /// The purpose for which a database file is opened.
    package enum Purpose {
        /// The store in use: write-ahead log, every commit synchronized, no checkpoint of SQLite's.
        case store
        /// A new file that no process uses yet; it is synchronized as a whole when it is done.
        case building
    }

    /// Opens the file, which must exist.
    ///
    /// - Throws: `notAvailable` when it can't be opened or read, or isn't a database.
    package static func open(_ path: String, for purpose: Purpose) throws(OpenFailure) -> Database {
        SQLiteRuntime.prepare()
        var handle: OpaquePointer?
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
            | SQLITE_OPEN_NOFOLLOW
        let code = path.withPath { sqlite3_open_v2($0, &handle, flags, nil) }
        guard let handle else {
            throw OpenFailure(
                error: KeychainError(.allocation, "\(path): SQLite has no memory"), corruption: nil)
        }
        let database = Database(path: path, handle: handle)
        do throws(KeychainError) {
            try database.check(code)
            try database.configure(purpose)
        } catch {
            throw database.openFailure(error)
        }
        return database
    }

    /// The reason why a file was not opened.
    package struct OpenFailure: Error {
        package let error: KeychainError
        /// The damage that prevented it, in the words of SQLite or of the header check.
        let corruption: String?
    }

    /// Returns why the database can't be used, for an error of the statements that read its schema.
    func openFailure(_ error: KeychainError) -> OpenFailure {
        // Another program's schema may need more than ours.
        if excess != nil, let identifier = (try? integer("PRAGMA application_id")) ?? nil,
            identifier != Schema.applicationID
        {
            return OpenFailure(error: Schema.isAnotherPrograms(path), corruption: nil)
        }
        return OpenFailure(error: error, corruption: corruption ?? excess ?? damage(behind: error))
    }

    /// Sets the options of a connection: nothing that the file contains (triggers, views, functions) is run.
    ///
    /// | option | without it |
    /// |---|---|
    /// | DEFENSIVE | a statement could write to SQLite's own tables |
    /// | TRUSTED_SCHEMA off | an index or a default of the file could call functions |
    /// | DQS off | a misspelt column name in double quotes would be a text |
    /// | mmap_size=0 | a file that is cut short would end the process with SIGBUS |
    /// | cell_size_check | damaged sizes of cells would be noticed later, or not at all |
    /// | secure_delete | deleted rows would stay readable in the file |
    private func configure(_ purpose: Purpose) throws(KeychainError) {
        for (option, value) in [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
            (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
            (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
            (SQLITE_DBCONFIG_ENABLE_FKEY, 0),
            // Another process may still use the log when this process closes its last connection.
            (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, purpose == .store ? 1 : 0),
        ] {
            try check(keychain_sqlite3_db_config(handle, option, Int32(value)))
        }
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        if purpose == .store { limitSchema() }
        try execute(
            """
            PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY; PRAGMA cell_size_check=ON; \
            PRAGMA secure_delete=ON; PRAGMA cache_size=-65536;
            """)
        switch purpose {
        case .store:
            try execute("PRAGMA wal_autocheckpoint=0; PRAGMA synchronous=FULL;")
            // wal_autocheckpoint installs its hook in place of ours.
            countLogFrames()
            let mode = try statement(once: "PRAGMA journal_mode=WAL")
            guard try mode.step(), mode.text(0) == "wal" else {
                throw KeychainError(
                    .notAvailable, "\(path): the file system allows no write-ahead log")
            }
        case .building:
            // The pages of the format, whatever SQLite was built with.
            try execute(
                "PRAGMA page_size=4096; PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY;")
        }
    }

    /// Returns the single integer that `sql` selects.
    package func integer(_ sql: String) throws(KeychainError) -> Int64? {
        let statement = try statement(once: sql)
        return try statement.step() ? statement.integer(0) : nil
    }
}
