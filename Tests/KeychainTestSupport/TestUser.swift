// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainService
import Synchronization

/// A stand-in for the user that a keychain asks, and for the check of the passcode.
public final class TestUser: Sendable {
    /// The user's reaction to a prompt.
    public enum Answer: Sendable, Equatable {
        case types(String)
        case cancels
        case waits
    }

    private struct State {
        var answers: [Answer]
        var prompts: [Prompt] = []
    }

    private let state: Mutex<State>
    private let passcode: String?
    private let isThere: Bool

    /// - Parameters:
    ///   - passcode: the correct passcode; nil: none is set.
    ///   - answers: the answers to the prompts, in order; after them, the user doesn't answer.
    ///   - isThere: false: there is no terminal.
    public init(passcode: String? = nil, answers: [Answer] = [], isThere: Bool = true) {
        self.passcode = passcode
        self.isThere = isThere
        state = Mutex(State(answers: answers))
    }

    /// The number of prompts that were shown.
    public var askedCount: Int { state.withLock { $0.prompts.count } }
    /// The prompts that were shown.
    package var prompts: [Prompt] { state.withLock { $0.prompts } }

    package var prompter: Prompter {
        Prompter(
            obstacle: { self.isThere ? nil : .unavailable("no terminal") },
            secret: { (prompt, _) throws(PromptFailure) in
                let answer = self.state.withLock {
                    $0.prompts.append(prompt)
                    return $0.answers.isEmpty ? Answer.waits : $0.answers.removeFirst()
                }
                switch answer {
                case .types(let text): return SecretBytes(copying: text.utf8)
                case .cancels: throw .canceled
                case .waits: throw .timedOut
                }
            },
            hasPasscode: { _ in self.passcode != nil },
            verify: { (keychain, passcode) throws(KeychainError) in
                guard let right = self.passcode, passcode == SecretBytes(copying: right.utf8)
                else { throw KeychainError(.authenticationFailed, "wrong") }
                return try keychain.verificationWithoutPasscode()
            })
    }

    /// Gives a keychain below `home` that asks this user.
    package func keychain(
        home: String, groups: [String]? = nil, system: SystemSources = SystemSources(),
        service: (any KeychainService)? = nil
    ) -> Keychain {
        Keychain(home: home, groups: groups, system: system, prompter: prompter, service: service)
    }
}
