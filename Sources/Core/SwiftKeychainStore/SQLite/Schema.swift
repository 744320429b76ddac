// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel

/// The version of the tables that this build writes.
package struct Schema: Sendable {
    /// A file of a greater version is refused.
    package let version: Int64
    /// The minor version, which grows with added columns and indexes, and with the format of rows. A
    /// file with a greater one is read and written too: what this build doesn't know stays unchanged.
    package let minor: Int64

    package static let current = Schema(version: 2, minor: 1)

    /// The `Database.schemaDigest()` of a store of the current version.
    static let digest: [UInt8] = [
        74, 119, 204, 198, 120, 131, 55, 5, 32, 178, 128, 123, 116, 203, 92, 237,
    ]

    /// `PRAGMA application_id`: "KcSt".
    static let applicationID: Int64 = 0x4b63_5374

    /// Makes every table and index.
    package func create(in database: Database) throws(KeychainError) {
        // The keybag is created first and its copy last, so that they are far apart in the file.
        try database.execute(Self.recordTables[0].sql)
        for itemClass in ItemClass.stored {
            let layout = TableLayout.of(itemClass)
            try database.execute(layout.createTableSQL)
            for digest in layout.indexedDigests {
                try database.execute(layout.createIndexSQL(digest))
            }
        }
        for table in Self.recordTables.dropFirst() { try database.execute(table.sql) }
        try database.execute(
            """
            INSERT INTO tversion VALUES(\(version), \(minor));
            PRAGMA application_id=\(Schema.applicationID);
            PRAGMA user_version=\(version);
            """)
    }

    /// The tables other than those of items, with the SQL that makes them, as SQLite records it.
    static let recordTables: [(name: String, sql: String)] = [
        ("keybag", keybagTable("keybag")),
        (
            "tversion",
            """
            CREATE TABLE tversion(
                version INTEGER NOT NULL, minor INTEGER NOT NULL) STRICT
            """
        ),
        (
            "manifest",
            """
            CREATE TABLE manifest(
                id INTEGER PRIMARY KEY CHECK(id = 1), record BLOB NOT NULL,
                rev INTEGER NOT NULL) STRICT
            """
        ),
        (
            "quarantine",
            """
            CREATE TABLE quarantine(
                id INTEGER PRIMARY KEY AUTOINCREMENT, class TEXT NOT NULL, date INTEGER NOT NULL,
                reason TEXT NOT NULL, acknowledged INTEGER NOT NULL, record BLOB NOT NULL) STRICT
            """
        ),
        (
            "incidents",
            """
            CREATE TABLE incidents(
                id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER NOT NULL, kind TEXT NOT NULL,
                detail TEXT NOT NULL, acknowledged INTEGER NOT NULL) STRICT
            """
        ),
        ("keybag_copy", keybagTable("keybag_copy")),
    ]

    /// Returns the SQL of a table with one row, for the keybag and for its copy.
    private static func keybagTable(_ name: String) -> String {
        """
        CREATE TABLE \(name)(
            id INTEGER PRIMARY KEY CHECK(id = 1), rev INTEGER NOT NULL, record BLOB NOT NULL) STRICT
        """
    }

    /// Adds the columns and indexes that came after the version of the file.
    private func addMissing(to database: Database) throws(KeychainError) {
        let missing = Set(try SchemaComparison(database.schemaParts()).missingParts)
        for itemClass in ItemClass.stored {
            let layout = TableLayout.of(itemClass)
            for column in layout.columns
            where missing.contains("column \(column.name) of table \(layout.table)") {
                try database.execute("ALTER TABLE \(layout.table) ADD COLUMN \(column.sql)")
            }
            for digest in layout.indexedDigests
            where missing.contains("index \(layout.indexName(digest))") {
                try database.execute(layout.createIndexSQL(digest))
            }
        }
    }

    /// Takes an older file to this version, or leaves it as it was.
    func migrate(
        _ database: Database, from version: Int64, _ keys: (any StoreKeyProvider)?
    ) throws(KeychainError) {
        try database.writing(.none) { writer in
            try addMissing(to: database)
            if version < self.version {
                guard let keys else {
                    throw KeychainError(
                        .internalComponent, "\(database.path): no engine has its keys")
                }
                try keys.migrate(writer)
            }
            try database.execute(
                """
                UPDATE tversion SET version=\(self.version), minor=\(minor);
                PRAGMA user_version=\(self.version);
                """)
        }
    }
}
