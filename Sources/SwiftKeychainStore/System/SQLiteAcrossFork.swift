import CKeychainSQLite
import Glibc

/// Keeps SQLite's own mutexes free in a child of fork().
///
/// A mutex that another thread held at that moment stays locked in the child for ever: its first
/// allocation would wait for a thread that does not exist there, with our locks in its hands. The
/// forking thread therefore holds them all for an instant, and both sides let go of them.
enum SQLiteAcrossFork {
    private nonisolated(unsafe) static let mutexes = [
        SQLITE_MUTEX_STATIC_MAIN, SQLITE_MUTEX_STATIC_OPEN, SQLITE_MUTEX_STATIC_VFS1,
        SQLITE_MUTEX_STATIC_VFS2, SQLITE_MUTEX_STATIC_VFS3, SQLITE_MUTEX_STATIC_LRU,
        SQLITE_MUTEX_STATIC_PMEM, SQLITE_MUTEX_STATIC_PRNG, SQLITE_MUTEX_STATIC_MEM,
    ].map { sqlite3_mutex_alloc($0) }

    /// Begins to watch for forks; only ever called once.
    static func watch() -> Int32 {
        // The list is made now: handlers should not have to.
        _ = mutexes.count
        return pthread_atfork(
            { SQLiteAcrossFork.takeAll() },
            { SQLiteAcrossFork.release(SQLiteAcrossFork.mutexes[...]) },
            { SQLiteAcrossFork.release(SQLiteAcrossFork.mutexes[...]) })
    }

    /// Takes all or none, again and again: in which order SQLite nests them does not matter then.
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
}
