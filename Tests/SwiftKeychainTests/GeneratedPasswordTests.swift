// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychain

@Suite struct GeneratedPasswordTests {
    private func text(_ password: SecretBytes) -> String {
        password.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func theListHasWordsOfElevenBits() {
        let words = WordList.text.description.split(separator: " ")
        #expect(words.count == 2048)
        #expect(Set(words).count == 2048)
        #expect(words.allSatisfy { (4...7).contains($0.count) && $0.allSatisfy(\.isLowercase) })
    }

    @Test(arguments: [4, 7, 8, 20, 1024])
    func charactersAreAsManyAsWanted(count: Int) {
        let password = text(GeneratedPassword.characters(count))
        #expect(password.count == count)
        guard count >= 8 else { return }
        for kind in [65...90, 97...122, 48...57] {
            #expect(password.utf8.contains { kind.contains(Int($0)) })
        }
        #expect(password.contains { !$0.isLetter && !$0.isNumber })
    }

    /// Each character and word must be as likely as any other.
    @Test func everyChoiceIsReachedAndNoneIsPreferred() {
        var counts: [Character: Int] = [:]
        for character in text(GeneratedPassword.characters(70_000)) {
            counts[character, default: 0] += 1
        }
        #expect(counts.count == 70)
        #expect(counts.values.allSatisfy { (800...1200).contains($0) })
        let words = text(GeneratedPassword.words(40_000)).split(separator: "-")
        #expect(words.count == 40_000)
        #expect(Set(words).count == 2048)
    }

    /// Numbers beyond the last whole multiple of 70 would prefer the first characters.
    @Test func numbersThatWouldPreferSomeAreDrawnAgain() {
        nonisolated(unsafe) var drawn: [[UInt8]] = [
            [0xff, 0xff], [0, 0], [0, 1], [0, 2], [0, 3],
        ]
        let source = RandomSource { buffer in buffer.copyBytes(from: drawn.removeFirst()) }
        #expect(text(GeneratedPassword.characters(4, random: source)) == "ABCD")
    }
}
