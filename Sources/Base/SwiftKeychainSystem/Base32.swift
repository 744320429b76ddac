// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// Base32 (RFC 4648, section 6) without padding.
package enum Base32 {
    /// Encodes bytes into locked memory.
    package static func encode(_ bytes: some Collection<UInt8>) -> SecretBytes {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        return SecretBytes(count: (bytes.count * 8 + 4) / 5) { text in
            var (word, bits, place) = (UInt32(0), 0, 0)
            for byte in bytes {
                word = word << 8 | UInt32(byte)
                bits += 8
                while bits >= 5 {
                    bits -= 5
                    text[place] = alphabet[Int(word >> UInt32(bits) & 31)]
                    place += 1
                }
            }
            if bits > 0 { text[place] = alphabet[Int(word << UInt32(5 - bits) & 31)] }
        }
    }

    /// Decodes digits into locked memory. Services print them in groups and in either case, so blanks and hyphens are
    /// skipped and lower case is accepted, as is padding at the end. No table is used, so that a secret selects no
    /// address in memory.
    ///
    /// - Returns: nil for other characters, and for a number of digits that no bytes have.
    package static func decode(_ text: some BidirectionalCollection<UInt8>) -> SecretBytes? {
        guard let last = text.lastIndex(where: { $0 != UInt8(ascii: "=") }) else {
            return SecretBytes(count: 0) { _ in }
        }
        let digits = text[...last].lazy.filter {
            $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-")
        }
        let count = digits.count
        // One, three or six digits hold no whole byte more than the digits before them.
        guard ![1, 3, 6].contains(count % 8), digits.allSatisfy({ value($0) != nil }) else {
            return nil
        }
        return SecretBytes(count: count * 5 / 8) { bytes in
            var (word, bits, place) = (UInt32(0), 0, 0)
            for digit in digits {
                word = (word << 5 | UInt32(value(digit)!)) & 0xffff
                bits += 5
                guard bits >= 8 else { continue }
                bits -= 8
                bytes[place] = UInt8(truncatingIfNeeded: word >> UInt32(bits))
                place += 1
            }
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): digit - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}
