// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A source of random bytes; the only one is ``kSecRandomDefault``.
public typealias SecRandomRef = OpaquePointer

/// The random source of the kernel.
nonisolated(unsafe) public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes of the kernel, suitable for keys.
///
/// - Parameters:
///   - rnd: ``kSecRandomDefault``, the only source.
///   - count: the number of bytes; 0 does nothing.
///   - bytes: receives `count` bytes.
/// - Returns: `errSecSuccess`; `errSecParam` for another source or a negative count; -1 when the
///   kernel returns no random bytes; `errno` has the reason. After a failure the memory must not be
///   used.
public func SecRandomCopyBytes(
    _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
    guard rnd == kSecRandomDefault, count >= 0 else { return errSecParam }
    var filled = 0
    while filled < count {
        // getentropy(3) is getrandom(2) without short reads, for at most 256 bytes.
        let next = min(256, count - filled)
        guard getentropy(bytes + filled, next) == 0 else { return -1 }
        filled += next
    }
    return errSecSuccess
}
