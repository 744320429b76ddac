// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// The interface of an authentication context, an `LAContext`, for the keychain.
///
/// The value of `kSecUseAuthenticationContext` must conform to it; only `LAContext` does.
public protocol _KeychainAuthenticationContext: AnyObject, Sendable {
    /// Whether the user may not be asked: a call that would ask fails with
    /// errSecInteractionNotAllowed.
    var interactionNotAllowed: Bool { get }

    /// The text of the prompt; empty when the caller gave none.
    var localizedReason: String { get }

    /// What was authenticated; the keychain reads it and adds to it.
    var _keychainContext: AuthenticationContext { get }
}

/// The authentication context and the text of the prompt with which a key was found or made, for each
/// use of the key.
///
/// The context is read when the key is used. `kSecUseAuthenticationUI` is not carried: it concerns
/// only the call it was given to.
package struct CarriedContext: Sendable {
    private let context: (any _KeychainAuthenticationContext)?
    private let prompt: String?

    /// - Parameters:
    ///   - context: nil to ask the user at each use.
    ///   - prompt: the value of `kSecUseOperationPrompt`; it has priority over the context's own text.
    init(_ context: (any _KeychainAuthenticationContext)?, prompt: String?) {
        self.context = context
        self.prompt = prompt
    }

    /// How the user may be asked now.
    var authentication: Authentication {
        Authentication(
            policy: context?.interactionNotAllowed == true ? .fail : .allow,
            context: context?._keychainContext, reason: prompt ?? context?.localizedReason ?? "")
    }
}
