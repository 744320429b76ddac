import Glibc
import KeychainMemory
import KeychainModel

/// Gets a password from where the caller put it: the line, standard input, or a person.
struct PasswordSource {
    let session: Session

    /// Gives the password that is to be stored.
    func newPassword(_ secret: Arguments.Secret) throws(CommandFailure) -> SecretBytes {
        switch secret {
        case .asked: try askTwice()
        case .given(let word): try standardInput(instead: word)
        }
    }

    /// Gives `word`, or what standard input holds when the word is `-`.
    ///
    /// Where standard input is a terminal the password is asked for: what is typed would be shown.
    func standardInput(instead word: SecretBytes) throws(CommandFailure) -> SecretBytes {
        guard word == SecretBytes(copying: [UInt8(ascii: "-")]) else { return word }
        if session.isInteractive {
            throw .said("standard input holds the commands, and no password")
        }
        if isatty(STDIN_FILENO) == 1 { return try askTwice() }
        return try StandardInput.password()
    }

    private func askTwice() throws(CommandFailure) -> SecretBytes {
        let terminal = try Terminal()
        for _ in 1...3 {
            let first = try terminal.ask("password data for new item: ")
            let second = try terminal.ask("retype password for new item: ")
            if first == second { return first }
            StandardError.line("passwords don't match")
        }
        throw .said("no password was given")
    }
}
