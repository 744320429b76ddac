// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// Memory that is locked, left out of core dumps, and wiped when it is returned.
///
/// This module holds all secrets of the package while they are in use. ``SecretBytes`` is a secret that doesn't change,
/// ``LockedBuffer`` one that is being made, and ``KeyArena`` the keys of a store. All three take their bytes here.
///
/// The idea is to make locked memory cheap enough to be used everywhere. mlock() costs a system call and works on whole
/// pages, so small pieces share slabs of 64 KiB that are locked once and stay. There are seven size classes:
///
/// | piece | from |
/// |---|---|
/// | 64, 128, 256, 512, 1024, 2048 or 4096 bytes | a slab; a free piece is reused by the next secret of its class |
/// | more | its own pages, which are unmapped afterwards |
///
/// 1. A piece is zero when it is taken, and wiped when it is returned.
/// 2. If the system refuses to lock pages (RLIMIT_MEMLOCK), they are used unlocked, and ``refusals`` counts it. A call
///    must not fail because a secret could reach the swap.
/// 3. In a service of several users each has a share of the locked bytes, so that one can't take all of it.
///
/// What may surprise: fork() copies this memory; only a ``KeyArena`` is wiped in the child, and only slabs are locked
/// there. The allocator's mutex is a pthread mutex because it must be held across fork().
public final class LockedMemory: Sendable {
    public static let shared: LockedMemory = {
        let memory = LockedMemory()
        // A child of fork() has only the thread that forked, so that thread must hold the lock.
        pthread_atfork(
            { LockedMemory.shared.state.lock() }, { LockedMemory.shared.state.unlock() },
            {
                // The kernel locks no memory for the child.
                LockedMemory.shared.state.lockSlabs()
                LockedMemory.shared.state.unlock()
            })
        return memory
    }()

    /// A piece of memory in use.
    struct Region: @unchecked Sendable {
        let start: UnsafeMutableRawPointer
        /// The bytes from `start` on, which are wiped on free; at least as many as were asked for.
        let capacity: Int
        /// Whether the pages are unmapped on free; false for a piece of a slab.
        let ownsPages: Bool
        /// Whether locking the pages was tried.
        var isLocked = true
        /// The user whose share the pages are of.
        var user: UInt32?
    }

    /// The lists and their lock, which can be held across fork().
    private final class State: @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        /// Free pieces by size class: index i holds pieces of 64 << i bytes.
        var free: [[UnsafeMutableRawPointer]] = Array(repeating: [], count: 7)
        /// The slabs, of which pieces are in use or free.
        var slabs: [UnsafeMutableRawPointer] = []
        var refusals = 0
        /// The bytes of locked pages, for a service of several users.
        var shares: UserShares?

        init() { pthread_mutex_init(mutex, nil) }

        func lock() { pthread_mutex_lock(mutex) }
        func unlock() { pthread_mutex_unlock(mutex) }

        /// Locks the slabs again, in a child of fork(), where nothing may be allocated.
        func lockSlabs() {
            for slab in slabs where mlock(slab, LockedMemory.slabBytes) != 0 { refusals += 1 }
        }

