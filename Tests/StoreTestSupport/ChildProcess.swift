// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Runs a program and reads the lines it prints.
public final class ChildProcess {
    public let identifier: pid_t
    private let output: UnsafeMutablePointer<FILE>
    private var status: Int32?

    /// Starts `program` with `arguments`; a name without a slash is searched for.
    public init(_ program: String, _ arguments: [String]) {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0, "no pipe")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var process: pid_t = 0
        let failure = posix_spawnp(&process, program, &actions, nil, &words, environ)
        precondition(failure == 0, "\(program) does not start")
        for word in words { free(word) }
        posix_spawn_file_actions_destroy(&actions)
        close(ends[1])
        identifier = process
        output = fdopen(ends[0], "r")
    }

    /// Waits for the child: one that isn't waited for keeps watchers of all children of this process
    /// busy for ever.
    deinit {
        fclose(output)
        if status == nil {
            kill()
            wait()
        }
    }

    /// Gives the next line, without its end; nil when the program has no more to say.
    public func line() -> String? {
        var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        guard getline(&line, &capacity, output) > 0, let line else { return nil }
        return String(String(cString: line).dropLast())
    }

    /// Gives every line that is left.
    public func lines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }

    /// Ends the program at once, as a power cut would.
    public func kill() { _ = Glibc.kill(identifier, SIGKILL) }

    public func signal(_ number: Int32) { _ = Glibc.kill(identifier, number) }

    /// Waits for the end; gives the exit code, or the negative of the signal.
    @discardableResult
    public func wait() -> Int32 {
        if let status { return Self.outcome(status) }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        self.status = status
        return Self.outcome(status)
    }

    private static func outcome(_ status: Int32) -> Int32 {
        status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
    }

    /// The program `name` that was built beside the running one.
    public static func sibling(_ name: String) -> String {
        var path = [CChar](repeating: 0, count: 4096)
        readlink("/proc/self/exe", &path, path.count - 1)
        let own = String(
            decoding: path.prefix { $0 != 0 }.map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
        return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/" + name
    }
}
