// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore

extension StoreReader {
    /// Returns what is wrong with the file: its header, at most a hundred findings of SQLite's own
    /// check, missing and foreign parts of its schema, exhausted row counters.
    package func integrityCheck() throws(KeychainError) -> [String] {
        try database.problems(limit: 100)
    }
}

extension Database {
    func problems(limit: Int) throws(KeychainError) -> [String] {
        try headerProblems() + integrityProblems(limit: limit)
            + Schema.current.differences(in: self) + rowCounterProblems()
    }

    private func integrityProblems(limit: Int) throws(KeychainError) -> [String] {
        try withStatement(once: "PRAGMA integrity_check(\(limit))") {
            (statement) throws(KeychainError) in
            var problems: [String] = []
            while try statement.step() {
                problems.append(statement.text(0) ?? "unreadable finding")
            }
            return problems == ["ok"] ? [] : problems
        }
    }
}

extension Schema {
    /// Compares the schema of `database` with what ``create(in:)`` makes.
    ///
    /// SQLite accepts an edited schema, but an index of other columns makes every search fail, and one
    /// that is no longer unique lets a primary key in twice.
    ///
    /// - Returns: A sentence for each table, index, view or trigger that is missing or not ours.
    fileprivate func differences(in database: Database) throws(KeychainError) -> [String] {
        let sound: Database
        do throws(Database.OpenFailure) {
            sound = try Database.open(":memory:", for: .building)
        } catch {
            throw error.error
        }
        try create(in: sound)
        let added = database.addedLayouts.values.flatMap(\.added)
        for layout in database.addedLayouts.values {
            for name in layout.added {
                try sound.execute("ALTER TABLE \(layout.table) ADD COLUMN \"\(name)\" BLOB")
            }
        }
        let expected = try Self.parts(of: sound)
        // A newer build may have an index on a column that it added; without a constraint that does
        // no harm.
        let found = try Self.parts(of: database).filter { part in
            !(part.hasPrefix("index ") && !part.contains(" unique")
                && added.contains { part.contains("(\($0) ") })
        }
        return expected.subtracting(found).sorted().map { "missing: \($0)" }
            + found.subtracting(expected).sorted().map { "not ours: \($0)" }
    }

    /// Describes every part by its effect, independently of the statement that made it.
    private static func parts(of database: Database) throws(KeychainError) -> Set<String> {
        try database.withStatement(
            once: """
                SELECT 'table ' || name || iif(strict, ' strict', '') || '(' || (
                    SELECT group_concat(
                        name || ' ' || type || iif("notnull", ' not null', '')
                        || iif(hidden, ' hidden', '') || iif(pk, ' key', ''))
                    FROM pragma_table_xinfo(t.name)) || ')'
                FROM pragma_table_list t WHERE schema = 'main'
                UNION ALL
                SELECT 'index ' || i.name || ' of ' || t.name || iif(i."unique", ' unique', '')
                    || iif(i.partial, ' partial', '') || '(' || (
                    SELECT group_concat(coalesce(name, 'expression') || iif("desc", ' down', '')
                        || ' ' || coll)
                    FROM pragma_index_xinfo(i.name) WHERE key) || ')'
                FROM sqlite_schema t, pragma_index_list(t.name) i WHERE t.type = 'table'
                UNION ALL
                SELECT type || ' ' || name FROM sqlite_schema WHERE type IN ('trigger', 'view')
                UNION ALL
                SELECT 'record of a version' FROM tversion
                UNION ALL
                SELECT 'second record of a version' WHERE 1 < (SELECT count(*) FROM tversion)
                """
        ) { (statement) throws(KeychainError) in
            var parts: Set<String> = []
            while try statement.step() { parts.insert(statement.text(0) ?? "unreadable") }
            return parts
        }
    }
}
