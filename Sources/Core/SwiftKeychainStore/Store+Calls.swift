// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Store {
    /// How often a call begins anew because other processes change the store.
    static let attempts = 8

    var keptChanging: KeychainError {
        KeychainError(.notAvailable, "\(directory): the store kept changing under the call")
    }

    /// Takes the locks of a call, and opens the database where that is needed.
    ///
    /// - Returns: nil, without the locks, when the call must begin anew: the store was made or migrated now.
    func open(
        _ connection: StoreConnection, writing: Bool, _ deadline: Deadline
    ) throws(KeychainError) -> Database? {
        if try connection.enter(writing: writing, schema: schema, deadline: deadline) {
            return connection.database
        }
        try exclusiveAccess(connection, deadline)?.prepare()
        return nil
    }

    /// Runs one write on a connection of the pool. Damaged files stay as they are.
    func perform<R>(
        _ deadline: Deadline, _ body: (Database, _ generation: StoreGeneration) throws -> R
    ) throws(KeychainError) -> R {
        let pool = pool.current
        let connection = pool.take()
        defer { pool.give(connection) }
        var hasMadeRoom = false
        for _ in 0..<Self.attempts {
            guard let database = try open(connection, writing: true, deadline) else { continue }
            let outcome: Result<R, KeychainError>
            do {
                outcome = .success(try body(database, connection.generation))
            } catch {
                outcome = .failure(KeychainError(thrown: error))
            }
            // Without the space that the log takes, not even a deletion could be written.
            let makesRoom =
                !hasMadeRoom && database.isOwn && outcome.isDiskFull
                && (try? database.truncateLog()) != nil
            connection.leave()
            guard database.isOwn else {
                throw KeychainError(
                    .notAvailable, "\(directory): the process forked in the middle of a call")
            }
            if makesRoom {
                hasMadeRoom = true
            } else if connection.mustOpenAnew {
                connection.closeDatabase()
            } else {
                return try outcome.get()
            }
        }
        throw keptChanging
    }

    /// Waits until no call is in flight in any process, and keeps new ones waiting until the end of the value.
    package func exclusiveAccess(deadline: Deadline) throws(KeychainError) -> ExclusiveAccess {
        let connection = StoreConnection(paths)
        for _ in 0..<Self.attempts {
            if let access = try exclusiveAccess(connection, deadline) { return access }
        }
        throw keptChanging
    }

    /// Takes exclusive access with the lock files of a connection; nil when the folder was replaced.
    private func exclusiveAccess(
        _ connection: StoreConnection, _ deadline: Deadline
    ) throws(KeychainError) -> ExclusiveAccess? {
        connection.closeDatabase()
        let locks = try connection.openLocks(checking: true)
        guard let paths = connection.paths else { return nil }
        try locks.takeAlone(deadline: deadline)
        let access = ExclusiveAccess(self, paths, connection, locks, deadline)
        if try locks.isInPlace() { return access }
        return nil
    }
}

extension Result where Failure == KeychainError {
    fileprivate var isDiskFull: Bool {
        if case .failure(let error) = self { error.code == .diskFull } else { false }
    }
}
