// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel

/// One unchanging view of a store, for one thread.
///
/// Whatever may have to be done again is settled before there is one: the locks of the call, the generation, a folder that
/// was replaced, a store that must be made or migrated, and the comparison of the schema. The end of the view releases the
/// locks; until then another call of the same store in this thread may wait for them until its deadline.
package struct ReadView: ~Copyable {
    package let reader: StoreReader
    fileprivate let connection: StoreConnection
    fileprivate let pool: ConnectionPool

    deinit {
        reader.end()
        connection.database?.endView()
        connection.leave()
        pool.give(connection)
    }

    /// Ends the view before the end of its scope.
    package consuming func end() {}
}

extension Store {
    /// Begins to read. Makes the store when none exists.
    ///
    /// - Throws: `notAvailable` when the deadline passes while waiting, and when the store can't be opened;
    ///   `inputOutput`, `diskFull`.
    package func begin(_ deadline: Deadline) throws(KeychainError) -> ReadView {
        let pool = pool.current
        let connection = pool.take()
        do throws(KeychainError) {
            for _ in 0..<Self.attempts {
                guard let database = try open(connection, writing: false, deadline) else {
                    continue
                }
                do throws(KeychainError) {
                    try database.beginView()
                    return ReadView(
                        reader: StoreReader(database, connection.generation),
                        connection: connection, pool: pool)
                } catch {
                    connection.leave()
                    guard connection.mustOpenAnew else { throw error }
                    connection.closeDatabase()
                }
            }
            throw keptChanging
        } catch {
            pool.give(connection)
            throw error
        }
    }
}

extension Database {
    /// Begins a view of the store that doesn't change until ``endView()``: a statement that still has a row to give
    /// keeps it. The row is the cookie of the schema, a number that grows with each change of it.
    ///
    /// - Returns: the cookie.
    /// - Throws: `notAvailable` if another program has changed the schema since it was compared: SQLite would read it
    ///   anew, and evaluate what it names.
    @discardableResult
    func beginView() throws(KeychainError) -> Int64 {
        if viewStatement == nil {
            viewStatement = try prepare("PRAGMA schema_version", persistent: true)
        }
        let code = sqlite3_step(viewStatement)
        guard code == SQLITE_ROW else {
            let error = failure(code)
            endView()
            throw error
        }
        let cookie = sqlite3_column_int64(viewStatement, 0)
        guard comparedCookie == nil || cookie == comparedCookie else {
            endView()
            hasOtherSchema = true
            throw KeychainError(.notAvailable, "\(path): another program changed its schema")
        }
        return cookie
    }

    func endView() {
        // After fork() in a call this is the parent's.
        if isOwn { sqlite3_reset(viewStatement) }
    }
}
