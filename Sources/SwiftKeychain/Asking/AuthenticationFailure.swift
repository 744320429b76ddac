import SwiftKeychainModel

/// The reason why an authentication failed.
package enum AuthenticationFailure: Error, Sendable, Equatable {
    /// The context was invalidated before.
    case invalidContext
    /// The context was invalidated while the user was asked.
    case invalidatedMeanwhile
    /// The user must be asked, and may not be.
    case forbidden
    /// The user dismissed the prompt, didn't answer, or can't be asked.
    case prompt(PromptFailure)
    /// The demanded device doesn't exist.
    case device(AccessControl.Demand.Device)
    /// No passcode is set.
    case passcodeNotSet
    /// The answers were wrong, as often as may be tried.
    case wrong
    /// The keychain can't be used.
    case keychain(KeychainError)
}

extension KeychainError {
    /// Makes the error of a call on items.
    package init(_ failure: AuthenticationFailure) {
        switch failure {
        case .invalidContext, .invalidatedMeanwhile:
            self.init(.authenticationFailed, "kSecUseAuthenticationContext: it was invalidated")
        case .forbidden:
            self.init(
                .interactionNotAllowed, "accc: the item demands the user, who may not be asked")
        case .prompt(let failure): self.init(failure)
        case .device(.biometry):
            self.init(.authenticationFailed, "accc: the item demands biometry, and there is none")
        case .device(.companion):
            self.init(
                .authenticationFailed, "accc: the item demands a companion, and there is none")
        case .passcodeNotSet:
            self.init(.authenticationFailed, "accc: the item demands the passcode, and none is set")
        case .wrong:
            self.init(.authenticationFailed, "accc: too many incorrect attempts")
        case .keychain(let error): self = error
        }
    }
}
