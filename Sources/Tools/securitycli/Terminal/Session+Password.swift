// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Passwords from the command line, standard input, or the user at the terminal.
///
///     -w secret   the word itself, which other programs can see in the list of processes
///     -w -        standard input to its end, without the last newline
///     -w          as the last word: the user types it, without echo
///
/// Where an option gives no secret, the user is asked.
extension Session {
    /// Returns a password to store; the user types it twice.
    ///
    /// - Parameters:
    ///   - what: the prompt without its colon, also behind "retype".
    ///   - mayBeKept: whether an empty password keeps the old one, and isn't typed again.
    ///   - replaces: whether it takes the place of a stored one. Then no bytes on standard input are the trace of a program
    ///     that failed, and no empty password.
    /// - Throws: a message after three attempts whose two passwords differ; otherwise as ``password(_:asking:)``.
    func newPassword(
        _ secret: Arguments.Secret?, _ what: String = Self.newItem, mayBeKept: Bool = false,
        replaces: Bool = false
    ) throws(CommandFailure) -> SecretBytes {
        let mayBeMissing = what == Self.newItem && !replaces
        if let given = try given(secret, mayBeMissing: mayBeMissing) { return given }
        return try askTwice(what, mayBeKept)
    }

    /// Returns the passphrase that protects something.
    ///
    /// - Parameter name: what it protects, shown to the user.
    func passphrase(
        _ secret: Arguments.Secret?, of name: String
    ) throws(CommandFailure) -> SecretBytes {
        try password(secret, asking: "passphrase of \(name): ")
    }

    /// Returns an existing password, asked for with `prompt`.
    ///
    /// - Throws: a message where the user can't be asked, the given word is `-` in the interactive mode, or standard
    ///   input has not even a newline.
    func password(
        _ secret: Arguments.Secret? = nil, asking prompt: String
    ) throws(CommandFailure) -> SecretBytes {
        if let given = try given(secret) { return given }
        return try ask(prompt)
    }

    /// - Returns: nil if the user is to be asked. A `-` means so if standard input is a terminal, which would echo what
    ///   is typed.
    private func given(
        _ secret: Arguments.Secret?, mayBeMissing: Bool = false
    ) throws(CommandFailure) -> SecretBytes? {
        guard let secret, case .given(let word) = secret else { return nil }
        guard secret.isStandardInput else { return word }
        if isInteractive {
            throw .message("standard input contains the commands and can't supply a password")
        }
        if isatty(STDIN_FILENO) == 1 { return nil }
        return try SecretInput.standardInput(mayBeMissing: mayBeMissing)
    }

    /// Asks at the terminal. Without one, each answer is a line of standard input, as with getpass.
    ///
    /// - Throws: a message where there is neither a terminal nor an input that could answer.
    private func ask(_ prompt: String) throws(CommandFailure) -> SecretBytes {
        if let terminal = Terminal.forQuestions() { return try terminal.answer(prompt) }
        if !isInteractive, isatty(STDIN_FILENO) != 1, let line = try SecretInput.line() {
            return line
        }
        let reason = UserInteraction.isAllowed ? "there is no terminal" : "this call mustn't ask"
        throw .message("can't ask for a password: \(reason)")
    }

    /// The prompt of macOS, which leaves out "data" when it asks again.
    private static let newItem = "password data for new item"

    /// Asks for a new password until it is typed twice alike, three times at most.
    private func askTwice(
        _ what: String, _ mayBeKept: Bool
    ) throws(CommandFailure) -> SecretBytes {
        let again = what == Self.newItem ? "password for new item" : what
        for _ in 1...3 {
            let first = try ask("\(what): ")
            if mayBeKept, first.count == 0 { return first }
            let second = try ask("retype \(again): ")
            if first == second { return first }
            StandardError.line("passwords don't match")
        }
        throw .message("the passwords didn't match in three attempts")
    }
}
