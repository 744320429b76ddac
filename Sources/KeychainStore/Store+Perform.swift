import KeychainModel

extension Store {
    /// Runs one call on a connection of its own, after whatever has to be done first.
    func perform<R>(
        writing: Bool, _ deadline: Deadline,
        _ body: (Database, _ generation: UInt64) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let pool = pool.current
        let connection = pool.take()
        defer { pool.give(connection) }
        var hasExamined = false
        // Each round may find that another process has changed what the last one saw.
        for _ in 0..<8 {
            if let need = try connection.enter(writing: writing, schema: schema, deadline: deadline)
            {
                if case .examination(let words, _) = need {
                    if hasExamined {
                        throw KeychainError(.notAvailable, "\(databasePath): malformed: \(words)")
                    }
                    hasExamined = true
                }
                try settle(connection, need, deadline)
                continue
            }
            guard let database = connection.database else { break }
            let outcome = Self.outcome { () throws(KeychainError) in
                try body(database, connection.generation)
            }
            let generation = connection.generation
            connection.leave()
            guard database.isOwn else {
                throw KeychainError(
                    .notAvailable, "\(directory): the process forked in the middle of a call")
            }
            guard let words = database.corruption, !hasExamined else { return try outcome.get() }
            hasExamined = true
            connection.closeDatabase()
            try settle(connection, .examination(words, generation: generation), deadline)
        }
        throw KeychainError(.notAvailable, "\(directory): the store kept changing under the call")
    }

    private static func outcome<R>(
        _ body: () throws(KeychainError) -> R
    ) -> Result<R, KeychainError> {
        do throws(KeychainError) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }
}
