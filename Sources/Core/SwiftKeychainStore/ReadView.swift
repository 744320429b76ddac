// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// One unchanging view of a store, for one thread.
///
/// Whatever may have to be done again is settled before there is one: the locks of the call, the generation, a folder that
/// was replaced, a store that must be made or migrated, and the comparison of the schema. The end of the view releases the
/// locks; until then another call of the same store in this thread may wait for them until its deadline.
package struct ReadView: ~Copyable {
    package let reader: StoreReader
    private let connection: StoreConnection
    private let pool: ConnectionPool

    fileprivate init(_ reader: StoreReader, _ connection: StoreConnection, _ pool: ConnectionPool) {
        self.reader = reader
        self.connection = connection
        self.pool = pool
    }

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
                        StoreReader(database, connection.generation), connection, pool)
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
