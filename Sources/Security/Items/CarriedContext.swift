import SwiftKeychain
import SwiftKeychainModel

/// Holds what a key was found or made with, for each of its uses: the authentication context, and
/// the words a person is asked with.
///
/// The context is looked at when the key is used: what its owner did with it meanwhile counts.
/// `kSecUseAuthenticationUI` is not carried: it is about the call it was given to.
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

    /// How to go about a person now.
    package var authentication: Authentication {
        let isForbidden = context?.interactionNotAllowed == true || !UserInteraction.isAllowed
        return Authentication(
            policy: isForbidden ? .fail : .allow, context: context?._keychainContext,
            reason: prompt ?? context?.localizedReason ?? "")
    }
}
