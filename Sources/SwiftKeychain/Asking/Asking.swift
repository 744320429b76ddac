import SwiftKeychainMemory
import SwiftKeychainModel

/// How a keychain reaches the user and checks a passcode, so that tests can play both.
package struct Asking: Sendable {
    /// Tells why the user can't be asked; nil when the user can.
    package var obstacle: @Sendable () -> PromptFailure?
    /// Asks for a secret.
    package var secret: @Sendable (Prompt, Deadline) throws(PromptFailure) -> SecretBytes
    package var hasPasscode: @Sendable (Keychain) throws(KeychainError) -> Bool
    /// Checks a passcode and gives the proof that it was given; throws `authenticationFailed` for a
    /// wrong one.
    package var verify: @Sendable (Keychain, SecretBytes) throws(KeychainError) -> SecretBytes

    package init(
        obstacle: @escaping @Sendable () -> PromptFailure?,
        secret: @escaping @Sendable (Prompt, Deadline) throws(PromptFailure) -> SecretBytes,
        hasPasscode: @escaping @Sendable (Keychain) throws(KeychainError) -> Bool,
        verify: @escaping @Sendable (Keychain, SecretBytes) throws(KeychainError) -> SecretBytes
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
            SecretBytes(copying: try keychain.verification(passcode: passcode))
        })

    /// How long one prompt stays.
    static let patience = Duration.seconds(120)
    /// How often a call looks again, and how often a wrong answer may be given.
    static let rounds = 20
    /// What the next prompt shows after a wrong answer, or one that was not even tried.
    static let wrong = "Incorrect passcode, or too many recent attempts."
    static let wrongPassword = "Incorrect password."

    /// What a shared prompt gives: a password, nothing for a passcode that was right, or why not.
    typealias Answer = Result<SecretBytes?, AuthenticationFailure>

    static let prompts = SharedPrompts<Question.Key, Answer>()
}
