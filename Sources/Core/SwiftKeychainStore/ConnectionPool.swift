// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Synchronization

/// The idle connections of one process, kept for the next call.
///
/// A child of fork() has a new pool. It never uses the copy of the parent's pool, whose mutex
/// may be held by a thread that the child doesn't have.
final class ConnectionPool: Sendable {
    private let epoch: UInt64
    private let paths: StorePaths
    /// The most idle connections: more in a process that serves others.
    private let mostIdle: Int
    private let idle = SharedValue<[StoreConnection]>([])
    /// The writes of this process that are committed together.
    let group = WriteGroup()
    /// The pool of a child of fork(), which it makes with its first call.
    private let child = AtomicLazyReference<ConnectionPool>()
    private let others: IdlePools
    /// Whether the pool is registered with ``IdlePools``.
    private let isRegistered = Atomic<Bool>(false)
    private let isUsed = Atomic<Bool>(false)

    init(
        _ paths: StorePaths, epoch: UInt64 = ProcessEpoch.current, among others: IdlePools = .shared
    ) {
        self.paths = paths
        mostIdle = paths.isOwned ? 32 : 4
        self.epoch = epoch
        self.others = others
    }

    /// The pool of this process.
    var current: ConnectionPool {
        let now = ProcessEpoch.current
        var pool = self
        while pool.epoch != now {
            pool = pool.child.storeIfNil(ConnectionPool(paths, epoch: now, among: others))
        }
        return pool
    }

    func take() -> StoreConnection { idle.withLock { $0.popLast() } ?? StoreConnection(paths) }

    /// Takes a connection back; closes it when it can't be used again or the pool is full.
    func give(_ connection: StoreConnection) {
        guard connection.isSound else { return }
        idle.withLock { idle in
            if idle.count < mostIdle { idle.append(connection) }
        }
        if isRegistered.exchange(true, ordering: .acquiringAndReleasing) {
            isUsed.store(true, ordering: .relaxed)
        } else if !others.note(self) {
            isRegistered.store(false, ordering: .releasing)
        }
    }

    /// Returns whether a call has ended here since the last time this was called.
    func wasUsed() -> Bool { isUsed.exchange(false, ordering: .relaxed) }

    /// Closes the idle connections; the next call opens one.
    func closeIdle() {
        isRegistered.store(false, ordering: .releasing)
        // A parent's are left alone, with the mutex that one of its threads may hold.
        guard epoch == ProcessEpoch.current else { return }
        while idle.withLock({ $0.popLast() }) != nil {}
    }

    /// Closes the idle connections to a file that were opened at another path.
    fileprivate func close(_ file: FileIdentity, unlessAt path: String) {
        guard epoch == ProcessEpoch.current else { return }
        // Released, and so closed, without the lock.
        _ = idle.withLock { idle in
            let closed = idle.filter {
                $0.generation.file == file && $0.paths?.database.hasSameBytes(as: path) == false
            }
            idle.removeAll { connection in closed.contains { $0 === connection } }
            return closed
        }
    }
}

/// The limit on stores that a process keeps idle connections to: a process that opens many keychains
/// would run out of descriptors.
///
/// No call waits here: when another thread holds the lock, a later call registers the pool. A child of
/// fork(), which doesn't have that thread, keeps its connections.
final class IdlePools: Sendable {
    static let shared = IdlePools(most: 32)

    private struct Reference {
        weak var pool: ConnectionPool?
    }

    private let most: Int
    /// The pools in the order of registration, the oldest first.
    private let noted = Mutex<[Reference]>([])

    init(most: Int) { self.most = most }

    /// Registers a pool with idle connections; when there are too many, the pool that hasn't been
    /// used for longest closes its connections.
    ///
    /// - Returns: Whether the pool is registered.
    func note(_ pool: ConnectionPool) -> Bool {
        noted.withLockIfAvailable { noted in
            noted.append(Reference(pool: pool))
            noted.removeAll { $0.pool == nil }
            while noted.count > most {
                let oldest = noted.removeFirst()
                // It was used since the last check, so it moves behind the others.
                if oldest.pool?.wasUsed() == true {
                    noted.append(oldest)
                } else {
                    oldest.pool?.closeIdle()
                }
            }
            return true
        } ?? false
    }

    /// Closes the idle connections to a file that was renamed, before it is opened at its new path. SQLite has one index
    /// of the log for each open file, so the file would be read with that of the log at its old path.
    func close(_ file: FileIdentity, unlessAt path: String) {
        let pools = noted.withLockIfAvailable { $0.compactMap(\.pool) } ?? []
        for pool in pools { pool.close(file, unlessAt: path) }
    }
}
