import SwiftKeychainModel

extension Store {
    /// Runs one call on a connection of its own, after whatever has to be done first.
    ///
    /// A file that is damaged stays as it is, whatever the call meets in it.
    func perform<R>(
        writing: Bool, _ deadline: Deadline,
        _ body: (Database, _ generation: UInt64) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let pool = pool.current
        let connection = pool.take()
        defer { pool.give(connection) }
        // Each round may find that another process has changed what the last one saw.
        for _ in 0..<8 {
            guard try connection.enter(writing: writing, schema: schema, deadline: deadline) else {
                try settle(connection, deadline)
                continue
            }
            guard let database = connection.database else { break }
            let outcome = Self.outcome(database) { () throws(KeychainError) in
                try body(database, connection.generation)
            }
            connection.leave()
            guard database.isOwn else {
                throw KeychainError(
                    .notAvailable, "\(directory): the process forked in the middle of a call")
            }
            // What an open connection remembers of the file may be what is wrong.
            if database.corruption != nil, connection.isReused {
                connection.closeDatabase()
                continue
            }
            return try outcome.get()
        }
        throw KeychainError(.notAvailable, "\(directory): the store kept changing under the call")
    }

    private static func outcome<R>(
        _ database: Database, _ body: () throws(KeychainError) -> R
    ) -> Result<R, KeychainError> {
        do throws(KeychainError) {
            return .success(try body())
        } catch {
            return .failure(database.isOwn ? database.explaining(error) : error)
        }
    }
}
