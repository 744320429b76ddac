// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Store {
    /// Runs one call on a connection of its own. Damaged files stay as they are.
    func perform<R>(
        writing: Bool, _ deadline: Deadline,
        _ body: (Database, _ generation: UInt64) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let pool = pool.current
        let connection = pool.take()
        defer { pool.give(connection) }
        var hasMadeRoom = false
        return try retrying { () throws(KeychainError) -> R? in
            guard try connection.enter(writing: writing, schema: schema, deadline: deadline),
                let database = connection.database
            else {
                _ = try exclusively(connection, deadline) { (access) throws(KeychainError) in
                    try access.prepare()
                }
                return nil
            }
            let outcome = Self.outcome(database) { () throws(KeychainError) in
                try body(database, connection.generation)
            }
            // Without the space that the log takes, not even a deletion could be written.
            let makesRoom =
                writing && !hasMadeRoom && database.isOwn && outcome.isDiskFull
                && (try? database.truncateLog()) != nil
            connection.leave()
            guard database.isOwn else {
                throw KeychainError(
                    .notAvailable, "\(directory): the process forked in the middle of a call")
            }
            if makesRoom {
                hasMadeRoom = true
                return nil
            }
            // The damage may be in what a reused connection remembers of the file.
            if database.corruption != nil, connection.isReused {
                connection.closeDatabase()
                return nil
            }
            return try outcome.get()
        }
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

    /// Runs `body` while no call is in flight in any process. It may run again.
    package func exclusively<R>(
        deadline: Deadline, _ body: (ExclusiveAccess) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let connection = StoreConnection(paths)
        return try retrying { () throws(KeychainError) -> R? in
            try exclusively(connection, deadline, body)
        }
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

    /// Repeats `attempt` until it returns a value: it returns nil when it must run again, for example
    /// because another process changed the store.
    private func retrying<R>(
        _ attempt: () throws(KeychainError) -> R?
    ) throws(KeychainError) -> R {
        for _ in 0..<8 {
            if let result = try attempt() { return result }
        }
        throw KeychainError(.notAvailable, "\(directory): the store kept changing under the call")
    }
}

extension Result where Failure == KeychainError {
    fileprivate var isDiskFull: Bool {
        if case .failure(let error) = self { error.code == .diskFull } else { false }
    }
}
