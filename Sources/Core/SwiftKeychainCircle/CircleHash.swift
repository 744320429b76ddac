// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium

/// BLAKE2b (RFC 7693) without a key: for bytes that aren't secret, and for secrets that can't be guessed.
enum CircleHash {
    /// The length of the hash of a circle, a head or a pack, in bytes. Names of members and epochs have 16.
    static let bytes = 32

    /// Returns a hash of `count` bytes. A shorter hash isn't the start of a longer one, since the length enters
    /// BLAKE2b.
    static func of(_ message: [UInt8], count: Int = bytes) -> [UInt8] {
        message.withUnsafeBytes { of($0, count: count) }
    }

    /// The same for a secret in locked memory, without a copy of it.
    static func of(_ message: UnsafeRawBufferPointer, count: Int = bytes) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { output, filled in
            crypto_generichash(
                output.baseAddress!, count, message.bindMemory(to: UInt8.self).baseAddress,
                UInt64(message.count), nil, 0)
            filled = count
        }
    }
}
