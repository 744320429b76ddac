// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A passphrase: its UTF-8, in locked memory.
public struct Passphrase: Sendable {
    let utf8: SecretBytes

    public init(_ utf8: SecretBytes) { self.utf8 = utf8 }

    /// The empty passphrase.
    static let empty = Passphrase(SecretBytes(count: 0) { _ in })

    var isEmpty: Bool { utf8.count == 0 }

    /// Writes it as PKCS#12 wants it (RFC 7292, B.1): UTF-16, the higher byte first, and two zero
    /// bytes at the end. What isn't UTF-8 is taken byte for byte, as other programs do.
    func wide() -> SecretBytes {
        utf8.withBytes { bytes in
            // The units are counted first, because locked memory can't grow.
            var count = 0
            let broken = transcode(
                bytes.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: true
            ) { _ in count += 1 }
            return SecretBytes(count: 2 * (broken ? bytes.count : count) + 2) { room in
                var position = 0
                func put(_ unit: UInt16) {
                    room[position] = UInt8(unit >> 8)
                    room[position + 1] = UInt8(unit & 0xFF)
                    position += 2
                }
                if broken {
                    for byte in bytes { put(UInt16(byte)) }
                } else {
                    _ = transcode(
                        bytes.makeIterator(), from: UTF8.self, to: UTF16.self,
                        stoppingOnError: true, into: put)
                }
            }
        }
    }
}
