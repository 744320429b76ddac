// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium

/// BLAKE2b (RFC 7693) without a key: for bytes that aren't secret, and for secrets that can't be guessed.
enum CircleHash {
    static let bytes = 32

    static func of(_ message: [UInt8], count: Int = bytes) -> [UInt8] {
        message.withUnsafeBytes { of($0, count: count) }
    }

    static func of(_ message: UnsafeRawBufferPointer, count: Int = bytes) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { output, filled in
            crypto_generichash(
                output.baseAddress!, count, message.bindMemory(to: UInt8.self).baseAddress,
                UInt64(message.count), nil, 0)
            filled = count
        }
    }
}
