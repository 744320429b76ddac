// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Runs `faultprobe`, which works on a store in a process of its own.
enum Probe {
    /// What a run printed, and how it ended.
    struct Run {
        let lines: [String]
        /// The signal that ended it; nil when it ended by itself.
        let signal: Int32?

        /// Changes that were acknowledged.
        var acknowledged: Int { lines.count { $0.hasPrefix("ok ") } }
        var errors: [String] { lines.filter { $0.hasPrefix("error ") } }
        var problems: [String] { lines.filter { $0.hasPrefix("problem ") } }
        /// "ACCOUNT SECRET" of every item listed.
        var items: [String] {
            lines.filter { $0.hasPrefix("item ") }.map { String($0.dropFirst(5)) }
        }
    }

    /// Lies beside the program that runs the tests.
    static let path: String = {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return ((program ?? "") as NSString).deletingLastPathComponent + "/faultprobe"
    }()

    static func run(_ home: String, _ steps: [String]) throws -> Run {
        try run([path, home] + steps)
    }

    /// Runs as another user, to whom file modes mean something.
    static func runUnprivileged(_ home: String, _ steps: [String]) throws -> Run {
        guard geteuid() == 0 else { return try run(home, steps) }
        return try run(
            ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", path, home]
                + steps)
    }

    private static func run(_ words: [String]) throws -> Run {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw RawDatabase.Failure(description: "no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        let code = posix_spawn(&child, words[0], &actions, nil, arguments, environ)
        close(ends[1])
        defer { close(ends[0]) }
        try #require(code == 0, "\(words[0]) cannot be run; swift build --build-tests makes it")
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
            output += buffer[..<count]
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        let signal = status & 0x7f
        return Run(lines: lines, signal: signal == 0 ? nil : signal)
    }
}
