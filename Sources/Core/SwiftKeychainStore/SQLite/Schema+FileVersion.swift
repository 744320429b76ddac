// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainModel

extension Schema {
    /// Compares the version of `database` with this one, and its schema, before any statement uses another
    /// table than that of the version.
    ///
    /// 1. A file without our identifier and without a table of ours belongs to another program, and is left alone.
    /// 2. The version must be recorded in `tversion` and in the header alike.
    /// 3. A greater version is refused, because its tables may mean something else.
    /// 4. Every part of the schema must be ours. Only then may statements use what it names.
    ///
    /// - Returns: the version of an older file, which must be migrated; nil for a current one.
    /// - Throws: `notAvailable` for a newer file and for a database that is not a keychain.
    ///   Missing or contradictory records, and a foreign or missing part of the schema, are recorded as
    ///   damage.
    func olderVersion(of database: Database) throws(KeychainError) -> Int64? {
        let comparison = try database.compareSchema()
        let identifier = try database.integer("PRAGMA application_id")
        guard
            identifier == Schema.applicationID || comparison.isEmpty
                || !comparison.missingTables.contains("table keybag_copy")
        else { throw Self.isAnotherPrograms(database.path) }
        if let part = comparison.foreign.first(where: { $0.name == "tversion" }) {
            throw database.noteCorruption("not ours: \(part.title)")
        }
        guard !comparison.missingTables.contains("table tversion"),
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
        let isOlder = version < self.version || minor < self.minor
        if let what = comparison.fault(isOlder: isOlder) { throw database.noteCorruption(what) }
        database.isNewer = minor > self.minor
        for (itemClass, names) in comparison.addedColumns { database.adopt(names, of: itemClass) }
        database.trustSchema()
        return isOlder ? version : nil
    }

    static func isAnotherPrograms(_ path: String) -> KeychainError {
        KeychainError(
            .notAvailable,
            "\(path): a database of another program, or hidden by the log of one; it is"
                + " left alone. security doctor --repair shows which")
    }

    /// Reads the version that the store records; nil if the table has no such row.
    private static func recordedVersion(
        _ database: Database
    ) throws(KeychainError) -> (version: Int64, minor: Int64)? {
        let statement = try database.statement(once: "SELECT version, minor FROM tversion")
        guard try statement.step(), let version = statement.integer(0),
            let minor = statement.integer(1)
        else { return nil }
        return (version, minor)
    }
}

extension SchemaComparison {
    /// Returns why no call may use the file; nil when it may.
    ///
    /// - Parameter isOlder: whether indexes and columns may be missing.
    func fault(isOlder: Bool) -> String? {
        if let part = foreign.first { return "not ours: \(part.title)" }
        return (missingTables + (isOlder ? [] : missingParts)).min().map { "missing: \($0)" }
    }
}

extension Database {
    /// Compares the schema on one view, and keeps its cookie. A digest comes first, because the statements of a store
    /// take a start longer to make.
    fileprivate func compareSchema() throws(KeychainError) -> SchemaComparison {
        comparedCookie = try beginView()
        defer { endView() }
        if try schemaDigest() == Schema.digest { return SchemaComparison() }
        return SchemaComparison(try schemaParts())
    }

    /// Returns the BLAKE2b-128 of the names and statements in `sqlite_schema`, by ascending name, each after its length
    /// in bytes: 8 bytes, lowest first.
    func schemaDigest() throws(KeychainError) -> [UInt8] {
        let statement = try statement(once: "SELECT name, sql FROM sqlite_schema ORDER BY name")
        var text: [UInt8] = []
        while try statement.step() {
            for part in [statement.bytes(0), statement.bytes(1)] {
                withUnsafeBytes(of: UInt64(part.count).littleEndian) { text += $0 }
                text += part
            }
        }
        var digest = [UInt8](repeating: 0, count: Schema.digest.count)
        crypto_generichash(&digest, digest.count, text, UInt64(text.count), nil, 0)
        return digest
    }

    /// Returns the rows of `sqlite_schema`. No expression in them is evaluated.
    func schemaParts() throws(KeychainError) -> [SchemaComparison.Part] {
        let statement = try statement(once: "SELECT type, name, sql FROM sqlite_schema")
        return try statement.values { row in
            SchemaComparison.Part(
                kind: row.text(0) ?? "part", name: row.text(1) ?? "",
                sql: row.isNull(2) ? nil : row.text(2) ?? "")
        }
    }

    /// Returns a sentence for each part of the schema that is missing or not ours.
    package func schemaDifferences() throws(KeychainError) -> [String] {
        let comparison = SchemaComparison(try schemaParts())
        let others =
            comparison.foreign + comparison.unused + (isNewer ? [] : comparison.plainIndexes)
        return (comparison.missingTables + comparison.missingParts).sorted()
            .map { "missing: \($0)" } + others.map(\.title).sorted().map { "not ours: \($0)" }
    }
}
