import CKeychainSQLite
import SwiftKeychainModel

extension Database {
    /// Runs `body` on one unchanging view of the store.
    package func reading<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        try run(.begin, "BEGIN")
        defer { rollBackIfNeeded() }
        return try body()
    }

    /// Runs `body` and makes what it wrote durable; undoes all of it when it throws.
    package func writing<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        try run(.beginImmediate, "BEGIN IMMEDIATE")
        defer { rollBackIfNeeded() }
        let result = try body()
        // After fork() in the body this is the parent's transaction.
        guard isOwn else {
            throw KeychainError(
                .notAvailable, "\(path): the process forked in the middle of a call")
        }
        if let corruption { throw SQLiteErrors.damage(.inputOutput, path, corruption) }
        try run(.commit, "COMMIT")
        return result
    }

    private func run(_ key: StatementKey, _ sql: String) throws(KeychainError) {
        try withStatement(key, sql) { (statement) throws(KeychainError) in try statement.run() }
    }

    private func rollBackIfNeeded() {
        guard isOwn, isInTransaction else { return }
        // Fails only when SQLite has rolled back by itself.
        try? run(.rollback, "ROLLBACK")
    }
}
