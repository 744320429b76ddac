import SwiftKeychainMemory
import SwiftKeychainModel
import Synchronization

/// Questions to the user about one keychain; threads that ask the same share a prompt.
struct Question {
    let keychain: Keychain
    /// The caller's words; empty for none.
    let reason: String
    /// Its invalidation withdraws the prompt; nil: the prompt stays until its deadline.
    var context: AuthenticationContext?

    /// What the user is asked for.
    enum Wanted: Hashable, Sendable {
        /// The passcode of the keychain, for an item; nil: for no item.
        case passcode(PersistentReference?)
        case password(PersistentReference)
        case newPassword(PersistentReference)
        /// The password of a keychain file that is locked, or that is about to be made.
        case unlocking, newKeychain
        /// A prompt of one call, which isn't shared.
        case alone(Int)

        private static let calls = Atomic(0)

        /// Makes a value that is equal to no other.
        static func alone() -> Wanted { .alone(calls.add(1, ordering: .relaxed).newValue) }
    }

    /// The identity of a question: the same request about the same keychain in the same words.
    struct Key: Hashable, Sendable {
        let wanted: Wanted
        let path: String
        let reason: String
    }

    /// Shows a prompt, or waits for that of another thread that asks the same.
    ///
    /// - Throws: `forbidden` and `prompt`, without a prompt, if the user may not or can't be asked;
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
                // Another thread's prompt ended with that thread's context: ask again.
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

    /// Asks for a passcode until `verify` accepts it.
    ///
    /// - Parameters:
    ///   - isNeeded: evaluated before each prompt, because another program or thread may have unlocked
    ///     the keychain meanwhile.
    ///   - verify: throws `authenticationFailed` for a wrong passcode, and one that came too soon.
    /// - Throws: as ``answer(to:_:)``; `wrong` after too many wrong passcodes; `keychain` with other
    ///   errors of the closures.
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

    /// Asks for a new secret, twice, and again while it is empty.
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

    /// Makes the prompt, which shows the program, `what` it asks for, the reason and the keychain.
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
