// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// A buffer in locked memory for a secret that arrives piece by piece.
///
/// It must be used by one thread at a time, and is wiped when it is freed.
package final class SecretBuffer {
    private let region: LockedMemory.Region
    package let capacity: Int
    package private(set) var count = 0
    /// Whether the memory belongs to the finished secret.
    private var isFinished = false

    package init(capacity: Int) {
        region = LockedMemory.shared.allocate(capacity)
        self.capacity = capacity
    }

    deinit { if !isFinished { LockedMemory.shared.free(region) } }

    package subscript(position: Int) -> UInt8 {
        precondition(position < count, "a buffer is read where it was written")
        return region.start.load(fromByteOffset: position, as: UInt8.self)
    }

    /// Appends a byte; false when there is no room.
    package func append(_ byte: UInt8) -> Bool {
        guard count < capacity else { return false }
        region.start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
        return true
    }

    /// The room that is left, as long as this object exists.
    package var rest: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: region.start + count, count: capacity - count)
    }

    /// Notes that the next bytes of ``rest`` were filled.
    package func noteFilled(_ added: Int) {
        precondition(added >= 0 && added <= rest.count, "a buffer is filled within its room")
        count += added
    }

    /// Drops the first bytes and wipes the space that becomes free.
    package func removeFirst(_ dropped: Int) {
        precondition(dropped <= count, "a buffer drops what it holds")
        memmove(region.start, region.start + dropped, count - dropped)
        explicit_bzero(region.start + (count - dropped), dropped)
        count -= dropped
    }

    /// A copy of the bytes.
    package var secret: SecretBytes {
        SecretBytes(count: count) { output in
            output.copyMemory(from: UnsafeRawBufferPointer(start: region.start, count: count))
        }
    }

    /// Returns the bytes, without a copy. The buffer must be full, and isn't used afterwards.
    package func finish() -> SecretBytes {
        precondition(rest.isEmpty && !isFinished, "the secret is incomplete, or was taken")
        isFinished = true
        return SecretBytes(region, count: count)
    }
}
