// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A code that the user writes down: 160 random bits as eight groups of four characters.
///
/// The characters are Crockford's base 32: digits and capital letters without I, L, O and U.
package struct RecoveryCode: Sendable {
    /// The groups with hyphens between them, 39 characters of ASCII.
    package let text: SecretBytes
    /// The 20 bytes, followed by zeros: what opens a ``DeviceKeyRecord``.
    package let secret: SecretBytes

    private static let characters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let characterCount = 32
    private static let groupCount = 4

    /// Makes a new code.
    package static func generate(_ random: RandomSource = .system) -> RecoveryCode {
        let values = SecretBytes(count: characterCount) { random.fill($0) }
        return values.withBytes { bytes in RecoveryCode { Int(bytes[$0] & 31) } }
    }

    /// Reads a code as the user typed it, in any case, with or without hyphens and spaces.
    ///
    ///     7K3M-Q0ZD-9XTV-41HC-8RWN-B2EJ-5GYP-SA6F
    ///
    /// - Throws: `authenticationFailed` for text that is no code.
    package init(typed text: SecretBytes) throws(KeychainError) {
        var count = 0
        let values = SecretBytes(count: Self.characterCount) { values in
            text.withBytes { bytes in
                for byte in bytes where !" -\n".utf8.contains(byte) {
                    guard count < Self.characterCount, let value = Self.value(byte) else {
                        count = Self.characterCount + 1
                        break
                    }
                    values[count] = value
                    count += 1
                }
            }
        }
        guard count == Self.characterCount else {
            throw KeychainError(
                .authenticationFailed,
                "recovery code: must be 32 letters and digits, in groups of four")
        }
        self = values.withBytes { bytes in RecoveryCode { Int(bytes[$0]) } }
    }

    /// - Parameter value: returns the five bits of each character.
    private init(_ value: (Int) -> Int) {
        secret = SecretBytes(count: DeviceKeyRecord.secretBytes) { output in
            for bit in 0..<5 * Self.characterCount where value(bit / 5) >> (4 - bit % 5) & 1 == 1 {
                output[bit / 8] |= 0x80 >> (bit % 8)
            }
        }
        let length = Self.characterCount + Self.characterCount / Self.groupCount - 1
        text = SecretBytes(count: length) { output in
            for index in 0..<Self.characterCount {
                let place = index + index / Self.groupCount
                if index % Self.groupCount == 0, index > 0 {
                    output[place - 1] = UInt8(ascii: "-")
                }
                output[place] = Self.characters[value(index)]
            }
        }
    }

    /// Returns the value of a character in either case, 0 to 31, with O read as 0 and I and L as 1; nil for others.
    private static func value(_ character: UInt8) -> UInt8? {
        let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
        let capital = isSmall ? character - 32 : character
        // Letters that are easily taken for digits.
        let meant =
            switch capital {
            case UInt8(ascii: "O"): UInt8(ascii: "0")
            case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
            default: capital
            }
        return characters.firstIndex(of: meant).map(UInt8.init)
    }
}
