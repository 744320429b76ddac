import SwiftKeychainModel

/// Tells why an authentication did not succeed.
package enum AuthenticationFailure: Error, Sendable, Equatable {
    /// The context was invalidated before.
    case invalidContext
    /// The context was invalidated while somebody was asked.
    case invalidatedMeanwhile
    /// Somebody would have to be asked who may not be.
    case forbidden
    /// The person dismissed the prompt, did not answer, or cannot be asked.
    case prompt(PromptFailure)
    /// A device is demanded that does not exist here.
    case device(AccessControl.Demand.Device)
    /// There is no passcode that could be given.
    case passcodeNotSet
    /// What was given was wrong, as often as may be tried.
    case wrong
    /// The keychain cannot be used.
    case keychain(KeychainError)
}

extension KeychainError {
    /// Gives the status that a call on items answers with.
    package init(_ failure: AuthenticationFailure) {
        switch failure {
        case .invalidContext, .invalidatedMeanwhile:
            self.init(.authenticationFailed, "kSecUseAuthenticationContext: it was invalidated")
        case .forbidden:
            self.init(
                .interactionNotAllowed, "accc: the item demands a person, who may not be asked")
        case .prompt(let failure): self.init(failure)
        case .device(.biometry):
            self.init(.authenticationFailed, "accc: the item demands biometry, and there is none")
        case .device(.companion):
            self.init(
                .authenticationFailed, "accc: the item demands a companion, and there is none")
        case .passcodeNotSet:
            self.init(.authenticationFailed, "accc: the item demands the passcode, and none is set")
        case .wrong:
            self.init(.authenticationFailed, "accc: what was given was wrong, time and again")
        case .keychain(let error): self = error
        }
    }
}
