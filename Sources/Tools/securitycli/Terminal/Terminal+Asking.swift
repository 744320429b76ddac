// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainSystem

extension Terminal {
    /// Opens the terminal for a question; nil if there is none, or `--no-prompt` forbids to ask.
    static func forQuestions() -> Terminal? { UserInteraction.isAllowed ? Terminal() : nil }

    /// Asks for one line, without echo unless `echoes`.
    func answer(_ prompt: String, echoes: Bool = false) throws(CommandFailure) -> SecretBytes {
        try CommandFailure.only { try ask(prompt, echoes: echoes) }
    }
}

extension CommandOption {
    /// The program's `--no-prompt`, which may also follow the name of a command. It has no letter there, because some
    /// commands use `-n`.
    static let noPrompt = flag(noLetter, "no-prompt", "")
    /// The letter of an option that has only a long name: one that can't be typed, and isn't what getopt_long returns
    /// for an operand.
    static let noLetter: Unicode.Scalar = "\u{2}"
}
