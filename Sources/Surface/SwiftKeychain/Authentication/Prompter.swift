// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// What asks the user and verifies a passcode: functions, which tests replace.
package struct Prompter: Sendable {
    /// The reason why the user can't be asked; nil if the user can.
    package var obstacle: @Sendable () -> PromptFailure?
    /// Asks for a secret.
    package var secret: @Sendable (Prompt, Deadline) throws(PromptFailure) -> SecretBytes
    package var hasPasscode: @Sendable (Keychain) throws(KeychainError) -> Bool
    /// Verifies a passcode and returns the proof; throws `authenticationFailed` for a wrong one.
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

    /// The functions that ask through pinentry, a command's without one at the terminal, and verify with the keybag.
    package static let standard = Prompter(
        obstacle: { Pinentry().obstacle },
        secret: { (prompt, deadline) throws(PromptFailure) in
            let environment = PromptEnvironment.current
            return try environment.asksAtTerminal
                ? TerminalPrompt.secret(prompt) : Pinentry(environment).secret(prompt, by: deadline)
        },
        hasPasscode: { (keychain) throws(KeychainError) in try keychain.hasPasscode() },
        verify: { (keychain, passcode) throws(KeychainError) in
            SecretBytes(copying: try keychain.verification(passcode: passcode))
        })

    /// How long a prompt waits for the user.
    static let promptTimeout = Duration.seconds(120)
    /// How often a call retries, and a wrong answer may be given.
    static let rounds = 20
    /// The error in the prompt after a wrong passcode or one that came too soon after others.
    static let wrongPasscode = "Incorrect, or too many recent attempts."
    static let wrongPassword = "Incorrect password."

    /// The answer of a shared prompt: a password, nil for a verified passcode, or the failure.
    typealias Answer = Result<SecretBytes?, AuthenticationFailure>

    static let prompts = SharedPrompts<Question.Key, Answer>()
}
