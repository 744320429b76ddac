import CKeychainSQLite
import Glibc
import Synchronization

/// Counts the forks between the first process and this one.
///
/// What was opened in another epoch belongs to an ancestor: it is neither used nor closed.
enum ProcessEpoch {
    private static let count = Atomic<UInt64>(0)
    private static let separated = Atomic<UInt64>(0)
    private static let registration: Int32 = {
        // Builds the table and the counter now: the child's handler must not allocate.
        DescriptorRegistry.close(-2)
        _ = count.load(ordering: .relaxed)
        guard SQLiteAcrossFork.watch() == 0 else { return ENOMEM }
        return pthread_atfork(nil, nil) {
            ProcessEpoch.count.add(1, ordering: .relaxed)
            DescriptorRegistry.abandon()
        }
    }()

    /// Gives the epoch of this process; the first call begins to watch for forks.
    static var current: UInt64 {
        precondition(registration == 0, "pthread_atfork had no memory")
        return count.load(ordering: .relaxed)
    }

    /// Keeps SQLite from mixing a child's connections with those its parent left in memory.
    ///
    /// SQLite lists open files by device and inode, together with the locks it believes to hold on
    /// them. POSIX locks do not survive fork(), the list does: a child that opens the same file
    /// would share entries whose locks nobody holds. In a child files therefore get a device number
    /// of their own, which SQLite uses for nothing else.
    static func separateFromParent() {
        let epoch = current
        guard epoch > 0, separated.exchange(epoch, ordering: .relaxed) == 0 else { return }
        let replacement: @convention(c) (Int32, UnsafeMutablePointer<stat>) -> Int32 = {
            let result = fstat($0, $1)
            $1.pointee.st_dev ^= UInt(truncatingIfNeeded: ProcessEpoch.current) << 40
            return result
        }
        guard let files = sqlite3_vfs_find("unix") else { return }
        _ = files.pointee.xSetSystemCall(
            files, "fstat", unsafeBitCast(replacement, to: sqlite3_syscall_ptr.self))
    }
}
