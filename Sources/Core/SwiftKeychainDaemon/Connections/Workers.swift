// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Threads that carry out the work of users (``WorkQueues``): one from the beginning, more when there is work and none is
/// idle, up to a limit. Locked memory that a thread takes counts as that of the user.
final class Workers: @unchecked Sendable {
    private let most: Int
    private let lock = ThreadLock()
    /// Signalled when work may begin, and when the threads are to end.
    private let arrived = ThreadCondition()
    private var queues: WorkQueues
    private var threads = 1
    /// The threads that wait and weren't woken.
    private var idle = 0
    /// The threads that were woken and don't run yet.
    private var woken = 0
    private var isFinishing = false

    /// - Parameter most: the number of threads, at least 2.
    /// - Throws: `notAvailable` if the system refuses even one.
    init(most: Int) throws(KeychainError) {
        self.most = most
        queues = WorkQueues(threads: most)
        try DetachedThread.require { self.run() }
    }

    /// Returns whether a thread that carries out calls of a user has other work, or is to end.
    func areWanted(by user: UInt32) -> Bool {
        lock.withLock { isFinishing || queues.canBegin || queues.hasCalls(of: user) }
    }

    /// Whether work waits or is carried out that isn't the end of a connection.
    var areBusy: Bool { lock.withLock { queues.isBusy } }

    /// Has a thread carry out `work`, or drops it once the threads are to end.
    func add(_ kind: WorkQueues.Kind, of user: UInt32, _ work: @escaping () -> Void) {
        let needsThread = lock.withLock {
            if isFinishing { return false }
            queues.add(work, to: WorkQueues.Lane(user: user, kind: kind))
            return wake()
        }
        if needsThread { start() }
    }

    /// Wakes a thread if there is work to begin; returns whether one must be started instead.
    private func wake() -> Bool {
        guard queues.canBegin else { return false }
        if idle > 0 {
            idle -= 1
            woken += 1
            arrived.signal()
            return false
        }
        guard threads < most else { return false }
        threads += 1
        return true
    }

    /// Starts a thread; if the system refuses, the existing ones do the work.
    private func start() {
        if !DetachedThread.start({ self.run() }) { lock.withLock { threads -= 1 } }
    }

    /// A thread: carries out work until ``finish()``. Locked memory that the work takes is charged to its user.
    private func run() {
        var lane: WorkQueues.Lane?
        while let (next, work) = next(after: lane) {
            LockedMemory.charge(next.user) { work() }
            lane = next
        }
    }

    /// Ends the work of a lane, and waits for the next work that may begin; nil when the thread should end.
    private func next(after lane: WorkQueues.Lane?) -> (WorkQueues.Lane, () -> Void)? {
        let (next, needsThread) = lock.withLock {
            if let lane { queues.end(lane) }
            while !isFinishing {
                // More work may be able to begin: a thread that begins some wakes the next one.
                if let next = queues.begin() { return (next as Optional, wake()) }
                idle += 1
                while woken == 0, !isFinishing { arrived.wait(lock) }
                if woken > 0 { woken -= 1 }
            }
            threads -= 1
            return (nil, false)
        }
        if needsThread { start() }
        return next
    }

    /// Drops the work that waits, and ends each thread after its work in progress.
    func finish() {
        // Dropped outside of the lock.
        let dropped = lock.withLock {
            isFinishing = true
            arrived.broadcast()
            return queues.removeAll()
        }
        withExtendedLifetime(dropped) {}
    }
}
