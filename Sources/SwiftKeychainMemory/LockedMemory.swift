// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// Memory that is locked, left out of core dumps, and wiped when it is returned.
///
/// Small pieces share slabs of 64 KiB, so that a secret costs no system call; larger ones have
/// pages of their own. A piece is a multiple of 64 bytes.
public final class LockedMemory: Sendable {
    public static let shared: LockedMemory = {
        let memory = LockedMemory()
        // A child of fork() has only the thread that forked, so that thread must hold the lock.
        pthread_atfork(
            { LockedMemory.shared.state.lock() }, { LockedMemory.shared.state.unlock() },
            { LockedMemory.shared.state.unlock() })
        return memory
    }()

    /// A piece of memory in use.
    struct Region: @unchecked Sendable {
        let start: UnsafeMutableRawPointer
        let capacity: Int
        let ownsPages: Bool
    }

    /// The lists and their lock, which can be held across fork().
    private final class State: @unchecked Sendable {
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        /// Free pieces by size class: index i holds pieces of 64 << i bytes.
        var free: [[UnsafeMutableRawPointer]] = Array(repeating: [], count: 7)
        var refusals = 0

        init() { pthread_mutex_init(mutex, nil) }

        func lock() { pthread_mutex_lock(mutex) }
        func unlock() { pthread_mutex_unlock(mutex) }

        func withLock<Result>(_ body: (State) -> Result) -> Result {
            lock()
            defer { unlock() }
            return body(self)
        }
    }

    private static let slabBytes = 64 << 10
    private static let largestPiece = 64 << 6
    private let state = State()

    /// The number of times the system refused to lock memory (RLIMIT_MEMLOCK).
    public var refusals: Int { state.withLock { $0.refusals } }

    func allocate(_ count: Int) -> Region {
        guard count <= Self.largestPiece else {
            let bytes = (count + 4095) & ~4095
            return state.withLock { state in
                Region(start: Self.map(bytes, &state.refusals), capacity: bytes, ownsPages: true)
            }
        }
        let sizeClass = Self.sizeClass(count)
        let capacity = 64 << sizeClass
        return state.withLock { state in
            if state.free[sizeClass].isEmpty {
                let slab = Self.map(Self.slabBytes, &state.refusals)
                for offset in stride(from: 0, to: Self.slabBytes, by: capacity) {
                    state.free[sizeClass].append(slab + offset)
                }
            }
            return Region(
                start: state.free[sizeClass].removeLast(), capacity: capacity, ownsPages: false)
        }
    }

    /// Maps whole pages that are locked and left out of core dumps; they read as zero.
    func mapPages(_ bytes: Int) -> UnsafeMutableRawPointer {
        state.withLock { Self.map(bytes, &$0.refusals) }
    }

    func free(_ region: Region) {
        explicit_bzero(region.start, region.capacity)
        if region.ownsPages {
            munmap(region.start, region.capacity)
        } else {
            let sizeClass = Self.sizeClass(region.capacity)
            state.withLock { $0.free[sizeClass].append(region.start) }
        }
    }

    private static func sizeClass(_ count: Int) -> Int {
        var sizeClass = 0
        while 64 << sizeClass < count { sizeClass += 1 }
        return sizeClass
    }

    private static func map(_ bytes: Int, _ refusals: inout Int) -> UnsafeMutableRawPointer {
        let pages = mmap(
            nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let pages, pages != MAP_FAILED else {
            // Swift's own allocator stops the process too when there is no memory.
            fatalError("mmap of \(bytes) bytes failed")
        }
        if mlock(pages, bytes) != 0 { refusals += 1 }
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
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeMutableRawBufferPointer(start: region.start, count: count))
    }
}

extension LockedBuffer: CustomStringConvertible, CustomReflectable {
    /// The size only: descriptions end up in logs.
    public var description: String { "LockedBuffer(\(count) bytes)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
