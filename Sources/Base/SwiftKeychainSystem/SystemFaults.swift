// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The system calls that ``System`` makes. SQLite makes its own.
package enum SystemCall: String, Sendable, CaseIterable {
    case open, close, pread, pwrite, ftruncate, fsync, fchmod, rename, link, unlink, mkdir, stat,
        fstat
    case lock, fileSystemType, resolve, keyctl
}

/// The failures that a test injects into calls of ``System``, by kind, path and count.
package enum SystemFaults {
    /// A function that returns the error number a call fails with; nil to make the call.
    package typealias Rule = @Sendable (SystemCall, _ path: String) -> Int32?

    /// Whether there is a rule, so that a call takes the lock only then.
    private static let armed = Atomic<Bool>(false)
    private static let rule = Mutex<Rule?>(nil)

    /// Consults `newRule` before every call from now on; nil ends it.
    package static func inject(_ newRule: Rule?) {
        rule.withLock { $0 = newRule }
        armed.store(newRule != nil, ordering: .releasing)
    }

    /// Throws the error that the rule returns; costs one relaxed load without a rule.
    package static func check(_ call: SystemCall, _ path: String) throws(SystemError) {
        guard armed.load(ordering: .relaxed) else { return }
        if let number = rule.withLock({ $0 })?(call, path) {
            throw SystemError(call: call, path: path, number: number)
        }
    }
}
