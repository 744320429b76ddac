import Foundation
import Security

/// Hands the context to the keychain.
extension LAContext: _KeychainAuthenticationContext {
    public var _keychainIdentifier: UUID { identifier }

    public var _keychainState: _KeychainAuthenticationState {
        state.withLock { $0.isInvalidated ? .invalidated : .unevaluated }
    }

    public var _keychainApplicationPassword: Data? {
        state.withLock { $0.credentials[.applicationPassword] }
    }
}
