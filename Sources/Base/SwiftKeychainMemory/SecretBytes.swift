// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// A secret of any length in locked memory that is left out of core dumps and wiped on free.
///
/// Copies of the reference share the bytes; the bytes never change after the initialiser returns.
/// When the system refuses to lock memory, the secret is kept in unlocked memory: see
/// ``LockedMemory/refusals``.
public final class SecretBytes: @unchecked Sendable {
    private let region: LockedMemory.Region
    public let count: Int

    /// Makes a secret of `count` bytes that `initialize` fills; unfilled bytes are zero.
    public init<Failure: Error>(
        count: Int,
        initializingWith initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(count >= 0, "a secret has no negative length")
        // A local until it is filled: deinit doesn't run when the initializer throws.
        let fresh = LockedMemory.shared.allocate(count)
        do throws(Failure) {
            try initialize(UnsafeMutableRawBufferPointer(start: fresh.start, count: count))
        } catch {
            LockedMemory.shared.free(fresh)
            throw error
        }
        region = fresh
        self.count = count
    }

    /// Takes over a filled region.
    init(_ region: LockedMemory.Region, count: Int) {
        self.region = region
        self.count = count
    }

    /// Copies `bytes`; the caller must wipe its own copy.
    public convenience init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { buffer in
            buffer.copyBytes(from: bytes)
        }
    }

    /// Makes a secret of the bytes that `write` passes on. It is called twice, first to count them: a buffer that grows
    /// would leave copies behind.
    package convenience init<Failure: Error>(
        _ write: ((UInt8) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        var count = 0
        try write { _ in count += 1 }
        try self.init(count: count) { buffer throws(Failure) in
            var place = 0
            try write { byte in
                buffer[place] = byte
                place += 1
            }
        }
    }

    deinit { LockedMemory.shared.free(region) }

    /// Runs `body` with the bytes.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { extendLifetime(self) }
        return try body(UnsafeRawBufferPointer(start: region.start, count: count))
    }

    /// Another secret with the same bytes, for a program that may overwrite them.
    package var duplicate: SecretBytes { withBytes { SecretBytes(copying: $0) } }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    /// The size only: descriptions end up in logs.
    public var description: String { "SecretBytes(\(count) bytes)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes: Equatable {
    /// Compares in a time that depends on the length alone.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        guard left.count == right.count else { return false }
        return left.withBytes { a in
            right.withBytes { b in
                zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
            }
        }
    }
}
