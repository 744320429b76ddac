// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// A program that this process starts, with a pipe to or from it.
package final class ChildProcess {
    /// The end of the pipe that belongs to this process.
    package let descriptor: Int32
    private let pid: pid_t

    /// Starts a program found by $PATH.
    ///
    /// Returns nil if there is no pipe, or if the program isn't found or can't be started.
    ///
    /// - Parameters:
    ///   - end: the descriptor of the child that is the pipe: 0 for its input, 1 for its output.
    ///   - silenced: the streams of the child that are closed off; the others are those of this process.
    package init?(_ words: [String], piped end: Int32, silenced: [Int32]) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (theirs, ours) = end == 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in silenced {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        // The copy doesn't inherit FD_CLOEXEC. All other descriptors, such as those of locks and sockets, are closed.
        posix_spawn_file_actions_adddup2(&actions, theirs, end)
        keychain_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // SIGPIPE is ignored here, and would stay so in the child.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let arguments = words.map { word in word.withPath { strdup($0) } } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let result = posix_spawnp(&child, words[0], &actions, &attributes, arguments, environ)
        close(theirs)
        guard result == 0 else {
            close(ours)
            return nil
        }
        (descriptor, pid) = (ours, child)
    }

    /// Returns the places of a program in the folders of $PATH, in their order.
    package static func paths(of program: String) -> [String] {
        let folders = Environment.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(program)" }
            .filter { System.exists($0, for: X_OK) }
    }

    /// Closes the pipe and waits for the end of the program.
    ///
    /// The pipe is closed first: a program that reads its input to the end would otherwise never finish.
    ///
    /// - Returns: whether it succeeded.
    package func end() -> Bool {
        close(descriptor)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status == 0
    }
}
