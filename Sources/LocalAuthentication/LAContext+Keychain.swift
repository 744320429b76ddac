import Foundation
import Security

/// Hands the context to the keychain.
extension LAContext: _KeychainAuthenticationContext {
    public var _keychainIdentifier: UUID { identifier }

    public var _keychainState: _KeychainAuthenticationState {
        if _keychainContext.isInvalidated { return .invalidated }
        return _keychainContext.isEvaluated ? .evaluated : .unevaluated
    }
}
