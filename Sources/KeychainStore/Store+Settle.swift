import KeychainModel

extension Store {
    /// Does, alone, what has to be done before a call can run.
    func settle(
        _ connection: Connection, _ need: Connection.Need, _ deadline: Deadline
    ) throws(KeychainError) {
        try alone(connection, deadline) { (settlement) throws(KeychainError) in
            if case .examination(_, let generation) = need,
                try settlement.locks.generation() != generation
            {
                return  // Somebody else was here first.
            }
            try settlement.run(need)
        }
    }

    /// Rebuilds the store whatever its state: every row whose boxes open goes into a new file, the
    /// old one is kept beside it.
    ///
    /// Waits until `deadline` for other calls to end; the work itself takes as long as it takes.
    ///
    /// - Parameters:
    ///   - reason: why, for the record of incidents.
    ///   - progress: called now and then with the number of rows kept so far.
    /// - Throws: What ``Hands/salvager`` throws, and then nothing has moved; `diskFull`,
    ///   `inputOutput`.
    @discardableResult
    public func salvage(
        deadline: Deadline, reason: String, progress: ((Int) -> Void)? = nil
    ) throws(KeychainError) -> SalvageReport {
        let connection = Connection(paths)
        for _ in 0..<4 {
            let report = try alone(connection, deadline) { (settlement) throws(KeychainError) in
                try settlement.finishReplacement()
                return try settlement.salvage(reason, progress)
            }
            if let report { return report }
        }
        throw KeychainError(.notAvailable, "\(directory): the store kept changing under the call")
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
