import SwiftKeychainModel

extension Store {
    /// Does, alone, what has to be done before a call can run.
    func settle(_ connection: Connection, _ deadline: Deadline) throws(KeychainError) {
        try alone(connection, deadline) { (settlement) throws(KeychainError) in
            try settlement.run()
        }
    }

    /// Runs `body` while no call is in flight in any process; nil when the folder was replaced.
    @discardableResult
    func alone<R>(
        _ connection: Connection, _ deadline: Deadline,
        _ body: (Settlement) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        connection.closeDatabase()
        let locks = try connection.openLocks(checking: true)
        guard let paths = connection.paths else { return nil }
        try locks.takeAlone(deadline: deadline)
        defer { locks.leaveAlone() }
        guard try locks.isInPlace() else { return nil }
        return try body(
            Settlement(
                paths: paths, locks: locks, schema: schema, hands: hands, deadline: deadline))
    }
}
