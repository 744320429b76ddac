// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The reason why an authentication failed.
package enum AuthenticationFailure: Error, Sendable, Equatable {
    /// The context was invalidated before the call.
    case invalidContext
    /// The context was invalidated while the user was asked.
    case invalidatedMeanwhile
    /// The user would have to be asked, which the call or the process forbids.
    case forbidden
    /// The user dismissed the prompt, didn't answer, or can't be asked.
    case prompt(PromptFailure)
    /// The item requires a device that doesn't exist here.
    case device(AccessControl.Demand.Device)
    /// No passcode is set.
    case passcodeNotSet
    /// Too many wrong answers.
    case wrong
    /// The keychain can't be used.
    case keychain(KeychainError)
}

extension KeychainError {
    /// Makes the error of a call on items.
    package init(_ failure: AuthenticationFailure) {
        switch failure {
        case .invalidContext, .invalidatedMeanwhile:
            self.init(
                .authenticationFailed, "kSecUseAuthenticationContext: the context was invalidated")
        case .forbidden:
            self.init(
                .interactionNotAllowed,
                "accc: the item requires user authentication, and the call forbids asking")
        case .prompt(let failure): self.init(failure)
        case .device(.biometry):
            self.init(
                .authenticationFailed, "accc: the item requires biometry, which is unavailable")
        case .device(.companion):
            self.init(
                .authenticationFailed,
                "accc: the item requires a companion device, which is unavailable")
        case .passcodeNotSet:
            self.init(
                .authenticationFailed, "accc: the item requires the passcode, and none is set")
        case .wrong:
            self.init(.authenticationFailed, "accc: too many incorrect attempts")
        case .keychain(let error): self = error
        }
    }
}
