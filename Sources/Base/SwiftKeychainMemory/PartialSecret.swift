// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux

/// A secret that arrives in pieces, in locked memory from its first byte.
package final class PartialSecret {
    private let region: LockedMemory.Region
    private let count: Int
    private var filled = 0
    /// Whether the memory belongs to the finished secret.
    private var isFinished = false

    package init(count: Int) {
        region = LockedMemory.shared.allocate(count)
        self.count = count
    }

    deinit { if !isFinished { LockedMemory.shared.free(region) } }

    package var isComplete: Bool { filled == count }

    /// The part that is still to be filled, as long as this object exists.
    package var rest: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: region.start + filled, count: count - filled)
    }

    /// Notes that the next bytes of ``rest`` were filled.
    package func noteFilled(_ added: Int) {
        precondition(added >= 0 && added <= rest.count, "more bytes than there is room for")
        filled += added
    }

    /// Returns the secret. It must be complete, and this object isn't used afterwards.
    package func finish() -> SecretBytes {
        precondition(isComplete && !isFinished, "the secret is incomplete, or was taken")
        isFinished = true
        return SecretBytes(region, count: count)
    }
}
