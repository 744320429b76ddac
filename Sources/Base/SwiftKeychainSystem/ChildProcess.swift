// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory

/// A program that this process starts, with a pipe to or from it.
package final class ChildProcess {
    /// The end of the pipe that belongs to this process.
    package let descriptor: Int32
    private let pid: pid_t

    /// Starts a program found by $PATH.
    ///
    /// Returns nil if there is no pipe, if the program isn't found or can't be started, or if `input` is too long.
    ///
    /// - Parameters:
    ///   - end: the descriptor of the child that is the pipe: 0 for its input, 1 for its output.
    ///   - input: all of its standard input, such as a password, which an argument would show to other processes; at
    ///     most 4096 bytes.
    ///   - silenced: the streams of the child that are closed off; the others are those of this process.
    package init?(
        _ words: [String], piped end: Int32, input: SecretBytes? = nil, silenced: [Int32]
    ) {
        guard let ends = Self.pipeEnds() else { return nil }
        let (theirs, ours) = end == 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
        var given: Int32 = -1
        if let input {
            guard let filled = Self.pipe(containing: input) else {
                for end in ends { close(end) }
                return nil
            }
            given = filled
        }
        defer { if given >= 0 { close(given) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in silenced {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        // The copy doesn't inherit FD_CLOEXEC. All other descriptors, such as those of locks and sockets, are closed.
        posix_spawn_file_actions_adddup2(&actions, theirs, end)
        if given >= 0 { posix_spawn_file_actions_adddup2(&actions, given, 0) }
        keychain_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child: pid_t = 0
        let result = Self.spawn(words.map(\.pathBytes), &child, &actions, &attributes)
        close(theirs)
        guard result == 0 else {
            close(ours)
            return nil
        }
        (descriptor, pid) = (ours, child)
    }

    /// Starts a program found by $PATH, with the signals in their ways that are ignored here and would stay so in it.
    ///
    /// - Parameter attributes: with the flag POSIX_SPAWN_SETSIGDEF.
    /// - Returns: 0, or an error number.
    static func spawn(
        _ words: [[UInt8]], _ pid: inout pid_t, _ actions: inout posix_spawn_file_actions_t,
        _ attributes: inout posix_spawnattr_t
    ) -> Int32 {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let arguments = words.map { strdup($0.map(CChar.init(truncatingIfNeeded:)) + [0]) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let result = posix_spawnp(&pid, arguments[0]!, &actions, &attributes, arguments, environ)
        guard result == ENOEXEC else { return result }
        // A script without #! is the shell's, as for execvp().
        let shell = ["/bin/sh", "-c", "exec \"$0\" \"$@\""].map { Array($0.utf8) }
        return spawn(shell + words, &pid, &actions, &attributes)
    }

    /// Replaces this process by a program found by $PATH.
    ///
    /// - Returns: the error number; not at all if the program runs.
    package static func replaceThisProcess(by words: [[UInt8]]) -> Int32 {
        // They are ignored here, and would stay so in the program.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
        let arguments = words.map { strdup($0.map(CChar.init(truncatingIfNeeded:)) + [0]) } + [nil]
        execvp(arguments[0]!, arguments)
        return errno
    }

    /// Makes a pipe that no other child inherits: the end to read and the end to write.
    static func pipeEnds() -> [Int32]? {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    /// Returns the end to read of a pipe with these bytes in it, whose other end is closed.
    ///
    /// Every pipe holds 4096 bytes, so writing them doesn't wait for a reader.
    private static func pipe(containing bytes: SecretBytes) -> Int32? {
        guard bytes.count <= 4096, let ends = pipeEnds() else { return nil }
        let written = bytes.withBytes { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        if written == bytes.count { return ends[0] }
        close(ends[0])
        return nil
    }

    /// Returns the place of a program in the folders of $PATH; nil if none has it.
    ///
    /// Only absolute folders count: one such as "." could hold another program of this name.
    package static func path(of program: String) -> String? {
        let folders = Environment.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").lazy.map { "\($0)/\(program)" }
            .first { $0.hasPrefix("/") && System.exists($0, for: X_OK) }
    }

    /// Reads what the program writes, and waits for its end.
    ///
    /// - Returns: nil if it fails, or writes more than `limit` bytes.
    package func output(upTo limit: Int) -> SecretBytes? {
        let output = try? StandardStreams.read(descriptor, named: "", upTo: limit)
        return end() ? output ?? nil : nil
    }

    /// Closes the pipe and waits for the end of the program.
    ///
    /// The pipe is closed first: a program that reads its input to the end would otherwise never finish.
    ///
    /// - Returns: whether it succeeded; false if that is unknown, because this process ignores SIGCHLD.
    package func end() -> Bool {
        close(descriptor)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) != pid {
            if errno != EINTR { return false }
        }
        return status == 0
    }
}
