// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A passphrase: its UTF-8, in locked memory.
public struct Passphrase: Sendable {
    let utf8: SecretBytes
    private var isMissing = false

    public init(_ utf8: SecretBytes) { self.utf8 = utf8 }

    /// The empty passphrase.
    static let empty = Passphrase(SecretBytes(count: 0) { _ in })

    var isEmpty: Bool { utf8.count == 0 }

    /// What PKCS#12 files may have been made with: an empty passphrase is two zero bytes to some programs and nothing
    /// at all to others.
    var forms: [Self] {
        guard isEmpty else { return [self] }
        var missing = self
        missing.isMissing = true
        return [self, missing]
    }

    /// Writes it as PKCS#12 wants it (RFC 7292, B.1): UTF-16, the higher byte first, and two zero
    /// bytes at the end. What isn't UTF-8 is taken byte for byte, as other programs do.
    func wide() -> SecretBytes {
        if isMissing { return utf8 }
        return utf8.withBytes { bytes in
            let isUTF8 = String.isUTF8(bytes)
            return SecretBytes { put in
                func putUnit(_ unit: UInt16) {
                    put(UInt8(unit >> 8))
                    put(UInt8(unit & 0xFF))
                }
                if isUTF8 {
                    _ = transcode(
                        bytes.makeIterator(), from: UTF8.self, to: UTF16.self,
                        stoppingOnError: true, into: putUnit)
                } else {
                    for byte in bytes { putUnit(UInt16(byte)) }
                }
                putUnit(0)
            }
        }
    }
}
