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

    /// Runs `body` with the part that is still to be filled.
    ///
    /// - Parameter body: returns the number of bytes that it filled, at most the size of its argument.
    package func fill<Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        let rest = UnsafeMutableRawBufferPointer(
            start: region.start + filled, count: count - filled)
        let added = try body(rest)
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
