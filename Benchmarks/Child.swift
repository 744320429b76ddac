// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Foundation

/// A program that is run to its end and must succeed.
///
/// Foundation's Process polls for the end of a child, and the delay would be measured.
struct Child {
    private let path: String
    private let environment: [String]

    init(_ path: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.path = path
        self.environment = environment.map { "\($0)=\($1)" }
    }

    /// The command of another keychain, when Scripts/bench started its service; nil otherwise.
    static var peer: Child? {
        ProcessInfo.processInfo.environment["KEYCHAIN_BENCH_PEER"].map { Child($0) }
    }

    func run(_ arguments: [String], input: [UInt8] = []) throws {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0, "no pipe")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var child: pid_t = 0
        precondition(
            posix_spawn(&child, path, &actions, nil, &words, &variables) == 0,
            "\(path) can't be started")
        close(ends[0])
        precondition(write(ends[1], input, input.count) == input.count, "\(path): no input")
        close(ends[1])
        var status: Int32 = 0
        precondition(waitpid(child, &status, 0) == child && status == 0, "\(path) failed")
    }
}
