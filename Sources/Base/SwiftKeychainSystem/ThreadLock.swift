// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A pthread mutex, for several properties of a class; see ``SharedValue`` for a single value.
package final class ThreadLock: @unchecked Sendable {
    fileprivate let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Waits until no other thread has the lock. A thread that has it already waits forever.
    package func lock() { pthread_mutex_lock(mutex) }
    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Runs `body` while no other thread has the lock.
    package func withLock<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}

/// A condition variable that waits by the monotonic clock: a change of the time of day doesn't move the end of a wait.
package final class ThreadCondition: @unchecked Sendable {
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    package func signal() { pthread_cond_signal(condition) }
    package func broadcast() { pthread_cond_broadcast(condition) }

    /// Lets go of the lock, and has it again after a signal. May return without one.
    /// The caller must have the lock, and check its condition in a loop.
    package func wait(_ lock: ThreadLock) { pthread_cond_wait(condition, lock.mutex) }

    /// Waits until a moment of the monotonic clock at most.
    ///
    /// - Returns: false when the moment has come.
    @discardableResult
    package func wait(_ lock: ThreadLock, until end: timespec) -> Bool {
        withUnsafePointer(to: end) { pthread_cond_timedwait(condition, lock.mutex, $0) }
            != ETIMEDOUT
    }
}
