// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// A wait for a lock in the kernel's queue, until a deadline at most.
///
/// flock() has no time limit, and a caller that polls has no place in the queue. So a separate thread calls flock(),
/// and the caller waits for that thread on a condition variable. There are four cases:
///
/// 1. The lock is free: taken at once, without a thread.
/// 2. The thread gets the lock before the deadline: the caller continues with the descriptor (`acquired`).
/// 3. The deadline passes first: the caller leaves (`abandoned`), and the descriptor now belongs to the thread. When
///    the lock arrives, the thread closes the descriptor, which releases the lock.
/// 4. There are already 16 abandoned threads, or no thread can be made: the caller polls every 2 ms instead.
///
/// Cases 2 and 3 are decided under one mutex, so exactly one side owns the descriptor.
final class LockWait: @unchecked Sendable {
    /// How a wait ended, and who owns the descriptor then.
    enum Outcome {
        case acquired
        case failed(Int32)
        /// The deadline passed. The descriptor belongs to the waiting thread now.
        case abandoned
    }

    /// The number of threads whose callers gave up. From ``mostOrphans`` on, calls poll instead.
    private static let orphans = Atomic<Int>(0)
    private static let mostOrphans = 16

    private let request: LockRequest
    private let lock = ThreadLock()
    private let ended = ThreadCondition()
    private var result: Int32?
    private var isOrphan = false

    /// The lock to release when the caller gives up; see ``acquire(_:companion:deadline:patience:)``.
    private let companion: LockRequest?

    private init(_ request: LockRequest, _ companion: LockRequest?) {
        self.request = request
        self.companion = companion
    }

    /// Takes the lock that `request` describes, waiting until `deadline` at most.
    ///
    /// `companion`, held through the same descriptor, is released when the wait is given up.
    ///
    /// - Parameter patience: returns whether to go on waiting after the deadline.
    static func acquire(
        _ request: LockRequest, companion: LockRequest? = nil, deadline: Deadline,
        patience: @escaping () -> Bool = { false }
    ) -> Outcome {
        switch request.take() {
        case 0: return .acquired
        case EWOULDBLOCK: break
        case let number: return .failed(number)
        }
        if orphans.load(ordering: .relaxed) < mostOrphans {
            let wait = LockWait(request, companion)
            if wait.start() { return wait.await(deadline, patience) }
        }
        return poll(request, deadline, patience)
    }

    /// Tries the lock every 2 ms until the deadline. It needs no thread, but others may get the lock first again and
    /// again.
    private static func poll(
        _ request: LockRequest, _ deadline: Deadline, _ patience: () -> Bool
    ) -> Outcome {
        while !deadline.hasPassed || patience() {
            usleep(2000)
            switch request.take() {
            case 0: return .acquired
            case EWOULDBLOCK: continue
            case let number: return .failed(number)
            }
        }
        // No thread waits on the descriptor, but the caller no longer owns it.
        DescriptorRegistry.close(request.descriptor)
        return .abandoned
    }

    /// Starts the thread, which keeps this object alive; false if the system has no thread to give.
    private func start() -> Bool {
        // Signals must be delivered to the program's own threads.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        // One system call needs little stack.
        return DetachedThread.start(stackBytes: 256 << 10) { self.run() }
    }

    /// The thread: waits for the lock, and closes the descriptor if the caller has left.
    private func run() {
        let number = request.take(waiting: true)
        let isOrphan = lock.withLock {
            result = number
            ended.signal()
            return self.isOrphan
        }
        if isOrphan {
            DescriptorRegistry.close(request.descriptor)
            Self.orphans.subtract(1, ordering: .relaxed)
        }
    }

    /// The caller's side: waits for the thread until the deadline, and for one second more each time `patience` says
    /// so.
    private func await(_ deadline: Deadline, _ patience: () -> Bool) -> Outcome {
        var end = SystemClock.monotonicTime(after: deadline.remaining)
        lock.lock()
        defer { lock.unlock() }
        while result == nil {
            if !ended.wait(lock, until: end), result == nil {
                if patience() {
                    end.tv_sec += 1
                    continue
                }
                // While the lock is held, the descriptor is open.
                companion?.release()
                isOrphan = true
                Self.orphans.add(1, ordering: .relaxed)
                return .abandoned
            }
        }
        return result == 0 ? .acquired : .failed(result!)
    }
}
