import SwiftKeychainMemory
import SwiftKeychainModel
import Synchronization

/// Puts questions about one keychain to a person, one prompt for all threads that ask the same.
struct Question {
    let keychain: Keychain
    /// The caller's words; empty for none.
    let reason: String
    /// The prompt is withdrawn when this is invalidated; nil: it stays until its deadline.
    var context: AuthenticationContext?

    /// Says what is asked for.
    enum Wanted: Hashable, Sendable {
        /// The passcode of the keychain, for an item; nil: for no item.
        case passcode(PersistentReference?)
        case password(PersistentReference)
        case newPassword(PersistentReference)
        /// The password of a keychain file that is locked, or that is about to be made.
        case unlocking, newKeychain
        /// What one call asks for itself, and shares with no other.
        case alone(Int)

        private static let calls = Atomic(0)

        /// Makes one that equals no other.
        static func alone() -> Wanted { .alone(calls.add(1, ordering: .relaxed).newValue) }
    }

    /// Names one question: callers who ask the same, of one keychain and in the same words, share a
    /// prompt.
    struct Key: Hashable, Sendable {
        let wanted: Wanted
        let path: String
        let reason: String
    }

    /// Shows a prompt, or waits for that of another thread which asks the same.
    ///
    /// - Throws: `forbidden` and `prompt` where nobody may or can be asked, and nothing is started;
    ///   `invalidatedMeanwhile`.
    func answer(
        to wanted: Wanted, _ ask: () throws(PromptFailure) -> Asking.Answer
    ) throws(AuthenticationFailure) -> SecretBytes? {
        guard UserInteraction.isAllowed else { throw .forbidden }
        if let obstacle = keychain.asking.obstacle() { throw .prompt(obstacle) }
        let key = Key(wanted: wanted, path: keychain.path, reason: reason)
        for _ in 0..<Asking.rounds {
            let result: Asking.Answer
            do throws(PromptFailure) {
                let isWithdrawn = context.map { context in { context.isInvalidated } }
                result = try Asking.prompts.answer(to: key, unless: isWithdrawn, ask)
            } catch {
                if context?.isInvalidated == true { throw .invalidatedMeanwhile }
                // The prompt was another thread's, whose context was ended: this one still asks.
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
        to wanted: Wanted, _ prompt: Prompt
    ) throws(AuthenticationFailure) -> SecretBytes {
        let answer = try answer(to: wanted) { () throws(PromptFailure) in
            .success(try keychain.asking.secret(prompt, .after(Asking.patience)))
        }
        guard let answer else { throw .prompt(.canceled) }
        return answer
    }

    /// Asks for a passcode until `verify` takes one.
    ///
    /// - Parameters:
    ///   - isNeeded: looked at before each prompt: another program or thread may have done what it
    ///     is for while this one waited.
    ///   - verify: throws `authenticationFailed` for a wrong one, and one that came too soon.
    /// - Throws: as ``answer(to:_:)``; `wrong` after too many wrong ones; `keychain` with what else
    ///   the others throw.
    func passcode(
        to wanted: Wanted, _ prompt: Prompt,
        while isNeeded: () throws(KeychainError) -> Bool = { true },
        verify: (SecretBytes) throws(KeychainError) -> SecretBytes?
    ) throws(AuthenticationFailure) -> SecretBytes? {
        try answer(to: wanted) { () throws(PromptFailure) in
            var prompt = prompt
            for _ in 0..<Asking.rounds {
                do throws(KeychainError) {
                    if try !isNeeded() { return .success(nil) }
                } catch {
                    return .failure(.keychain(error))
                }
                let passcode = try keychain.asking.secret(prompt, .after(Asking.patience))
                do throws(KeychainError) {
                    return .success(try verify(passcode))
                } catch {
                    guard error.code == .authenticationFailed else {
                        return .failure(.keychain(error))
                    }
                    prompt.error = Asking.wrong
                }
            }
            return .failure(.wrong)
        }
    }

    /// Asks for a new secret, which is typed twice, and again while it is empty.
    ///
    /// - Throws: as ``answer(to:_:)``; `wrong` after too many empty ones.
    func newSecret(
        to wanted: Wanted, _ prompt: Prompt
    ) throws(AuthenticationFailure) -> SecretBytes {
        let answer = try answer(to: wanted) { () throws(PromptFailure) in
            var prompt = prompt
            prompt.isNew = true
            for _ in 0..<Asking.rounds {
                let secret = try keychain.asking.secret(prompt, .after(Asking.patience))
                if secret.count > 0 { return .success(secret) }
                prompt.error = "The password can't be empty."
            }
            return .failure(.wrong)
        }
        guard let answer else { throw .prompt(.canceled) }
        return answer
    }

    /// Makes the prompt that says who asks for `what`, why, and of which keychain.
    ///
    /// - Parameter showsPath: whether it is about the keychain, so that its path is shown.
    func prompt(_ label: String, for what: String, showsPath: Bool = true) -> Prompt {
        var description = "\(ProgramFile.name) asks for \(what)"
        description += reason.isEmpty ? "." : ":\n\(reason)"
        if showsPath { description += "\n\(keychain.path)" }
        var prompt = Prompt(title: "Keychain", description: description, label: label)
        prompt.context = context
        return prompt
    }
}
