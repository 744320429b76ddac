import Synchronization

/// Names the system calls around a store that are not SQLite's; SQLite makes its own.
package enum SystemCall: String, Sendable, CaseIterable {
    case open, close, pread, pwrite, ftruncate, fsync, fchmod, rename, link, unlink, mkdir, stat,
        fstat
    case lock, fileSystemType, resolve
}

/// Lets a test fail any call of ``System``, by kind, path and count.
package enum SystemFaults {
    /// Answers with the error number the call shall fail with, nil to let it through.
    package typealias Rule = @Sendable (SystemCall, _ path: String) -> Int32?

    private static let armed = Atomic<Bool>(false)
    private static let rule = Mutex<Rule?>(nil)

    /// Asks `newRule` before every call from now on; nil: calls go through again.
    package static func inject(_ newRule: Rule?) {
        rule.withLock { $0 = newRule }
        armed.store(newRule != nil, ordering: .releasing)
    }

    /// Throws what the rule wants thrown. One relaxed load where no test is at work.
    static func check(_ call: SystemCall, _ path: String) throws(SystemError) {
        guard armed.load(ordering: .relaxed) else { return }
        if let number = rule.withLock({ $0 })?(call, path) {
            throw SystemError(call: call, path: path, number: number)
        }
    }
}
