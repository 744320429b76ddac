// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// A program run as a child in its own session, so that it has no terminal unless given one.
struct Child {
    let pid: pid_t

    /// The target of one of the three standard descriptors.
    enum Descriptor {
        case file(String, Int32)
        case same(Int32)
        case closed
    }

    /// Starts `words`; the arguments may be any bytes but zero.
    init(
        _ words: [[UInt8]], environment: [String: String], descriptors: [Descriptor]
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            let number = Int32(number)
            switch descriptor {
            case .file(let path, let flags):
                posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
            case .same(let other): posix_spawn_file_actions_adddup2(&actions, other, number)
            case .closed: posix_spawn_file_actions_addclose(&actions, number)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which Swift does not see
        posix_spawnattr_setflags(
            &attributes, Int16(newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // The threads that run tests hold signals back.
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        let arguments = words.map(Self.string)
        let variables = environment.map { Self.string(Array("\($0)=\($1)".utf8)) }
        defer { for string in arguments + variables { free(string) } }
        var child: pid_t = 0
        let path = String(decoding: words[0], as: UTF8.self)
        let result = posix_spawnp(
            &child, path, &actions, &attributes, arguments + [nil], variables + [nil])
        if result != 0 { throw Failure(text: "\(path): \(String(cString: strerror(result)))") }
        pid = child
    }

    /// Waits until the child ends.
    ///
    /// - Returns: the exit status, or the number of the signal below zero.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return Self.meaning(status)
    }

    /// Returns the result of ``wait()``, or nil while the child runs.
    func poll() -> Int32? {
        var status: Int32 = 0
        return waitpid(pid, &status, WNOHANG) == pid ? Self.meaning(status) : nil
    }

    private static func meaning(_ status: Int32) -> Int32 {
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : -signal
    }

    struct Failure: Error { let text: String }

    private static func string(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        strdup(bytes.map(CChar.init(truncatingIfNeeded:)) + [0])
    }
}
