import Foundation
import SwiftKeychainModel

/// Is how an authentication context, an `LAContext`, reaches the keychain.
///
/// It is what the value of `kSecUseAuthenticationContext` must conform to; only `LAContext` does.
public protocol _KeychainAuthenticationContext: AnyObject, Sendable {
    /// Identifies the context while the process lives.
    var _keychainIdentifier: UUID { get }

    /// Tells that nobody may be asked: what would ask fails with errSecInteractionNotAllowed.
    var interactionNotAllowed: Bool { get }

    /// Holds the words a person is asked with; empty when the caller gave none.
    var localizedReason: String { get }

    /// Tells how far authentication has come.
    var _keychainState: _KeychainAuthenticationState { get }

    /// Holds what was authenticated, for the keychain to read and to add to.
    var _keychainContext: AuthenticationContext { get }
}

/// Tells how far an authentication context has come.
public enum _KeychainAuthenticationState: Sendable, Hashable {
    /// Nobody has been asked yet.
    case unevaluated
    /// A person authenticated.
    case evaluated
    /// The context was invalidated: it authenticates nothing any more.
    case invalidated
}
