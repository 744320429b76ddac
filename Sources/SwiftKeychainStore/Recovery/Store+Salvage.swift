import SwiftKeychainModel

extension Store {
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
                _ = try settlement.settleReplacement()
                return try settlement.salvage(reason, progress)
            }
            if let report { return report }
        }
        throw KeychainError(.notAvailable, "\(directory): the store kept changing under the call")
    }
}
