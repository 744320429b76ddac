import Synchronization

/// Bounds how many stores a process keeps connections to while it does not use them: one that opens
/// many keychains would run out of descriptors.
///
/// Nobody waits here: who finds another thread at it lets the pool be noted by a later call. A child
/// of fork(), where that thread does not exist, keeps its connections.
package final class IdlePools: Sendable {
    package static let shared = IdlePools(most: 32)

    private struct Reference {
        weak var pool: ConnectionPool?
    }

    private let most: Int
    /// In the order in which they were noted, the oldest first.
    private let noted = Mutex<[Reference]>([])

    init(most: Int) { self.most = most }

    /// Notes a pool with idle connections; where that is one too many, the one that was not used for
    /// longest gives its connections up.
    ///
    /// - Returns: false when it could not be noted.
    func note(_ pool: ConnectionPool) -> Bool {
        noted.withLockIfAvailable { noted in
            noted.append(Reference(pool: pool))
            noted.removeAll { $0.pool == nil }
            while noted.count > most {
                let oldest = noted.removeFirst()
                // Used since it was looked at last: it comes again after the others.
                if oldest.pool?.wasUsed() == true {
                    noted.append(oldest)
                } else {
                    oldest.pool?.closeIdle()
                }
            }
            return true
        } ?? false
    }

    /// Closes the idle connections of this process.
    package func closeAll() {
        let pools = noted.withLockIfAvailable { noted in
            defer { noted = [] }
            return noted.compactMap(\.pool)
        }
        for pool in pools ?? [] { pool.closeIdle() }
    }
}
