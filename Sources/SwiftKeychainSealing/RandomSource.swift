import CKeychainSodium
import SwiftKeychainModel

/// Gives the random bytes of keys, identifiers and nonces: the system's, or a test's.
package struct RandomSource: Sendable {
    private let fillBytes: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    package init(_ fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        fillBytes = fill
    }

    /// The kernel's generator, through libsodium; it is safe after fork().
    package static let system = RandomSource { buffer in
        guard let start = buffer.baseAddress else { return }
        randombytes_buf(start, buffer.count)
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) { fillBytes(buffer) }

    func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            fillBytes(UnsafeMutableRawBufferPointer(buffer))
            filled = count
        }
    }
}

/// Starts libsodium, once a process.
enum Sodium {
    private static let isReady = sodium_init() >= 0

    static func start() throws(KeychainError) {
        if !isReady { throw KeychainError(.notAvailable, "libsodium: cannot start") }
    }
}
