import SwiftKeychainModel

extension StoreReader {
    /// Gives what is wrong with the file: its header, what SQLite's own check finds (at most a
    /// hundred findings), what is in the schema that should not be or is not, counters at their end.
    public func integrityCheck() throws(KeychainError) -> [String] {
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
