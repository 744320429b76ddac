// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The system calls that ``System`` makes. SQLite makes its own.
package enum SystemCall: String, Sendable, CaseIterable {
    case open, pread, pwrite, ftruncate, fsync, fchmod, rename, link, unlink, mkdir, stat, fstat,
        readdir
    case lock, fileSystemType, resolve, keyctl
    /// The start of a thread, without a path.
    case thread
}

/// The failures that a test injects into calls of ``System``, by kind, path and count.
package enum SystemFaults {
    /// A function that returns the error number a call fails with; nil to make the call.
    package typealias Rule = @Sendable (SystemCall, _ path: String) -> Int32?

    /// Whether there is a rule, so that a call takes the lock only then.
    private static let armed = Atomic<Bool>(false)
    private static let rules = Mutex<[UInt64: Rule]>([:])

    /// Runs `body`, and consults a rule before every call of the process meanwhile. Tests that run at the same time each
    /// have a rule, so a rule should be about the files of its test.
    package static func inject<Result, Failure: Error>(
        _ rule: @escaping Rule, during body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let name = UInt64.random(in: 0...(.max))
        set(rule, as: name)
        defer { set(nil, as: name) }
        return try body()
    }

    private static func set(_ rule: Rule?, as name: UInt64) {
        rules.withLock {
            $0[name] = rule
            armed.store(!$0.isEmpty, ordering: .releasing)
        }
    }

    /// Throws the error that a rule returns; costs one relaxed load without rules.
    package static func check(_ call: SystemCall, _ path: String) throws(SystemError) {
        guard armed.load(ordering: .relaxed) else { return }
        for rule in rules.withLock({ Array($0.values) }) {
            if let number = rule(call, path) {
                throw SystemError(call: call, path: path, number: number)
            }
        }
    }
}
