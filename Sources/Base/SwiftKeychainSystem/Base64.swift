// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// Base64 with padding (RFC 4648, section 4). Secrets are decoded into locked memory, and no table is
/// used, so that a secret selects no address in memory.
package enum Base64 {
    /// The reason why a text isn't base64.
    package enum Malformed: Error {
        /// A character that base64 does not have.
        case character
        /// Missing characters, or padding that is missing or not at the end.
        case length
        /// Bits after the last byte.
        /// They must be zero, so that bytes have one text only: `QQ==` is the byte 0x41, `QR==` is malformed.
        case trailingBits
    }

    /// Decodes text into locked memory.
    ///
    /// - Parameter ignoresBlanks: accepts blanks and line ends anywhere.
    package static func decode(
        _ text: Slice<UnsafeRawBufferPointer>, ignoresBlanks: Bool = false
    ) throws(Malformed) -> SecretBytes {
        let count = try decodedCount(text, ignoresBlanks: ignoresBlanks)
        return try SecretBytes(count: count) { bytes throws(Malformed) in
            guard decode(text, into: bytes) else { throw .trailingBits }
        }
    }

    /// Decodes text without blanks that is not secret; nil when it is malformed.
    package static func bytes(_ text: [UInt8]) -> [UInt8]? {
        text.withUnsafeBytes { text in
            (try? decode(text[...]))?.withBytes { Array($0) }
        }
    }

    /// Returns the number of characters that encode `count` bytes, without line ends.
    package static func encodedCount(_ count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Passes the characters that encode `bytes` to `put`, without line ends.
    /// Three bytes become four characters. A last group of one or two bytes is filled up with `=`.
    package static func encode(_ bytes: UnsafeRawBufferPointer, _ put: (UInt8) -> Void) {
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let octets = bytes[start..<min(start + 3, bytes.count)]
            var word: UInt32 = 0
            for octet in octets { word = word << 8 | UInt32(octet) }
            word <<= UInt32(8 * (3 - octets.count))
            for digit in 0..<4 {
                put(
                    digit <= octets.count
                        ? character(UInt8(word >> UInt32(18 - 6 * digit) & 63)) : UInt8(ascii: "="))
            }
        }
    }

    /// Returns whether a character is a blank or ends a line.
    package static func isBlank(_ character: UInt8) -> Bool {
        character == 0x20 || (0x09...0x0D).contains(character)
    }

    /// Checks everything but the bits after the last byte, and returns the number of bytes.
    private static func decodedCount(
        _ text: Slice<UnsafeRawBufferPointer>, ignoresBlanks: Bool
    ) throws(Malformed) -> Int {
        var (digits, padding) = (0, 0)
        for character in text {
            if ignoresBlanks, isBlank(character) { continue }
            if character == UInt8(ascii: "=") {
                padding += 1
            } else {
                guard padding == 0, value(character) != nil else { throw .character }
                digits += 1
            }
        }
        guard (digits + padding) % 4 == 0, padding <= 2 else { throw .length }
        return digits * 3 / 4
    }

    /// Decodes the digits of a checked text. Returns whether no bits are left after the last byte.
    /// Each digit adds six bits to `rest`, and whenever it has eight or more, the highest eight are a byte.
    private static func decode(
        _ text: Slice<UnsafeRawBufferPointer>, into bytes: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var (position, bits, rest) = (0, UInt32(0), UInt32(0))
        for character in text {
            guard let value = value(character) else { continue }
            rest = rest << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes[position] = UInt8(truncatingIfNeeded: rest >> bits)
            rest &= 1 << bits - 1
            position += 1
        }
        return rest == 0
    }

    /// Returns the six bits of a character, by comparisons; nil for one that base64 doesn't have.
    private static func value(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// Returns the character of six bits.
    private static func character(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
