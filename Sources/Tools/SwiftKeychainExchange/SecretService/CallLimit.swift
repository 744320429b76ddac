// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A thread that ends a blocking call which takes too long.
///
/// The thread waits at a pipe. Closing the other end wakes it, so that a call that returns in time doesn't wait for its
/// limit.
///
///     init ── thread: poll(pipe, limit) ─┬─ time is over ─▶ cancel(), and the blocked call returns an error
///     end() ── closes the pipe ──────────┴─ closed first ─▶ the thread ends
///
/// Where no pipe or thread can be made, the call has no limit, but is made.
final class CallLimit: @unchecked Sendable {
    private let milliseconds: Int32
    private let cancel: () -> Void
    private var ends: [Int32] = [-1, -1]
    private var thread = pthread_t()
    private var isRunning = false
    /// Read after the thread has ended.
    private var hasPassed = false

    /// - Parameter cancel: runs on the thread when the time is over.
    init(_ seconds: Int32, cancel: @escaping () -> Void) {
        milliseconds = seconds * 1000
        self.cancel = cancel
        guard pipe(&ends) == 0 else { return }
        // A program that is started meanwhile must not hold the end whose closing wakes the thread.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Signals must be delivered to the program's own threads.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let argument = Unmanaged.passRetained(self)
        isRunning =
            pthread_create(
                &thread, nil,
                { argument in
                    Unmanaged<CallLimit>.fromOpaque(argument!).takeRetainedValue().run()
                    return nil
                }, argument.toOpaque()) == 0
        if !isRunning { argument.release() }
    }

    /// The thread: cancels the call when the time is over, unless the call ends first.
    private func run() {
        var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        guard poll(&end, 1, milliseconds) == 0 else { return }
        hasPassed = true
        cancel()
    }

    /// Ends the thread; returns whether the call took too long.
    func end() -> Bool {
        close(ends[1])
        // After this, `cancel` no longer runs, and its object may be freed.
        if isRunning { pthread_join(thread, nil) }
        close(ends[0])
        return hasPassed
    }
}
