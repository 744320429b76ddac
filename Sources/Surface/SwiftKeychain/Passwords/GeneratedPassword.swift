// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// Random passwords.
package enum GeneratedPassword {
    /// Letters, digits and signs that neither a shell nor a URL or CSV file treats specially within a
    /// word: 70 characters, 6.1 bits each.
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:+=@%".utf8)

    /// The shortest password that has to contain every kind of character.
    private static let shortestMixed = 8

    /// Returns `count` random characters.
    ///
    /// Eight or more contain a capital letter, a small one, a digit and a sign, as many services
    /// demand; all passwords that do are equally likely.
    package static func characters(
        _ count: Int, random: RandomSource = .system
    ) -> SecretBytes {
        while true {
            let password = SecretBytes(count: count) { buffer in
                for position in buffer.indices {
                    buffer[position] = alphabet[number(below: alphabet.count, random)]
                }
            }
            if count < shortestMixed || password.withBytes(isMixed) { return password }
        }
    }

    /// Returns `count` random words with hyphens between them, 11 bits each.
    package static func words(_ count: Int, random: RandomSource = .system) -> SecretBytes {
        let words = WordList.text.withUTF8Buffer { text in
            text.split(separator: UInt8(ascii: " ")).map(Array.init)
        }
        let longest = words.map(\.count).max() ?? 0
        let password = SecretBuffer(capacity: count * (longest + 1))
        for position in 0..<count {
            if position > 0 { _ = password.append(UInt8(ascii: "-")) }
            for byte in words[number(below: words.count, random)] { _ = password.append(byte) }
        }
        return password.secret
    }

    /// Returns a random number, each as likely as any other.
    private static func number(below bound: Int, _ random: RandomSource) -> Int {
        let limit = 65_536 / bound * bound
        while true {
            let drawn = random.bytes(2)
            let number = Int(drawn[0]) << 8 | Int(drawn[1])
            if number < limit { return number % bound }
        }
    }

    /// Returns whether a password has all four kinds of characters: capital and small letters, digits, and others.
    private static func isMixed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var kinds: Set<Int> = []
        for byte in bytes {
            switch Unicode.Scalar(byte) {
            case "A"..."Z": kinds.insert(0)
            case "a"..."z": kinds.insert(1)
            case "0"..."9": kinds.insert(2)
            default: kinds.insert(3)
            }
        }
        return kinds.count == 4
    }
}
