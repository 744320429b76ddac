// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel

/// The version of the tables that this build writes, and the steps that lead to it.
package struct Schema: Sendable {
    /// A function that migrates one version to the next, inside a transaction and under the exclusive
    /// lock.
    package typealias Step =
        @Sendable (StoreWriter, (any StoreKeyProvider)?) throws(KeychainError) -> Void

    /// A file of a greater version is refused.
    package let version: Int64
    /// The minor version, which grows with added columns and indexes, and with the format of rows. A
    /// file with a greater one is read and written too: what this build doesn't know stays unchanged.
    package let minor: Int64
    /// The step that leaves each older version, by that version.
    package let steps: [Int64: Step]

    package init(version: Int64, minor: Int64 = 0, steps: [Int64: Step] = [:]) {
        self.version = version
        self.minor = minor
        self.steps = steps
    }

    package static let current = Schema(
        version: 2,
        steps: [
            1: { (writer, keys) throws(KeychainError) in
                guard let keys else {
                    throw KeychainError(
                        .internalComponent, "\(writer.lent.path): no engine has its keys")
                }
                try keys.migrate(writer, from: 1)
            }
        ])

    /// `PRAGMA application_id`: "KcSt".
    static let applicationID: Int64 = 0x4b63_5374

    /// Makes every table and index.
    package func create(in database: Database) throws(KeychainError) {
        // The keybag is created first and its copy last, so that they are far apart in the file.
        try database.execute(Self.keybagTable("keybag"))
        for itemClass in ItemClass.stored { try createTable(TableLayout.of(itemClass), database) }
        try database.execute(
            """
            CREATE TABLE tversion(
                version INTEGER NOT NULL, minor INTEGER NOT NULL) STRICT;
            INSERT INTO tversion VALUES(\(version), \(minor));
            CREATE TABLE manifest(
                id INTEGER PRIMARY KEY CHECK(id = 1), record BLOB NOT NULL,
                rev INTEGER NOT NULL) STRICT;
            CREATE TABLE quarantine(
                id INTEGER PRIMARY KEY AUTOINCREMENT, class TEXT NOT NULL, date INTEGER NOT NULL,
                reason TEXT NOT NULL, acknowledged INTEGER NOT NULL, record BLOB NOT NULL) STRICT;
            CREATE TABLE incidents(
                id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER NOT NULL, kind TEXT NOT NULL,
                detail TEXT NOT NULL, acknowledged INTEGER NOT NULL) STRICT;
            \(Self.keybagTable("keybag_copy"))
            PRAGMA application_id=\(Schema.applicationID);
            PRAGMA user_version=\(version);
            """)
    }

    private static func keybagTable(_ name: String) -> String {
        """
        CREATE TABLE \(name)(
            id INTEGER PRIMARY KEY CHECK(id = 1), rev INTEGER NOT NULL, record BLOB NOT NULL) STRICT;
        """
    }

    private func createTable(_ layout: TableLayout, _ database: Database) throws(KeychainError) {
        let columns = layout.columns.map { "\"\($0.name)\" \($0.declaration)" }
        try database.execute(
            "CREATE TABLE \(layout.table)(\(columns.joined(separator: ", "))) STRICT")
        for digest in layout.indexedDigests { try database.execute(layout.createIndexSQL(digest)) }
    }

    /// Adds the columns and indexes that came after the version of the file.
    private func addMissing(to database: Database) throws(KeychainError) {
        for itemClass in ItemClass.stored {
            let layout = TableLayout.of(itemClass)
            let present = Set(try database.columnNames(of: layout.table))
            for column in layout.columns where !present.contains(column.name) {
                guard column.isAdded else { continue }
                try database.execute(
                    "ALTER TABLE \(layout.table) ADD COLUMN \"\(column.name)\" \(column.declaration)"
                )
            }
            for digest in layout.indexedDigests {
                try database.execute(layout.createIndexSQL(digest))
            }
        }
    }

    /// The version of an opened file.
    enum Standing: Equatable {
        case current
        case older(Int64)
    }

    /// Compares the version of `database` with this one.
    ///
    /// - Throws: `notAvailable` for a newer file and for a database that is not a keychain.
    ///   Missing or contradictory records are recorded as damage.
    func standing(of database: Database) throws(KeychainError) -> Standing {
        let statements = try database.withStatement(once: "SELECT name, sql FROM sqlite_schema") {
            (statement) throws(KeychainError) in
            var statements: [String: String] = [:]
            while try statement.step() {
                statements[statement.text(0) ?? ""] = statement.text(1) ?? ""
            }
            return statements
        }
        let names = Set(statements.keys)
        let identifier = try database.integer("PRAGMA application_id")
        guard identifier == Schema.applicationID || names.contains("keybag_copy") || names.isEmpty
        else {
            throw KeychainError(
                .notAvailable,
                "\(database.path): a database of another program, or hidden by the log of one; it is"
                    + " left alone. security doctor --repair shows which")
        }
        guard names.contains("tversion"),
            let (version, minor) = try Self.recordedVersion(database), version > 0,
            try database.integer("PRAGMA user_version") == version
        else { throw database.noteCorruption("the record of its version is missing") }
        database.schemaVersion = version
        if version > self.version {
            throw KeychainError(
                .notAvailable,
                "\(database.path): version \(version) is newer than \(self.version), the newest known"
            )
        }
        database.isNewer = minor > self.minor
        try database.learnAddedColumns(from: statements)
        return version == self.version && minor >= self.minor ? .current : .older(version)
    }

    private static func recordedVersion(
        _ database: Database
    ) throws(KeychainError) -> (version: Int64, minor: Int64)? {
        try database.withStatement(once: "SELECT version, minor FROM tversion") {
            (statement) throws(KeychainError) in
            guard try statement.step(), let version = statement.integer(0),
                let minor = statement.integer(1)
            else { return nil }
            return (version, minor)
        }
    }

    /// Takes an older file through every step to this version, or leaves it as it was.
    func migrate(
        _ database: Database, from version: Int64, _ keys: (any StoreKeyProvider)?
    ) throws(KeychainError) {
        try database.writing { () throws(KeychainError) in
            try addMissing(to: database)
            let writer = StoreWriter(database, 0)
            defer { writer.end() }
            for old in version..<self.version {
                guard let step = steps[old] else {
                    throw KeychainError(
                        .notAvailable, "\(database.path): no step leads from version \(old)")
                }
                try step(writer, keys)
            }
            try database.execute(
                """
                UPDATE tversion SET version=\(self.version), minor=\(minor);
                PRAGMA user_version=\(self.version);
                """)
        }
    }
}
