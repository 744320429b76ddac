import CKeychainLinux
import Glibc
import SwiftKeychainSystem

/// Says which lock is wanted on which descriptor.
struct LockRequest: Sendable {
    enum Kind: Sendable {
        /// flock(): the whole file, shared or exclusive.
        case file(exclusive: Bool)
        /// A lock on byte 0 that belongs to the open file, like flock() beside it.
        case byte(exclusive: Bool)
    }

    let descriptor: Int32
    let path: String
    let kind: Kind

    /// Takes the lock if nobody is in the way: 0, EWOULDBLOCK, or the error number.
    func attempt() -> Int32 { perform(waiting: false) }

    /// Takes the lock, however long it takes: 0 or the error number.
    func wait() -> Int32 { perform(waiting: true) }

    func release() {
        switch kind {
        case .file: _ = keychain_flock(descriptor, LOCK_UN)
        case .byte: _ = keychain_lock_byte(descriptor, Int16(F_UNLCK), 0, 0)
        }
    }

    private func perform(waiting: Bool) -> Int32 {
        do throws(SystemError) {
            try SystemFaults.check(.lock, path)
        } catch {
            return error.number
        }
        while true {
            let result =
                switch kind {
                case .file(let exclusive):
                    keychain_flock(
                        descriptor, (exclusive ? LOCK_EX : LOCK_SH) | (waiting ? 0 : LOCK_NB))
                case .byte(let exclusive):
                    keychain_lock_byte(
                        descriptor, Int16(exclusive ? F_WRLCK : F_RDLCK), 0, waiting ? 1 : 0)
                }
            if result == 0 { return 0 }
            switch errno {
            case EINTR: continue
            case EAGAIN, EACCES: return EWOULDBLOCK
            case let number: return number
            }
        }
    }
}
