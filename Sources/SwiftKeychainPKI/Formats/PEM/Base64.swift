import SwiftKeychainMemory
import SwiftKeychainModel

/// Reads and writes base64 (RFC 4648, section 4), without a copy outside locked memory.
enum Base64 {
    /// Decodes text in lines.
    ///
    /// - Throws: `decode` for a character that is no digit, blank or line end, for padding that is
    ///   missing or not at the end, and for bits behind the last byte.
    static func decode(
        _ text: Slice<UnsafeRawBufferPointer>
    ) throws(KeychainError) -> SecretBytes {
        var digits = 0
        var padding = 0
        for character in text {
            if isBlank(character) { continue }
            if character == UInt8(ascii: "=") {
                padding += 1
            } else {
                guard padding == 0, value(character) != nil else {
                    throw .damaged("PEM", "a character that base64 does not have")
                }
                digits += 1
            }
        }
        guard (digits + padding) % 4 == 0, padding <= 2 else {
            throw .damaged("PEM", "base64 that is cut short, or its padding")
        }
        var rest: UInt32 = 0
        let bytes = SecretBytes(count: digits * 3 / 4) { room in
            var position = 0
            var bits = 0
            for character in text {
                guard let value = value(character) else { continue }
                rest = rest << 6 | value
                bits += 6
                guard bits >= 8 else { continue }
                bits -= 8
                room[position] = UInt8(truncatingIfNeeded: rest >> UInt32(bits))
                rest &= 1 << UInt32(bits) - 1
                position += 1
            }
        }
        guard rest == 0 else { throw .damaged("PEM", "base64 with bits behind the last byte") }
        return bytes
    }

    /// Counts the characters that bytes become, without line ends.
    static func count(_ bytes: Int) -> Int { (bytes + 2) / 3 * 4 }

    /// Encodes bytes, and hands the characters over one by one.
    static func encode(_ bytes: UnsafeRawBufferPointer, _ put: (UInt8) -> Void) {
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

    static func isBlank(_ character: UInt8) -> Bool {
        character == 0x20 || (0x09...0x0D).contains(character)
    }

    // Without a table, so that a secret chooses no address in memory.
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
