// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The plain text of a prompt; unprintable characters are shown as spaces.
package struct Prompt: Sendable {
    package var title: String
    /// Which program asks for what; several lines.
    package var description: String
    /// The label of the field.
    package var label: String
    /// The error shown after a wrong answer; nil at first.
    package var error: String?
    /// Whether a new secret is asked for, which is typed twice.
    package var isNew = false
    /// The context whose invalidation withdraws the prompt; nil if only the deadline ends it.
    package var context: AuthenticationContext?

    package init(
        title: String, description: String, label: String, error: String? = nil,
        isNew: Bool = false
    ) {
        self.title = title
        self.description = description
        self.label = label
        self.error = error
        self.isNew = isNew
    }
}

/// The reason why the user gave no answer.
package enum PromptFailure: Error, Sendable, Equatable {
    /// The user dismissed the prompt.
    case canceled
    /// The user didn't answer in time.
    case timedOut
    /// The context of the prompt was invalidated.
    case withdrawn
    /// The user can't be asked; the text says why.
    case unavailable(String)

    /// Runs a closure that throws failures of prompts alone; `unavailable` for any other error, which is a defect.
    static func only<R>(_ body: () throws -> R) throws(PromptFailure) -> R {
        do {
            return try body()
        } catch {
            throw error as? PromptFailure ?? .unavailable("\(type(of: error))")
        }
    }
}

extension KeychainError {
    /// Makes the error of a call whose prompt was not answered.
    package init(_ failure: PromptFailure) {
        switch failure {
        case .canceled: self.init(.userCanceled, "the user dismissed the prompt")
        case .timedOut: self.init(.userCanceled, "the user didn't answer the prompt in time")
        case .withdrawn:
            self.init(.authenticationFailed, "the context of the prompt was invalidated")
        case .unavailable(let rule):
            self.init(.interactionNotAllowed, "the user can't be asked: \(rule)")
        }
    }
}
