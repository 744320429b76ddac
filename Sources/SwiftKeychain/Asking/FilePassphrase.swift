import SwiftKeychainMemory
import SwiftKeychainModel

/// Prompts for the passphrase of a file that is read or written.
///
/// Prompts aren't shared, because files read at once may have several passphrases. It must not be used
/// while a store is locked.
package struct FilePassphrase {
    private let question: Question
    private let wanted = Question.Wanted.alone()
    private let title: String?

    /// - Parameters:
    ///   - title: the title of the prompt; nil for the usual one.
    ///   - reason: the caller's words, below the name of the program; empty for none.
    package init(title: String? = nil, reason: String = "") {
        question = Question(keychain: .login, reason: reason)
        self.title = title
    }

    /// Asks for the passphrase and opens a file with it; after a wrong one it asks again, twenty times
    /// at most.
    ///
    /// - Parameter open: throws `authenticationFailed` for a wrong passphrase.
    /// - Throws: as `open`; `userCanceled` when the user dismissed the prompt or didn't answer within
    ///   two minutes; `interactionNotAllowed` at once if the user may not or can't be asked;
    ///   `authenticationFailed` after too many wrong passphrases.
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

    /// Asks for a new passphrase, twice, until both are equal and not empty.
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
