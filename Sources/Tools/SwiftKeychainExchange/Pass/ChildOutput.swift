// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainSystem

/// What another program writes to standard output.
enum ChildOutput {
    /// Runs a program with the environment and the standard error of this process, and reads what it
    /// writes into locked memory.
    ///
    /// - Returns: nil if it can't be started, fails, or writes more than `limit` bytes.
    static func read(_ program: String, _ words: [String], upTo limit: Int) -> SecretBytes? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        guard let pid = start(program, words, output: ends[1]) else {
            close(ends[1])
            return nil
        }
        close(ends[1])
        let output = try? StandardStreams.read(ends[0], named: program, upTo: limit)
        if output == nil { kill(pid, SIGTERM) }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? output ?? nil : nil
    }

    /// Starts a program with an empty input, its output in `output`, and no other descriptor of this process; nil if
    /// that fails.
    private static func start(_ program: String, _ words: [String], output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        keychain_close_from(&actions, 3)
        let arguments = ([program] + words).map { word in word.withPath { strdup($0) } }
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let result = posix_spawn(&pid, program, &actions, nil, arguments + [nil], environ)
        return result == 0 ? pid : nil
    }
}
