// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// The signal that arrived while signals were held back.
private let caughtSignal = Atomic<Int32>(0)
/// The pipe that the handler writes to, so that a signal ends a wait.
private let wakingDescriptor = Atomic<Int32>(-1)

/// Holds back the signals that end or stop a program until the terminal is restored.
struct SignalGuard: ~Copyable {
    /// The signals from outside whose default action ends or stops a process. Faults such as SIGSEGV aren't held
    /// back.
    private static let numbers = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
        SIGTSTP, SIGTTIN, SIGTTOU,
    ]
    private var former: [(number: Int32, action: sigaction)] = []
    /// The ends of the pipe: ``wait(for:)`` polls `wake`, and the handler writes to `waking`.
    private let wake: Int32
    private let waking: Int32

    /// Starts to hold back signals; ignored ones stay ignored.
    init() throws(TerminalFailure) {
        guard let ends = ChildProcess.pipeEnds() else { throw .system() }
        (wake, waking) = (ends[0], ends[1])
        caughtSignal.store(0, ordering: .relaxed)
        wakingDescriptor.store(waking, ordering: .relaxed)
        for number in Self.numbers {
            var old = sigaction()
            sigaction(number, nil, &old)
            if Self.isIgnored(old) { continue }
            var new = sigaction()
            new.__sigaction_handler.sa_handler = { number in
                let saved = errno
                // Only the first signal counts; the pipe never fills.
                if caughtSignal.exchange(number, ordering: .relaxed) == 0 {
                    var byte: UInt8 = 0
                    write(wakingDescriptor.load(ordering: .relaxed), &byte, 1)
                }
                errno = saved
            }
            sigaction(number, &new, nil)
            former.append((number, old))
        }
    }

    /// The signal that arrived; 0 for none.
    var caught: Int32 { caughtSignal.load(ordering: .relaxed) }

    /// Waits until `descriptor` can be read or a signal arrives.
    ///
    /// - Returns: false if a signal arrived.
    func wait(for descriptor: Int32) -> Bool {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polled, 2, -1) < 0, errno == EINTR {}
        return polled[1].revents == 0
    }

    /// Restores the signal handlers, and sends the signal again that arrived.
    consuming func end() {
        for entry in former {
            var action = entry.action
            sigaction(entry.number, &action, nil)
        }
        wakingDescriptor.store(-1, ordering: .relaxed)
        let number = caught
        close(wake)
        close(waking)
        if number != 0 { kill(getpid(), number) }
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
