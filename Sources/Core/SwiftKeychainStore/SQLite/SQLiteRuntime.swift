// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import Glibc
import SwiftKeychainSystem
import Synchronization

/// The adjustments to SQLite's use of the operating system that fork() and RLIMIT_FSIZE require.
package enum SQLiteRuntime {
    /// Has SQLite count no memory in this process: every allocation would change the count under a mutex, and
    /// the threads of a process that serves others would queue for it.
    ///
    /// Of no effect once SQLite is in use. For processes of our own: other users of SQLite may read the count.
    package static func countNoMemory() { keychain_sqlite3_count_no_memory() }

    private static let separatedEpoch = Atomic<UInt64>(0)

    /// Makes the adjustments in this process; must be called before a file is opened.
    static func prepare() {
        precondition(watchesForks == 0, "pthread_atfork had no memory")
        boundsWrites
        separateFromParent()
    }

    // MARK: Mutexes

    private nonisolated(unsafe) static let mutexes = [
        SQLITE_MUTEX_STATIC_MAIN, SQLITE_MUTEX_STATIC_OPEN, SQLITE_MUTEX_STATIC_VFS1,
        SQLITE_MUTEX_STATIC_VFS2, SQLITE_MUTEX_STATIC_VFS3, SQLITE_MUTEX_STATIC_LRU,
        SQLITE_MUTEX_STATIC_PMEM, SQLITE_MUTEX_STATIC_PRNG, SQLITE_MUTEX_STATIC_MEM,
    ].map { sqlite3_mutex_alloc($0) }

    /// The registration that keeps SQLite's own mutexes free in a child of fork(): 0, or an error number.
    ///
    /// A mutex held by another thread at that moment stays locked in the child for ever: the child's
    /// first allocation would wait for a thread that it doesn't have, while holding our locks. So the
    /// forking thread holds all of them for an instant, and parent and child both release them.
    private static let watchesForks: Int32 = {
        // Make the list now: the handlers must not allocate.
        _ = mutexes.count
        return pthread_atfork(
            { SQLiteRuntime.takeAll() }, { SQLiteRuntime.release(SQLiteRuntime.mutexes[...]) },
            { SQLiteRuntime.release(SQLiteRuntime.mutexes[...]) })
    }()

    /// Takes all mutexes or none, repeatedly, so that the order in which SQLite nests them doesn't matter.
    private static func takeAll() {
        while true {
            let refused = mutexes.indices.first { sqlite3_mutex_try(mutexes[$0]) != SQLITE_OK }
            guard let refused else { return }
            release(mutexes[..<refused])
            sched_yield()
        }
    }

    private static func release(_ held: ArraySlice<OpaquePointer?>) {
        for mutex in held.reversed() { sqlite3_mutex_leave(mutex) }
    }

    // MARK: System calls

    /// Keeps SQLite from mixing a child's connections with those its parent left in memory.
    ///
    /// SQLite lists open files by device and inode, together with the locks it believes to hold on
    /// them. POSIX locks don't survive fork(), but the list does: a child that opens the same file
    /// would share entries whose locks no process holds. In a child, files therefore get a different device
    /// number, which SQLite uses for nothing else.
    private static func separateFromParent() {
        let epoch = ProcessEpoch.current
        guard epoch > 0, separatedEpoch.exchange(epoch, ordering: .relaxed) == 0 else { return }
        let status: @convention(c) (Int32, UnsafeMutablePointer<stat>) -> Int32 = {
            let result = fstat($0, $1)
            $1.pointee.st_dev ^= UInt(truncatingIfNeeded: ProcessEpoch.current) << 40
            return result
        }
        replace("fstat", unsafeBitCast(status, to: SystemCall.self))
    }

    /// The replacement of SQLite's write functions: beyond RLIMIT_FSIZE they fail with EFBIG instead of
    /// ending the process.
    private static let boundsWrites: Void = {
        let write: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = { file, bytes, count in
            FileSizeLimit.withoutSignal { Glibc.write(file, bytes, count) }
        }
        let writeAt: @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int = {
            file, bytes, count, offset in
            FileSizeLimit.withoutSignal { pwrite(file, bytes, count, offset) }
        }
        let truncate: @convention(c) (Int32, off_t) -> Int32 = { file, count in
            FileSizeLimit.withoutSignal { ftruncate(file, count) }
        }
        replace("write", unsafeBitCast(write, to: SystemCall.self))
        replace("pwrite", unsafeBitCast(writeAt, to: SystemCall.self))
        replace("pwrite64", unsafeBitCast(writeAt, to: SystemCall.self))
        replace("ftruncate", unsafeBitCast(truncate, to: SystemCall.self))
    }()

    private typealias SystemCall = @convention(c) () -> Void

    private static func replace(_ name: String, _ function: @escaping SystemCall) {
        keychain_sqlite3_set_system_call(name, function)
    }
}
