// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory

/// Holds bytes to look for without holding them: two random halves that only together make them.
struct MaskedBytes {
    private let left: [UInt8]
    private let right: [UInt8]
    var count: Int { left.count }

    /// Makes random bytes that have never been in memory.
    init(random count: Int) {
        var generator = SystemRandomNumberGenerator()
        left = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        right = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Masks bytes that are the caller's to wipe.
    init(_ bytes: UnsafeRawBufferPointer) {
        var generator = SystemRandomNumberGenerator()
        let mask = (0..<bytes.count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        left = mask
        right = zip(mask, bytes).map { $0 ^ $1 }
    }

    /// Writes the bytes from `offset` on into `buffer`, as many as it takes.
    func unmask(into buffer: UnsafeMutableRawBufferPointer, from offset: Int = 0) {
        for index in 0..<min(buffer.count, count - offset) {
            buffer[index] = left[offset + index] ^ right[offset + index]
        }
    }

    /// Gives the bytes as a secret, in locked memory.
    var secret: SecretBytes { SecretBytes(count: count) { unmask(into: $0) } }
}
