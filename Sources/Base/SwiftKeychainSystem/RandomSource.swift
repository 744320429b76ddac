// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A source of random bytes for keys, identifiers and nonces: the kernel's, or a test's.
package struct RandomSource: Sendable {
    /// Fills a buffer.
    package let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// - Parameter fill: must fill the whole buffer, and can't fail.
    package init(_ fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        self.fill = fill
    }

    /// The kernel's generator, which is safe after fork().
    package static let system = RandomSource { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            // getentropy(3) is getrandom(2) without short reads, for at most 256 bytes.
            let part = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(256))
            // An error can't be passed on: a caller that ignored it would seal under a predictable key.
            guard getentropy(part.baseAddress, part.count) == 0 else {
                fatalError("the kernel returned no random bytes")
            }
            rest = rest.dropFirst(part.count)
        }
    }

    /// Returns `count` random bytes.
    package func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            fill(UnsafeMutableRawBufferPointer(buffer))
            filled = count
        }
    }
}
