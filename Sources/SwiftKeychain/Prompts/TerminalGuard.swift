import CKeychainLinux
import Glibc
import Synchronization

// What the handler reads; it may touch nothing else.
private let guardedTerminal = Atomic<Int32>(-1)
private let guardedChild = Atomic<pid_t>(0)
/// A child of fork() has the handlers too, and neither the terminal nor the program is its own.
private let guardingProcess = Atomic<pid_t>(0)
nonisolated(unsafe) private let guardedSettings = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
private let isGuarding = Atomic<Bool>(false)

/// The settings of a terminal, to restore them: by a call, and when a signal ends this process during a
/// prompt, as readpassphrase(3) does.
///
/// Signals that the process handles or ignores are left to it. One terminal is guarded at a time.
final class TerminalGuard {
    /// Every signal that ends a process unless it says otherwise, and that others or a timer send.
    private static let numbers = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
    ]
    private let descriptor: Int32
    private var settings: termios
    private var handled: [Int32] = []
    private var isHolder = false

    /// Remembers how the terminal is set; nil where the name is that of none.
    init?(_ name: String) {
        descriptor = keychain_open(name, O_RDWR | O_NOCTTY | O_CLOEXEC, 0)
        settings = termios()
        // Whatever fails from here on: all is set, so that deinit closes the descriptor.
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
            // Even in the background the terminal is set, and no handler interrupts another.
            sigfillset(&action.sa_mask)
            sigaction(number, &action, nil)
            handled.append(number)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Names the program that asks, which is ended before this process is.
    func watch(_ child: pid_t) {
        if isHolder { guardedChild.store(child, ordering: .releasing) }
    }

    /// Leaves signals to the process again.
    ///
    /// The program must still be a child then, so that no other process has its number.
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

    /// Returns true if the handler is still the one installed here.
    private static func isOwn(_ number: Int32) -> Bool {
        let own: @convention(c) (Int32) -> Void = endProgram
        return handler(of: number) == unsafeBitCast(own, to: Int.self)
    }
}

/// Puts things back, and lets the signal do what it does.
private let endProgram: @convention(c) (Int32) -> Void = { number in
    if guardingProcess.load(ordering: .acquiring) == getpid() { endPrompt() }
    var action = sigaction()
    sigaction(number, &action, nil)
    // Held back until this handler is left.
    kill(getpid(), number)
}

/// Ends the program that asks, and puts the terminal back.
private func endPrompt() {
    let child = guardedChild.exchange(0, ordering: .acquiringAndReleasing)
    var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
    var status: Int32 = 0
    // Told gently, it leaves the screen as it found it; a signal before it reads is lost on it.
    for round in 0..<50 where child > 0 {
        kill(child, round < 49 ? SIGINT : SIGKILL)
        if waitpid(child, &status, WNOHANG) != 0 { break }
        nanosleep(&pause, nil)
    }
    let terminal = guardedTerminal.load(ordering: .acquiring)
    if terminal >= 0 { tcsetattr(terminal, TCSANOW, guardedSettings) }
}
