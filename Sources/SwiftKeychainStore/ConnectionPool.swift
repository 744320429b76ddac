import SwiftKeychainSystem
import Synchronization

/// Keeps idle connections of one process for the next call.
///
/// A child of fork() has a pool of its own: its parent's lies in its memory too, perhaps with the
/// mutex held by a thread that does not exist there, and is never touched again.
final class ConnectionPool: Sendable {
    private static let mostIdle = 4

    private struct Idle: ~Copyable, @unchecked Sendable {
        var connections: [StoreConnection] = []
    }

    private let epoch: UInt64
    private let paths: StorePaths
    private let idle = Mutex(Idle())
    private let child = AtomicLazyReference<ConnectionPool>()
    private let others: IdlePools
    /// Stands among the pools whose idle connections are counted.
    private let isNoted = Atomic<Bool>(false)
    private let isUsed = Atomic<Bool>(false)

    init(
        _ paths: StorePaths, epoch: UInt64 = ProcessEpoch.current, among others: IdlePools = .shared
    ) {
        self.paths = paths
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

    func take() -> StoreConnection { idleConnection() ?? StoreConnection(paths) }

    private func idleConnection() -> StoreConnection? {
        let kept = idle.withLock { state in
            nonisolated(unsafe) let kept = state.connections.popLast()
            return UncheckedConnection(kept)
        }
        return kept.connection
    }

    /// Takes a connection back; one that is not sound, or one too many, is closed.
    func give(_ connection: StoreConnection) {
        guard connection.isSound else { return }
        let offered = UncheckedConnection(connection)
        idle.withLock { state in
            if state.connections.count < Self.mostIdle, let connection = offered.connection {
                state.connections.append(connection)
            }
        }
        if isNoted.exchange(true, ordering: .acquiringAndReleasing) {
            isUsed.store(true, ordering: .relaxed)
        } else if !others.note(self) {
            isNoted.store(false, ordering: .releasing)
        }
    }

    /// Tells whether a call ended here since this was asked last.
    func wasUsed() -> Bool { isUsed.exchange(false, ordering: .relaxed) }

    /// Closes the idle connections; the next call opens one.
    func closeIdle() {
        isNoted.store(false, ordering: .releasing)
        // A parent's are left alone, with the mutex that one of its threads may hold.
        guard epoch == ProcessEpoch.current else { return }
        while idleConnection() != nil {}
    }
}

/// Carries a connection through a closure that the compiler takes for another thread's.
private struct UncheckedConnection: @unchecked Sendable {
    let connection: StoreConnection?
    init(_ connection: StoreConnection?) { self.connection = connection }
}
