import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// How an authentication context, an `LAContext`, reaches the keychain.
///
/// It is what the value of `kSecUseAuthenticationContext` must conform to; only `LAContext` does.
public protocol _KeychainAuthenticationContext: AnyObject, Sendable {
    /// The identifier of the context while the process lives.
    var _keychainIdentifier: UUID { get }

    /// Whether the user may not be asked: a call that would ask fails with
    /// errSecInteractionNotAllowed.
    var interactionNotAllowed: Bool { get }

    /// The text of the prompt; empty when the caller gave none.
    var localizedReason: String { get }

    /// The state of the authentication.
    var _keychainState: _KeychainAuthenticationState { get }

    /// What was authenticated; the keychain reads it and adds to it.
    var _keychainContext: AuthenticationContext { get }
}

/// The state of an authentication context.
public enum _KeychainAuthenticationState: Sendable, Hashable {
    /// The user has not been asked yet.
    case unevaluated
    /// The user authenticated.
    case evaluated
    /// The context was invalidated and no longer authenticates anything.
    case invalidated
}

/// What a key was found or made with and each of its uses needs: the authentication context, and
/// the text of the prompt.
///
/// The context is read when the key is used. `kSecUseAuthenticationUI` is not carried: it concerns
/// only the call it was given to.
package struct CarriedContext: Sendable {
    private let context: (any _KeychainAuthenticationContext)?
    private let prompt: String?

    /// - Parameters:
    ///   - context: nil: each use asks for itself.
    ///   - prompt: the value of `kSecUseOperationPrompt`; it comes before the context's own words.
    package init(_ context: (any _KeychainAuthenticationContext)? = nil, prompt: String? = nil) {
        self.context = context
        self.prompt = prompt
    }

    /// How the user may be asked now.
    var authentication: Authentication {
        let isForbidden = context?.interactionNotAllowed == true || !UserInteraction.isAllowed
        return Authentication(
            policy: isForbidden ? .fail : .allow, context: context?._keychainContext,
            reason: prompt ?? context?.localizedReason ?? "")
    }
}
