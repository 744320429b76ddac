import SwiftKeychainModel

/// Tells why a person gave no answer.
package enum PromptFailure: Error, Sendable, Equatable {
    /// The person dismissed the prompt.
    case canceled
    /// Nobody answered in time.
    case timedOut
    /// Whoever asked ended the context of the prompt.
    case withdrawn
    /// Nobody can be asked; the rule says why.
    case unavailable(String)
}

extension KeychainError {
    /// Gives the status a call answers with when a person gave no answer.
    package init(_ failure: PromptFailure) {
        switch failure {
        case .canceled: self.init(.userCanceled, "the person dismissed the prompt")
        case .timedOut: self.init(.userCanceled, "nobody answered the prompt in time")
        case .withdrawn:
            self.init(.authenticationFailed, "the context of the prompt was invalidated")
        case .unavailable(let rule):
            self.init(.interactionNotAllowed, "nobody can be asked: \(rule)")
        }
    }
}
