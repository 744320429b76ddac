// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// The passphrase of a file to import or export, which the user enters. It belongs to no keychain.
///
/// Calls share no answer, because files that are read at once may have different passphrases. Don't
/// ask while holding a store.
package struct FilePassphrase {
    private let question: Question
    private let subject = Question.Subject.unshared()
    private let title: String?

    /// - Parameters:
    ///   - title: the title of the prompt; nil for the default.
    ///   - reason: the caller's text, shown below the name of the program; may be empty.
    package init(title: String? = nil, reason: String = "") {
        question = Question(keychain: .login, reason: reason)
        self.title = title
    }

    /// Opens a file with a passphrase that the user enters; a wrong one is asked for again, at most
    /// twenty times.
    ///
    /// - Parameter open: throws `authenticationFailed` for an incorrect passphrase.
    /// - Throws: what `open` throws; `userCanceled` if the user dismisses the prompt or doesn't
    ///   answer within two minutes; `interactionNotAllowed` at once if the user must not or can't
    ///   be asked; `authenticationFailed` after too many wrong ones.
    package func opening<Result>(
        _ open: (SecretBytes) throws -> Result
    ) throws(KeychainError) -> Result {
        do throws(AuthenticationFailure) {
            var prompt = prompt("the passphrase of a file")
            for _ in 0..<Prompter.rounds {
                let passphrase = try question.secret(to: subject, prompt)
                do throws(KeychainError) {
                    return try translating { try open(passphrase) }
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

    /// Asks for a new passphrase, twice, until both entries match and are not empty.
    ///
    /// - Throws: as ``opening(_:)``.
    package func new() throws(KeychainError) -> SecretBytes {
        do throws(AuthenticationFailure) {
            return try question.newSecret(to: subject, prompt("a passphrase for a new file"))
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
