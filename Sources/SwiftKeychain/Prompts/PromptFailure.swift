import SwiftKeychainModel

/// The reason why a prompt has no answer.
package enum PromptFailure: Error, Sendable, Equatable {
    /// The user dismissed the prompt.
    case canceled
    /// The user didn't answer in time.
    case timedOut
    /// The context of the prompt was invalidated.
    case withdrawn
    /// The user can't be asked, for the given reason.
    case unavailable(String)
}

extension KeychainError {
    /// Makes the error of a call whose prompt has no answer.
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
