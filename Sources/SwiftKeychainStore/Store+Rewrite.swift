import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

// What was overwritten must be in no file: the log keeps the old pages until it begins anew, and
// other processes may keep it from that. So a change of keys is made while no call is in flight.
extension Store {
    /// Runs `body` as a write while no call is in flight in any process, makes every process open
    /// the store anew, and leaves nothing of what was overwritten in any file.
    ///
    /// When `body` throws, nothing is written. A process that is killed after the change leaves a
    /// mark beside the store, and ``removeLeftovers(deadline:)`` does what it did not come to.
    ///
    /// - Parameter afterwards: what is to be done before any other call sees the change.
    /// - Throws: What `body` throws; `notAvailable` when calls in flight do not end until the
    ///   deadline; `inputOutput`, `diskFull`.
    public func rewrite<R>(
        deadline: Deadline, _ body: (StoreWriter) throws(KeychainError) -> R,
        afterwards: () -> Void
    ) throws(KeychainError) -> R {
        let connection = Connection(paths)
        for _ in 0..<4 {
            let result = try alone(connection, deadline) { (settlement) throws(KeychainError) in
                let result = try settlement.rewrite(body)
                afterwards()
                return result
            }
            if let result { return result }
        }
        throw KeychainError(.notAvailable, "\(directory): the store kept changing under the call")
    }

    /// Tells whether overwritten pages of a ``rewrite(deadline:_:)`` may still lie in the log.
    public var hasLeftovers: Bool { paths.rewriting.withPath { access($0, F_OK) } == 0 }

    /// Empties the log after a process was killed in the middle of a ``rewrite(deadline:_:)``.
    ///
    /// - Throws: `notAvailable` when a reader kept it from happening until the deadline.
    public func removeLeftovers(deadline: Deadline) throws(KeychainError) {
        try perform(writing: true, deadline) { (database, _) throws(KeychainError) in
            try database.truncateLog()
            // Whoever rewrites would hold the store alone: the mark is an earlier one's.
            try translating { () throws(SystemError) in
                if try System.status(paths.rewriting) != nil { try System.unlink(paths.rewriting) }
            }
        }
    }
}

extension Settlement {
    func rewrite<R>(
        _ body: (StoreWriter) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard try FileIdentity(at: paths.database) != nil,
            case .opened(let database) = try Connection.open(paths.database, schema, deadline)
        else {
            throw SQLiteErrors.damage(.notAvailable, paths.database, "it can't be opened")
        }
        try translating { () throws(SystemError) in
            let descriptor = try System.open(paths.rewriting, O_WRONLY | O_CREAT)
            defer { _ = close(descriptor) }
            try System.setMode(descriptor, paths.rewriting, 0o600)
            try System.synchronize(directory: paths.directory)
        }
        // Before the change: a process that is killed in between has only made others look.
        try locks.raiseGeneration()
        let result = try database.writing { () throws(KeychainError) in
            let writer = StoreWriter(database, try locks.generation())
            defer { writer.end() }
            return try body(writer)
        }
        // The change is durable. What cannot be cleaned up now is done by whoever comes next.
        guard (try? database.truncateLog()) != nil else { return result }
        try? translating { () throws(SystemError) in try System.unlink(paths.rewriting) }
        return result
    }
}
