// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel

/// A pinentry program run as a child, with a socket for its input and output.
///
/// The child stays in the process group of its parent; in a separate group it would be stopped
/// when it reads the terminal. It gets a pair of sockets because writing to a pipe whose reader is
/// gone raises a signal.
final class PinentryProcess {
    let descriptor: Int32
    private let pid: pid_t
    private let terminal: TerminalGuard?

    /// - Throws: `unavailable` if the program can't be started.
    init(_ program: String, terminal: String?) throws(PromptFailure) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .unavailable("can't create a socket: \(String(cString: strerror(errno)))")
        }
        defer { close(ends[1]) }
        let terminal = terminal.flatMap(TerminalGuard.init)
        guard let pid = Self.spawn(program, socket: ends[1]) else {
            close(ends[0])
            terminal?.release()
            throw .unavailable("can't start \(program)")
        }
        terminal?.watch(pid)
        self.terminal = terminal
        self.pid = pid
        descriptor = ends[0]
    }

    /// Starts `program`; returns nil if that fails.
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
        // Default signal handlers and mask, and no new process group.
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        let name = strdup(program)
        let variables = PromptEnvironment.variables()
        defer { for string in variables + [name] { free(string) } }
        var pid: pid_t = 0
        let result = posix_spawn(
            &pid, program, &actions, &attributes, [name, nil], variables + [nil])
        return result == 0 ? pid : nil
    }

    /// Ends the child: closes its socket, waits up to two seconds unless `atOnce`, then kills it.
    func end(atOnce: Bool) {
        close(descriptor)
        let limit = ContinuousClock.now + .seconds(2)
        var hasEnded = false
        while !atOnce, !hasEnded, ContinuousClock.now < limit {
            hasEnded = childHasEnded(WNOHANG)
            if !hasEnded { usleep(5000) }
        }
        if !hasEnded {
            kill(pid, SIGKILL)
            while !childHasEnded(0) {}
            // A killed pinentry leaves echo off.
            terminal?.restore()
        }
        terminal?.release()
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    /// Returns whether the child has ended, without reaping it: its number stays valid until
    /// nothing sends it signals any more.
    private func childHasEnded(_ options: Int32) -> Bool {
        var information = siginfo_t()
        let result = waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT | options)
        return result == 0 ? information.si_signo != 0 : errno != EINTR
    }
}
