// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

// Hidden from Swift without _GNU_SOURCE.
@_silgen_name("pipe2")
private func pipe2(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32
@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func addChangeOfFolder(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> Int32

/// Runs the probe program as a process of its own and talks with it, a line at a time.
final class Probe: @unchecked Sendable {
    let process: pid_t
    private let input: Int32
    private let output: Int32
    private var pending: [UInt8] = []
    private var status: Int32?

    /// The program, which lies beside the one that runs the tests.
    static let executable: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let folder = (tests ?? CommandLine.arguments[0]) as NSString
        return folder.deletingLastPathComponent + "/KeychainProbe"
    }()

    /// A home that even root can't make, for a program that must use the folder it is given.
    static let homeless = ["HOME": "/dev/null"]

    /// Starts the program with nothing in its environment but `environment`.
    ///
    /// - Parameters:
    ///   - user: the number of the user and group to become, for a test that runs as root.
    ///   - folder: where the program starts.
    init(
        _ arguments: [String], environment: [String: String] = homeless,
        executable: String = Probe.executable, user: uid_t? = nil, folder: String = "/"
    ) throws {
        var words = [executable] + arguments
        if let user {
            let number = String(user)
            words =
                ["/usr/bin/setpriv", "--reuid", number, "--regid", number, "--clear-groups", "--"]
                + words
        }
        let (childInput, input) = try Self.pipe()
        let (output, childOutput) = try Self.pipe()
        defer { for descriptor in [childInput, childOutput] { close(descriptor) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, childInput, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, childOutput, STDOUT_FILENO)
        _ = addChangeOfFolder(&actions, folder)
        var (child, argv) = (pid_t(), words.map { strdup($0) } + [nil])
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in argv + variables { free(pointer) } }
        // Threads that run tests may block signals; the program shall not inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let result = posix_spawn(&child, words[0], &actions, &attributes, &argv, &variables)
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
        (process, self.input, self.output) = (child, input, output)
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            _ = wait()
        }
        for descriptor in [input, output] { close(descriptor) }
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw POSIXError(.EMFILE) }
        return (ends[0], ends[1])
    }

    /// Tells a process that waits to go on.
    func go() { tell("go") }

    /// Writes a line; to a process that has ended, without the signal that would end this one.
    func tell(_ line: String) {
        var (broken, before) = (sigset_t(), sigset_t())
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, &before)
        if write(input, line + "\n", line.utf8.count + 1) < 0, errno == EPIPE {
            var now = timespec()
            sigtimedwait(&broken, nil, &now)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Tells a process that obeys what to do, and gives what it said about it.
    @discardableResult
    func order(_ words: String...) -> Report { order(words) }

    @discardableResult
    func order(_ words: [String]) -> Report {
        tell(words.joined(separator: " "))
        var lines: [String] = []
        while let line = line() {
            lines.append(line)
            if line.hasPrefix("status ") { break }
        }
        return Report(lines: lines, exit: 0)
    }

    func signal(_ number: Int32) { kill(process, number) }

    /// Reads the next line; nil when the process has ended.
    func line() -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeSubrange(...end) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            pending += buffer[..<count]
        }
    }

    /// Reads until a line begins with `word`, and gives what follows it; nil at the end.
    func awaiting(_ word: String) -> String? {
        while let line = line() {
            if line == word { return "" }
            if line.hasPrefix(word + " ") { return String(line.dropFirst(word.count + 1)) }
            complaints += line.hasPrefix("failed") ? [line] : []
        }
        return nil
    }

    /// What the process said was wrong while something else was awaited.
    private(set) var complaints: [String] = []

    /// Reads what is left and waits for the end.
    func finish() -> Report {
        var lines: [String] = complaints
        while let line = line() { lines.append(line) }
        return Report(lines: lines, exit: wait())
    }

    private func wait() -> Int32 {
        if let status { return status }
        var result: Int32 = 0
        while waitpid(process, &result, 0) < 0, errno == EINTR {}
        status = result
        return result
    }

    /// Copies the program to `path`, in a process of its own: were the copy open for writing here,
    /// another thread's child could hold it open when it is to be run.
    static func copyProgram(to path: String) throws {
        let copying = try Probe([executable, path], executable: "/bin/cp")
        guard copying.wait() == 0 else { throw POSIXError(.EIO) }
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: [String], environment: [String: String] = homeless,
        executable: String = Probe.executable, user: uid_t? = nil, folder: String = "/"
    ) throws -> Report {
        let probe = try Probe(
            arguments, environment: environment, executable: executable, user: user, folder: folder)
        return probe.finish()
    }
}

/// Holds what a process said, and how it ended (as wait() tells).
struct Report: CustomStringConvertible {
    let lines: [String]
    let exit: Int32

    /// What follows `word` in the first line that begins with it.
    subscript(word: String) -> String? {
        lines.first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }

    /// The status of the last call; nil when the process never came to it.
    var status: Int32? {
        lines.last { $0.hasPrefix("status ") }.flatMap { Int32($0.dropFirst(7)) }
    }
    var detail: String { self["detail"] ?? "" }
    var complaints: [String] { lines.filter { $0.hasPrefix("failed") } }
    var description: String { "exit \(exit): " + lines.joined(separator: " | ") }
}
