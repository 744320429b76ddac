import SwiftKeychainMemory
import SwiftKeychainModel

/// Is how a keychain reaches a person and checks a passcode, so that tests can play both.
package struct Asking: Sendable {
    /// Tells why nobody can be asked; nil when somebody can.
    package var obstacle: @Sendable () -> PromptFailure?
    /// Asks for a secret.
    package var secret: @Sendable (Prompt, Deadline) throws(PromptFailure) -> SecretBytes
    package var hasPasscode: @Sendable (Keychain) throws(KeychainError) -> Bool
    /// Throws `authenticationFailed` for a wrong passcode.
    package var verify: @Sendable (Keychain, SecretBytes) throws(KeychainError) -> Void

    package init(
        obstacle: @escaping @Sendable () -> PromptFailure?,
        secret: @escaping @Sendable (Prompt, Deadline) throws(PromptFailure) -> SecretBytes,
        hasPasscode: @escaping @Sendable (Keychain) throws(KeychainError) -> Bool,
        verify: @escaping @Sendable (Keychain, SecretBytes) throws(KeychainError) -> Void
    ) {
        self.obstacle = obstacle
        self.secret = secret
        self.hasPasscode = hasPasscode
        self.verify = verify
    }

    /// Asks through pinentry, and lets the keybag check.
    package static let standard = Asking(
        obstacle: { Pinentry().obstacle },
        secret: { (prompt, deadline) throws(PromptFailure) in
            try Pinentry().secret(prompt, by: deadline)
        },
        hasPasscode: { (keychain) throws(KeychainError) in try keychain.hasPasscode() },
        verify: { (keychain, passcode) throws(KeychainError) in
            try keychain.verify(passcode: passcode)
        })

    /// How long one prompt stays.
    static let patience = Duration.seconds(120)
    /// How often a call looks again, and how often a wrong answer may be given.
    static let rounds = 20
    /// What the next prompt shows after a wrong answer, or one that was not even tried.
    static let wrong = "That was wrong, or came too soon after wrong ones."

    /// What a shared prompt gives: a password, nothing for a passcode that was right, or why not.
    typealias Answer = Result<SecretBytes?, AuthenticationFailure>

    static let prompts = SharedPrompts<Question.Key, Answer>()
}
