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
    /// Checks the header and the schema, and only if they are ours the structure.
    func problems(limit: Int) throws(KeychainError) -> [String] {
        // What is foreign isn't evaluated: SQLite's own check would do that.
        let differences = try headerProblems() + schemaDifferences()
        if !differences.isEmpty { return differences }
        return try integrityProblems(limit: limit) + versionProblems() + rowCounterProblems()
    }

    /// Runs SQLite's own check; none if it answers "ok".
    private func integrityProblems(limit: Int) throws(KeychainError) -> [String] {
        let statement = try statement(once: "PRAGMA integrity_check(\(limit))")
        var problems: [String] = []
        while try statement.step() {
            problems.append(statement.text(0) ?? "unreadable finding")
        }
        return problems == ["ok"] ? [] : problems
    }

    private func versionProblems() throws(KeychainError) -> [String] {
        try integer("SELECT count(*) FROM tversion") == 1
            ? [] : ["not ours: second record of a version"]
    }
}