        func withLock<Result>(_ body: (State) -> Result) -> Result {
            lock()
            defer { unlock() }
            return body(self)
        }
    }

    /// The bytes that are locked at once for small pieces, 64 KiB.
    private static let slabBytes = 64 << 10
    /// 4, 16 or 64 KiB on arm64, as the kernel was built.
    private static let pageBytes = Int(getpagesize())
    /// The largest piece that is taken from a slab, 4096 bytes.
    private static let largestPiece = 64 << 6
    private let state = State()

    init() {}

    /// The number of times the system or the share of a user refused to lock memory (RLIMIT_MEMLOCK).
    public var refusals: Int { state.withLock { $0.refusals } }

    /// Locks at most `most` bytes for users, and shares them out. What a user has beyond its share isn't locked.
    package func share(_ most: Int) {
        state.withLock { state in
            var shares = state.shares ?? UserShares(most: most)
            shares.most = most
            state.shares = shares
        }
    }

    /// Returns the bytes of its share that a user has.
    package func sharedBytes(of user: UInt32) -> Int {
        state.withLock { $0.shares?.count(of: user) ?? 0 }
    }

    /// The bytes that may be locked (RLIMIT_MEMLOCK).
    package static var limit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 else {
            return 0
        }
        // Without a limit the number is larger than Int.max.
        return Int(clamping: min(limit.rlim_cur, 1 << 40))
    }

    /// Returns the bytes of the pages that `count` bytes take.
    static func wholePages(_ count: Int) -> Int { (count + pageBytes - 1) & ~(pageBytes - 1) }

    /// The user for whom this thread takes memory, plus one.
    /// The value of a thread that set none is null, and root is user 0, so the numbers begin with 1.
    private static let userOfThread: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Runs `body`, and counts the memory that it takes as that of a user.
    package static func charge(_ user: UInt32, _ body: () -> Void) {
        pthread_setspecific(userOfThread, UnsafeRawPointer(bitPattern: Int(user) + 1))
        defer { pthread_setspecific(userOfThread, nil) }
        body()
    }

    /// The user of ``charge(_:_:)`` in this thread; nil outside it.
    private static var chargedUser: UInt32? {
        pthread_getspecific(userOfThread).map { UInt32(Int(bitPattern: $0) - 1) }
    }

    /// Returns zeroed memory of at least `count` bytes. It may be unlocked; see ``Region/isLocked``.
    func allocate(_ count: Int) -> Region {
        guard count <= Self.largestPiece else {
            return state.withLock { Self.pages(Self.wholePages(count), $0) }
        }
        let sizeClass = Self.sizeClass(count)
        let capacity = 64 << sizeClass
        return state.withLock { state in
            if state.free[sizeClass].isEmpty {
                // A slab stays, as a part of the user's share.
                let slab = Self.pages(Self.slabBytes, state)
                // Beyond the share this request gets all pages of the slab, and they are unmapped when it is freed.
                guard slab.isLocked else { return slab }
                state.slabs.append(slab.start)
                state.free[sizeClass] = stride(from: 0, to: Self.slabBytes, by: capacity)
                    .map { slab.start + $0 }
            }
            return Region(
                start: state.free[sizeClass].removeLast(), capacity: capacity, ownsPages: false)
        }
    }

    /// Maps pages: locked, if they are within the share of this thread's user.
    private static func pages(_ bytes: Int, _ state: State) -> Region {
        let user = state.shares == nil ? nil : chargedUser
        if let user, state.shares?.claim(bytes, of: user) == false {
            state.refusals += 1
            return Region(
                start: map(bytes, locks: false, state), capacity: bytes, ownsPages: true,
                isLocked: false)
        }
        return Region(start: map(bytes, state), capacity: bytes, ownsPages: true, user: user)
    }

    /// Maps whole pages that are locked and left out of core dumps; they read as zero.
    func mapPages(_ bytes: Int) -> UnsafeMutableRawPointer {
        state.withLock { Self.map(bytes, $0) }
    }

    /// Wipes a piece, and returns it to its size class or to the system.
    ///
    /// The wipe comes before the return: as soon as the piece is in the list, another thread may take it.
    func free(_ region: Region) {
        explicit_bzero(region.start, region.capacity)
        if region.ownsPages {
            munmap(region.start, region.capacity)
            guard let user = region.user else { return }
            state.withLock { $0.shares?.release(region.capacity, of: user) }
        } else {
            let sizeClass = Self.sizeClass(region.capacity)
            state.withLock { $0.free[sizeClass].append(region.start) }
        }
    }

    /// Returns the smallest class i with pieces of 64 << i bytes that hold `count` bytes.
    private static func sizeClass(_ count: Int) -> Int {
        var sizeClass = 0
        while 64 << sizeClass < count { sizeClass += 1 }
        return sizeClass
    }

    /// Maps zeroed pages that are left out of core dumps, and locks them if that is wanted and allowed. Without memory
    /// the process stops.
    private static func map(
        _ bytes: Int, locks: Bool = true, _ state: State
    ) -> UnsafeMutableRawPointer {
        let pages = mmap(
            nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let pages, pages != MAP_FAILED else {
            // Swift's own allocator stops the process too when there is no memory.
            fatalError("mmap of \(bytes) bytes failed")
        }
        if locks, mlock(pages, bytes) != 0 { state.refusals += 1 }
        madvise(pages, bytes, MADV_DONTDUMP)
        return pages
    }
}

/// Bytes that change during an operation, in locked memory that is wiped on free.
///
/// For bytes that no longer change use ``SecretBytes`` or a ``KeyArena``.
public final class LockedBuffer {
    private let region: LockedMemory.Region
    public let count: Int

    /// Makes a buffer of `count` zeros.
    public init(count: Int) {
        precondition(count >= 0, "a buffer has no negative length")
        region = LockedMemory.shared.allocate(count)
        self.count = count
    }

    deinit { LockedMemory.shared.free(region) }

    /// Runs `body` with the bytes.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { extendLifetime(self) }
        return try body(UnsafeMutableRawBufferPointer(start: region.start, count: count))
    }
}

extension LockedBuffer: CustomStringConvertible, CustomReflectable {
    /// The size only: descriptions end up in logs.
    public var description: String { "LockedBuffer(\(count) bytes)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
