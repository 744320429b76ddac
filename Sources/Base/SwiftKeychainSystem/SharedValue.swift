// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A value that several threads use in turn, behind a pthread mutex.
///
/// `Synchronization.Mutex` hands itself to the thread that has waited for longest. When more threads than cores take
/// it in each call, all of them soon wait for it, and each call costs two switches of threads. This one can be
/// taken by the thread that runs.
package final class SharedValue<Value>: @unchecked Sendable {
    @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    /// Separate memory, because each access to a property of a class is checked for overlapping ones.
    @usableFromInline let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    package init(_ value: Value) {
        self.value.initialize(to: value)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Runs `body` while no other thread uses the value. It must not use the value in another way.
    @inlinable package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
