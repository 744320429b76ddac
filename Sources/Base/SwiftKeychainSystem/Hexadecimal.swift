// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// Hexadecimal digits. No table is used, so that a secret selects no address in memory.
package enum Hexadecimal {
    /// Returns two lower-case digits for each byte; not for secrets.
    package static func text(_ bytes: [UInt8], separator: String = "") -> String {
        let length = bytes.count * (2 + separator.utf8.count)
        return String(unsafeUninitializedCapacity: length) { buffer in
            var count = 0
            func put(_ unit: UInt8) {
                buffer[count] = unit
                count += 1
            }
            for byte in bytes {
                if count > 0 { for unit in separator.utf8 { put(unit) } }
                put(digit(byte >> 4))
                put(digit(byte & 15))
            }
            return count
        }
    }

    /// Passes two digits for each byte to `put`.
    package static func encode(
        _ bytes: UnsafeRawBufferPointer, uppercase: Bool = false, _ put: (UInt8) -> Void
    ) {
        for byte in bytes {
            put(digit(byte >> 4, uppercase: uppercase))
            put(digit(byte & 15, uppercase: uppercase))
        }
    }

    /// Reads two digits for each byte; not for secrets. nil for anything else.
    package static func bytes(_ digits: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard let value = value(digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    /// Reads two digits for each byte into locked memory; nil for anything else.
    package static func secret(_ digits: Slice<UnsafeRawBufferPointer>) -> SecretBytes? {
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ value($0) != nil }) else {
            return nil
        }
        return SecretBytes(count: digits.count / 2) { bytes in
            for index in bytes.indices {
                let position = digits.startIndex + 2 * index
                bytes[index] = value(digits[position])! << 4 | value(digits[position + 1])!
            }
        }
    }

    /// Returns the value of a digit; nil for any other character.
    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns the digit of a value below 16.
    package static func digit(_ value: UInt8, uppercase: Bool = false) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: uppercase ? "A" : "a") + value - 10
    }
}
