import SwiftKeychainMemory
import SwiftKeychainModel

/// Asks a person for the passphrase of a file that is read or written; it belongs to no keychain.
///
/// Each asks for itself: files that are read at once may have several passphrases. Nobody may be
/// asked while a store is held.
package struct FilePassphrase {
    private let question: Question
    private let wanted = Question.Wanted.alone()
    private let title: String?

    /// - Parameters:
    ///   - title: stands above the prompt; nil for the usual.
    ///   - reason: the caller's words, below the name of the program; empty for none.
    package init(title: String? = nil, reason: String = "") {
        question = Question(keychain: .login, reason: reason)
        self.title = title
    }

    /// Opens a file with the passphrase that is typed; a wrong one is asked for again, twenty times
    /// at most.
    ///
    /// - Parameter open: throws `authenticationFailed` for a wrong passphrase.
    /// - Throws: what `open` throws; `userCanceled` when the person dismissed the prompt or did not
    ///   answer within two minutes; `interactionNotAllowed` at once where nobody may or can be
    ///   asked; `authenticationFailed` after too many wrong ones.
    package func opening<Result>(
        _ open: (SecretBytes) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        do throws(AuthenticationFailure) {
            var prompt = prompt("the passphrase of a file")
            for _ in 0..<Asking.rounds {
                let passphrase = try question.secret(to: wanted, prompt)
                do throws(KeychainError) {
                    return try open(passphrase)
                } catch {
                    guard error.code == .authenticationFailed else { throw .keychain(error) }
                    prompt.error = "Incorrect passphrase."
                }
            }
            throw .wrong
        } catch {
            throw KeychainError(ofPassword: error)
        }
    }

    /// Asks for a new one, twice, until both are equal and it is not empty.
    ///
    /// - Throws: as ``opening(_:)``.
    package func new() throws(KeychainError) -> SecretBytes {
        do throws(AuthenticationFailure) {
            return try question.newSecret(to: wanted, prompt("a passphrase for a new file"))
        } catch {
            throw KeychainError(ofPassword: error)
        }
    }

    private func prompt(_ what: String) -> Prompt {
        var prompt = question.prompt("Passphrase:", for: what, showsPath: false)
        if let title { prompt.title = title }
        return prompt
    }
}
