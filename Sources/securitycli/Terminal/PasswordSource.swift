import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel

/// Gets a password from where the caller put it: the line, standard input, or a person.
struct PasswordSource {
    let session: Session

    /// Gives the password that is to be stored, or whatever `what` names.
    func newPassword(
        _ secret: Arguments.Secret, _ what: String = Self.newItem
    ) throws(CommandFailure) -> SecretBytes {
        if case .given(let word) = secret, let given = try standardInput(instead: word) {
            return given
        }
        return try askTwice(what)
    }

    /// Gives the passphrase with which something was protected before.
    ///
    /// - Parameter name: what was protected, for a person.
    func passphrase(
        _ secret: Arguments.Secret, of name: String
    ) throws(CommandFailure) -> SecretBytes {
        if case .given(let word) = secret, let given = try standardInput(instead: word) {
            return given
        }
        return try Terminal().ask("passphrase of \(name): ")
    }

    /// Gives the password that something has, asked for with the words of `prompt`.
    func password(
        _ secret: Arguments.Secret, asking prompt: String
    ) throws(CommandFailure) -> SecretBytes {
        if case .given(let word) = secret, let given = try standardInput(instead: word) {
            return given
        }
        return try Terminal().ask(prompt)
    }

    /// - Returns: nil where standard input is a terminal: what is typed would be shown.
    private func standardInput(
        instead word: SecretBytes
    ) throws(CommandFailure) -> SecretBytes? {
        guard word == SecretBytes(copying: [UInt8(ascii: "-")]) else { return word }
        if session.isInteractive {
            throw .said("standard input holds the commands, and no password")
        }
        if isatty(STDIN_FILENO) == 1 { return nil }
        return try StandardInput.password()
    }

    private static let newItem = "password data for new item"

    private func askTwice(_ what: String) throws(CommandFailure) -> SecretBytes {
        let terminal = try Terminal()
        let again = what == Self.newItem ? "password for new item" : what
        for _ in 1...3 {
            let first = try terminal.ask("\(what): ")
            let second = try terminal.ask("retype \(again): ")
            if first == second { return first }
            StandardError.line("passwords don't match")
        }
        throw .said("no password was given")
    }
}
