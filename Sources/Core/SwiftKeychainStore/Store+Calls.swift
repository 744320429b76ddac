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
        _ = try exclusively(connection, deadline) { (access) throws(KeychainError) in
            try access.prepare()
        }
        return nil
    }

    /// Runs one write on a connection of the pool. Damaged files stay as they are.
    func perform<R>(
        _ deadline: Deadline, _ body: (Database, _ generation: UInt64) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let pool = pool.current
        let connection = pool.take()
        defer { pool.give(connection) }
        var hasMadeRoom = false
        for _ in 0..<Self.attempts {
            guard let database = try open(connection, writing: true, deadline) else { continue }
            let outcome: Result<R, KeychainError>
            do throws(KeychainError) {
                outcome = .success(try body(database, connection.generation))
            } catch {
                outcome = .failure(error)
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

    /// Runs `body` while no call is in flight in any process. It may run again.
    package func exclusively<R>(
        deadline: Deadline, _ body: (ExclusiveAccess) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let connection = StoreConnection(paths)
        for _ in 0..<Self.attempts {
            if let result = try exclusively(connection, deadline, body) { return result }
        }
        throw keptChanging
    }

    /// Runs `body` while no call is in flight in any process; nil when the folder was replaced.
    private func exclusively<R>(
        _ connection: StoreConnection, _ deadline: Deadline,
        _ body: (ExclusiveAccess) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        connection.closeDatabase()
        let locks = try connection.openLocks(checking: true)
        guard let paths = connection.paths else { return nil }
        try locks.takeAlone(deadline: deadline)
        defer { locks.leaveAlone() }
        guard try locks.isInPlace() else { return nil }
        return try body(ExclusiveAccess(self, paths, locks, deadline))
    }
}

extension Result where Failure == KeychainError {
    fileprivate var isDiskFull: Bool {
        if case .failure(let error) = self { error.code == .diskFull } else { false }
    }
}
