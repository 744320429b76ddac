// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import Synchronization

/// A question to the user about one keychain. Threads that ask the same share a prompt.
struct Question {
    let keychain: Keychain
    /// The caller's text; may be empty.
    let reason: String
    /// The context whose invalidation withdraws the prompt; nil if only the deadline ends it.
    var context: AuthenticationContext?

    /// The secret that is asked for.
    enum Subject: Hashable, Sendable {
        /// The passcode of the keychain, for an item; nil: for no item.
        case passcode(PersistentReference?)
        case password(PersistentReference)
        case newPassword(PersistentReference)
        /// The password of a locked keychain file, and of one to be created.
        case unlocking, newKeychain
        /// A question of one call, never shared.
        case unshared(Int)

        private static let calls = Atomic(0)

        /// Returns a value that equals no other.
        static func unshared() -> Subject { .unshared(calls.add(1, ordering: .relaxed).newValue) }
    }

    /// The identity of a question: callers that ask the same about one keychain, with the same
    /// text, share a prompt.
    struct Key: Hashable, Sendable {
        let subject: Subject
        let path: String
        let reason: String
    }

    /// Shows a prompt, or waits for the prompt of another thread that asks the same.
    ///
    /// - Throws: `forbidden` and `prompt` if the user must not or can't be asked, before anything
    ///   is started; `invalidatedMeanwhile`.
    func answer(
        to subject: Subject, _ ask: () throws -> Prompter.Answer
    ) throws(AuthenticationFailure) -> SecretBytes? {
        guard UserInteraction.isAllowed else { throw .forbidden }
        if let obstacle = keychain.prompter.obstacle() { throw .prompt(obstacle) }
        let key = Key(subject: subject, path: keychain.path, reason: reason)
        for _ in 0..<Prompter.rounds {
            let result: Prompter.Answer
            do throws(PromptFailure) {
                let isWithdrawn = context.map { context in { context.isInvalidated } }
                result = try Prompter.prompts.answer(to: key, unless: isWithdrawn) {
                    () throws(PromptFailure) in try PromptFailure.only(ask)
                }
            } catch {
                if context?.isInvalidated == true { throw .invalidatedMeanwhile }
                // The prompt belonged to another thread, whose context was invalidated; ask again.
                if error == .withdrawn { continue }
                throw .prompt(error)
            }
            return try result.get()
        }
        throw .prompt(.withdrawn)
    }

    /// Asks for a secret, once.
    ///
    /// - Throws: as ``answer(to:_:)``.
    func secret(
        to subject: Subject, _ prompt: Prompt
    ) throws(AuthenticationFailure) -> SecretBytes {
        let answer = try answer(to: subject) {
            .success(try keychain.prompter.secret(prompt, .after(Prompter.promptTimeout)))
        }
        guard let answer else { throw .prompt(.canceled) }
        return answer
    }

    /// Asks for a passcode until `verify` accepts one.
    ///
    /// - Parameters:
    ///   - isNeeded: checked before each prompt, because another program or thread may have done
    ///     the work meanwhile.
    ///   - verify: throws `authenticationFailed` for a wrong passcode, and for a passcode that came too
    ///     soon.
    /// - Throws: as ``answer(to:_:)``; `wrong` after too many wrong passcodes; `keychain` with any
    ///   other error of the closures.
    func passcode(
        to subject: Subject, _ prompt: Prompt,
        while isNeeded: () throws -> Bool,
        verify: (SecretBytes) throws -> SecretBytes?
    ) throws(AuthenticationFailure) -> SecretBytes? {
        try answer(to: subject) {
            var prompt = prompt
            for _ in 0..<(context?.tries ?? Prompter.rounds) {
                do throws(KeychainError) {
                    if try !translating(isNeeded) { return .success(nil) }
                } catch {
                    return .failure(.keychain(error))
                }
                let passcode = try keychain.prompter.secret(prompt, .after(Prompter.promptTimeout))
                do throws(KeychainError) {
                    return .success(try translating { try verify(passcode) })
                } catch {
                    guard error.code == .authenticationFailed else {
                        return .failure(.keychain(error))
                    }
                    prompt.error = Prompter.wrongPasscode
                }
            }
            return .failure(.wrong)
        }
    }

    /// Asks for a new secret, twice, and again while it is empty.
    ///
    /// - Throws: as ``answer(to:_:)``; `wrong` after too many empty ones.
    func newSecret(
        to subject: Subject, _ prompt: Prompt
    ) throws(AuthenticationFailure) -> SecretBytes {
        let answer = try answer(to: subject) {
            var prompt = prompt
            prompt.isNew = true
            for _ in 0..<Prompter.rounds {
                let secret = try keychain.prompter.secret(prompt, .after(Prompter.promptTimeout))
                if secret.count > 0 { return .success(secret) }
                prompt.error = "The password can't be empty."
            }
            return .failure(.wrong)
        }
        guard let answer else { throw .prompt(.canceled) }
        return answer
    }

    /// Returns a prompt that shows which program asks for `what`, why, and about which keychain.
    ///
    /// - Parameter showsPath: whether the path of the keychain is shown.
    func prompt(_ label: String, for what: String, showsPath: Bool = true) -> Prompt {
        var description = "\(ProgramFile.name) asks for \(what)"
        description += reason.isEmpty ? "." : ":\n\(reason)"
        if showsPath { description += "\n\(keychain.path)" }
        var prompt = Prompt(title: "Keychain", description: description, label: label)
        prompt.context = context
        return prompt
    }
}
