// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory

extension CommandOption {
    static let generated = flag("g", "generate", "Make a random password")
    static let length = word(
        "L", "length", "count", "The number of characters of a random password; 20 by default")
    static let wordCount = word(
        "W", "words", "count", "Make the random password of words; 6 have 66 random bits")
}

/// The random password that options describe.
enum PasswordGeneration {
    static let options: [CommandOption] = [.length, .wordCount]
    private static let standardLength = 20

    /// Returns whether an option asks for a random password.
    static func isWanted(_ arguments: Arguments) -> Bool {
        arguments.has(.generated) || arguments.word(.length) != nil
            || arguments.word(.wordCount) != nil
    }

    /// Returns a new password.
    ///
    /// - Throws: wrong usage for both options, and outside of 4 to 1024 characters or 2 to 128 words.
    static func password(_ arguments: Arguments) throws(CommandFailure) -> SecretBytes {
        let length = try arguments.number(.length, 4...1024)
        let words = try arguments.number(.wordCount, 2...128)
        if length != nil, words != nil { throw .usage("-L and -W can't be combined") }
        if let words { return GeneratedPassword.words(words) }
        return GeneratedPassword.characters(length ?? standardLength)
    }
}
