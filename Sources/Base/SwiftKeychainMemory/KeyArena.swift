// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// Key bytes in separate pages: locked, left out of core dumps, read-only once filled,
/// wiped in a child after fork() and wiped when freed.
///
/// In a child of fork() an arena contains zeros. Sealing with a key of zeros protects nothing, so every
/// access checks a word that is never zero in the arena's own process.
public final class KeyArena: @unchecked Sendable {
    /// The offset of the bytes: on a separate cache line, after the sentinel.
    @usableFromInline static let offset = 64
    /// The word at the start of the pages, "keychain" in ASCII. Any value but zero would do.
    private static let sentinel: UInt64 = 0x6b65_7963_6861_696e

    @usableFromInline let pages: UnsafeMutableRawPointer
    private let capacity: Int
    public let count: Int
    /// The process that made the arena, where the kernel cannot wipe it on fork (before 4.14).
    private let maker: pid_t?

    /// Makes an arena of `count` bytes that `initialize` fills; unfilled bytes are zero.
    ///
    /// An error of `initialize` is passed on, after the pages are wiped and unmapped.
    public init<Failure: Error>(
        count: Int,
        initializingWith initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(count >= 0, "an arena has no negative length")
        let capacity = LockedMemory.wholePages(Self.offset + count)
        let fresh = LockedMemory.shared.mapPages(capacity)
        let isWipedOnFork = madvise(fresh, capacity, MADV_WIPEONFORK) == 0
        do throws(Failure) {
            try initialize(
                UnsafeMutableRawBufferPointer(start: fresh + Self.offset, count: count))
        } catch {
            Self.unmap(fresh, capacity)
            throw error
        }
        fresh.storeBytes(of: Self.sentinel, as: UInt64.self)
        // From here on a stray write to a key ends the process instead of changing the key.
        mprotect(fresh, capacity, PROT_READ)
        pages = fresh
        self.capacity = capacity
        self.count = count
        maker = isWipedOnFork ? nil : getpid()
    }

    deinit { Self.unmap(pages, capacity) }

    /// Wipes the pages and returns them to the system. They are read-only, so they become writable first.
    private static func unmap(_ pages: UnsafeMutableRawPointer, _ capacity: Int) {
        mprotect(pages, capacity, PROT_READ | PROT_WRITE)
        explicit_bzero(pages, capacity)
        munmap(pages, capacity)
    }

    /// Whether the keys are gone because this process is a child of the process that made them.
    public var isWiped: Bool {
        if pages.load(as: UInt64.self) != Self.sentinel { return true }
        guard let maker else { return false }
        return getpid() != maker
    }

    /// Stops the process when the keys are gone, before anything is sealed under zeros.
    public func requirePresent() {
        if isWiped {
            fatalError(
                "keychain: this process was forked from the one that opened the keychain, and its "
                    + "keys were wiped; open the keychain again after fork()")
        }
    }

    /// Runs `body` with the bytes; stops the process when they were wiped by fork().
    @inlinable public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        requirePresent()
        defer { extendLifetime(self) }
        return try body(UnsafeRawBufferPointer(start: pages + Self.offset, count: count))
    }
}

extension KeyArena: CustomStringConvertible, CustomReflectable {
    /// The size only: descriptions end up in logs.
    public var description: String { "KeyArena(\(count) bytes)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
