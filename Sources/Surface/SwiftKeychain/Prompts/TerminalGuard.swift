// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import Synchronization

// All that the signal handler reads; it may touch nothing else.
private let guardedTerminal = Atomic<Int32>(-1)
private let guardedChild = Atomic<pid_t>(0)
/// A child of fork() inherits the handlers, but must not touch the terminal or the pinentry.
private let guardingProcess = Atomic<pid_t>(0)
nonisolated(unsafe) private let guardedSettings = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
private let isGuarding = Atomic<Bool>(false)

/// Restores a terminal on request, or when a signal ends this process while a pinentry uses the
/// terminal, as readpassphrase(3) does.
///
/// A signal that the process handles or ignores is left alone. One terminal is guarded at a time.
final class TerminalGuard {
    /// Every signal that ends a process by default and is sent by others or by a timer.
    private static let numbers = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
    ]
    private let descriptor: Int32
    private var settings: termios
    private var handled: [Int32] = []
    private var isHolder = false

    /// Saves the settings of the terminal; nil if `name` is not a terminal.
    init?(_ name: String) {
        descriptor = keychain_open(name, O_RDWR | O_NOCTTY | O_CLOEXEC, 0)
        settings = termios()
        // All properties are set before anything can fail, so that deinit closes the descriptor.
        guard descriptor >= 0, tcgetattr(descriptor, &settings) == 0 else { return nil }
        isHolder = !isGuarding.exchange(true, ordering: .acquiringAndReleasing)
        guard isHolder else { return }
        guardedSettings.initialize(to: settings)
        guardedChild.store(0, ordering: .releasing)
        guardingProcess.store(getpid(), ordering: .releasing)
        guardedTerminal.store(descriptor, ordering: .releasing)
        for number in Self.numbers where Self.isDefault(number) {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = endProgram
            // Block all signals: SIGTTOU would stop a background process that restores the
            // terminal, and no handler may interrupt another.
            sigfillset(&action.sa_mask)
            sigaction(number, &action, nil)
            handled.append(number)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Sets the pinentry, which is ended before this process.
    func watch(_ child: pid_t) {
        if isHolder { guardedChild.store(child, ordering: .releasing) }
    }

    /// Restores the signal handlers.
    ///
    /// Call it before reaping the pinentry, so that its number isn't reused.
    func release() {
        guard isHolder else { return }
        isHolder = false
        guardedChild.store(0, ordering: .releasing)
        for number in handled where Self.isOwn(number) {
            var action = sigaction()
            sigaction(number, &action, nil)
        }
        guardedTerminal.store(-1, ordering: .releasing)
        isGuarding.store(false, ordering: .releasing)
    }

    func restore() { tcsetattr(descriptor, TCSANOW, &settings) }

    private static func handler(of number: Int32) -> Int {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }

    private static func isDefault(_ number: Int32) -> Bool { handler(of: number) == 0 }

    /// Returns whether the handler is still the one that was set here.
    private static func isOwn(_ number: Int32) -> Bool {
        let own: @convention(c) (Int32) -> Void = endProgram
        return handler(of: number) == unsafeBitCast(own, to: Int.self)
    }
}

/// Restores the terminal, then lets the signal take its default effect.
private let endProgram: @convention(c) (Int32) -> Void = { number in
    if guardingProcess.load(ordering: .acquiring) == getpid() { endPrompt() }
    var action = sigaction()
    sigaction(number, &action, nil)
    // Delivered when this handler returns.
    kill(getpid(), number)
}

/// Ends the pinentry and restores the terminal.
private func endPrompt() {
    let child = guardedChild.exchange(0, ordering: .acquiringAndReleasing)
    var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
    var status: Int32 = 0
    // SIGINT lets the pinentry restore the screen. It is repeated because one that arrives too
    // early has no effect.
    for round in 0..<50 where child > 0 {
        kill(child, round < 49 ? SIGINT : SIGKILL)
        if waitpid(child, &status, WNOHANG) != 0 { break }
        nanosleep(&pause, nil)
    }
    let terminal = guardedTerminal.load(ordering: .acquiring)
    if terminal >= 0 { tcsetattr(terminal, TCSANOW, guardedSettings) }
}
