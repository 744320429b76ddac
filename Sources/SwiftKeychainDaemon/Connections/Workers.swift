// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel

/// Threads that carry out work: started when there is work and none is idle, up to a limit; then work
/// queues.
final class Workers: @unchecked Sendable {
    private let most: Int
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let finished = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var queue: [() -> Void] = []
    private var first = 0
    private var threads = 0
    private var idle = 0
    private var isFinishing = false

    init(most: Int) {
        self.most = most
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(arrived, &attributes)
        pthread_cond_init(finished, &attributes)
    }

    private func withLock<R>(_ body: () -> R) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Whether work waits for a thread, or the threads are to end.
    var areWanted: Bool { withLock { first < queue.count || isFinishing } }

    /// Has a thread carry out `work`, or drops it once the threads are to end.
    func add(_ work: @escaping () -> Void) {
        let needsThread = withLock {
            if isFinishing { return false }
            queue.append(work)
            if idle > 0 {
                pthread_cond_signal(arrived)
                return idle < queue.count - first && threads < most
            }
            return threads < most
        }
        if needsThread { start() }
    }

    private func start() {
        withLock { threads += 1 }
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Workers>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        if result == 0 {
            pthread_detach(thread)
        } else {
            // The threads that run will come to it.
            Unmanaged.passUnretained(self).release()
            withLock { threads -= 1 }
        }
    }

    private func run() {
        while let work = next() { work() }
    }

    private func next() -> (() -> Void)? {
        withLock {
            while first == queue.count {
                if isFinishing {
                    threads -= 1
                    pthread_cond_signal(finished)
                    return nil
                }
                idle += 1
                pthread_cond_wait(arrived, mutex)
                idle -= 1
            }
            let work = queue[first]
            queue[first] = {}
            first += 1
            if first == queue.count || first > 256 {
                queue.removeFirst(first)
                first = 0
            }
            return work
        }
    }

    /// Drops the work that waits, and returns when the work in progress is done, or the time has passed.
    func finish(within time: Duration) {
        let deadline = Deadline.after(time)
        withLock {
            isFinishing = true
            (queue, first) = ([], 0)
            pthread_cond_broadcast(arrived)
            while threads > 0, !deadline.hasPassed {
                var moment = timespec()
                clock_gettime(CLOCK_MONOTONIC, &moment)
                moment.tv_sec += 1
                pthread_cond_timedwait(finished, mutex, &moment)
            }
        }
    }
}
