import CKeychainSQLite
import Glibc

/// Lets a write beyond the size that files of this process may have (RLIMIT_FSIZE) fail with EFBIG
/// and nothing more: the kernel sends SIGXFSZ too, which ends a process that does not handle it.
enum FileSizeLimit {
    /// Makes a system call with the signal held back from this thread, and takes the one it caused.
    static func withoutSignal<R: SignedInteger>(_ call: () -> R) -> R {
        var (signal, before) = (sigset_t(), sigset_t())
        sigemptyset(&signal)
        sigaddset(&signal, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &signal, &before)
        let result = call()
        let number = errno
        if result < 0, number == EFBIG, sigismember(&before, SIGXFSZ) == 0 {
            var now = timespec()
            sigtimedwait(&signal, nil, &now)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = number
        return result
    }

    /// Has SQLite make its writes in this way.
    static let coversSQLite: Void = {
        guard let files = sqlite3_vfs_find("unix") else { return }
        let write: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = { file, bytes, count in
            withoutSignal { Glibc.write(file, bytes, count) }
        }
        let writeAt: @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int = {
            file, bytes, count, offset in
            withoutSignal { pwrite(file, bytes, count, offset) }
        }
        let truncate: @convention(c) (Int32, off_t) -> Int32 = { file, count in
            withoutSignal { ftruncate(file, count) }
        }
        for (name, replacement) in [
            ("write", unsafeBitCast(write, to: sqlite3_syscall_ptr.self)),
            ("pwrite", unsafeBitCast(writeAt, to: sqlite3_syscall_ptr.self)),
            ("pwrite64", unsafeBitCast(writeAt, to: sqlite3_syscall_ptr.self)),
            ("ftruncate", unsafeBitCast(truncate, to: sqlite3_syscall_ptr.self)),
        ] { _ = files.pointee.xSetSystemCall(files, name, replacement) }
    }()
}
