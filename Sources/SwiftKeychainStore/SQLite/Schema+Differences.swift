import SwiftKeychainModel

extension Schema {
    /// Compares the schema of `database` with what ``create(in:)`` makes.
    ///
    /// An edited schema need not be malformed in SQLite's eyes, and yet an index of other columns
    /// makes every search fail, and one that is not unique any more lets a primary key in twice.
    ///
    /// - Returns: a sentence for each table, index, view or trigger that is missing or too many.
    func differences(in database: Database) throws(KeychainError) -> [String] {
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
        // A newer build may have an index on a column that it added; what is no constraint does no
        // harm.
        let found = try Self.parts(of: database).filter { part in
            !(part.hasPrefix("index ") && !part.contains(" unique")
                && added.contains { part.contains("(\($0) ") })
        }
        return expected.subtracting(found).sorted().map { "missing: \($0)" }
            + found.subtracting(expected).sorted().map { "not ours: \($0)" }
    }

    /// Describes every part by what matters of it, so that it may have come about in several ways.
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
