import CLinux
import Glibc
import KeychainModel

/// Runs a pinentry program as a child, with a socket for its input and output.
///
/// The child stays in the process group of its parent: in one of its own it would be stopped when it
/// reads the terminal. A pair of sockets, because writing to a pipe whose reader is gone raises a
/// signal.
final class PinentryProcess {
    let descriptor: Int32
    private let pid: pid_t
    private let terminal: Terminal?

    /// - Throws: `unavailable` when the program does not start.
    init(_ program: String, terminal: String?) throws(PromptFailure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .unavailable("no socket: \(String(cString: strerror(errno)))")
        }
        defer { close(ends[1]) }
        self.terminal = terminal.flatMap(Terminal.init)
        guard let pid = Self.spawn(program, socket: ends[1]) else {
            close(ends[0])
            throw .unavailable("\(program) does not start")
        }
        self.pid = pid
        descriptor = ends[0]
    }

    /// Starts `program`; nil when that fails.
    private static func spawn(_ program: String, socket: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, socket, 0)
        posix_spawn_file_actions_adddup2(&actions, socket, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        keychain_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The signals of a fresh program, and no new process group.
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        let name = strdup(program)
        defer { free(name) }
        var pid: pid_t = 0
        let result = posix_spawn(
            &pid, program, &actions, &attributes, [name, nil], keychain_environment())
        return result == 0 ? pid : nil
    }

    /// Ends the child: it is given two seconds once its socket is closed, and killed after them.
    func end(atOnce: Bool) {
        close(descriptor)
        var status: Int32 = 0
        let limit = ContinuousClock.now + .seconds(2)
        while !atOnce, ContinuousClock.now < limit {
            let ended = waitpid(pid, &status, WNOHANG)
            if ended == pid || ended < 0 && errno != EINTR { return }
            usleep(5000)
        }
        kill(pid, SIGKILL)
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        // It hid what is typed, and had no chance to show it again.
        terminal?.restore()
    }

    /// Remembers how a terminal was set.
    private struct Terminal {
        let name: String
        let settings: termios

        init?(_ name: String) {
            let descriptor = keychain_open(name, O_RDWR | O_NOCTTY | O_CLOEXEC, 0)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var settings = termios()
            guard tcgetattr(descriptor, &settings) == 0 else { return nil }
            self.name = name
            self.settings = settings
        }

        func restore() {
            let descriptor = keychain_open(name, O_RDWR | O_NOCTTY | O_CLOEXEC, 0)
            guard descriptor >= 0 else { return }
            var settings = settings
            tcsetattr(descriptor, TCSANOW, &settings)
            close(descriptor)
        }
    }
}
