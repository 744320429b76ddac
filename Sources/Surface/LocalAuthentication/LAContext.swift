// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Synchronization
import SwiftKeychain

/// The longest time an earlier biometric unlock may be reused, in seconds: five minutes.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300

/// An authentication: its prompts and its result.
///
/// It is passed to the keychain as the value of `kSecUseAuthenticationContext`: once the user
/// authenticated with it, it opens items without asking again. The user is asked for the passcode
/// of the keychain through a pinentry program; there is no biometry and no companion device.
///
/// A context may be used from any thread. It may be subclassed, for example in tests that answer in place of the user.
open class LAContext: NSObject, @unchecked Sendable {
    /// The properties that callers set.
    struct State {
        var localizedReason = ""
        var localizedFallbackTitle: String?
        var localizedCancelTitle: String?
        var maxBiometryFailures: Int?
        var interactionNotAllowed = false
        var reuseDuration: TimeInterval = 0
    }

    /// What was authenticated.
    public let _keychainContext = AuthenticationContext()

    let state = Mutex(State())

    /// Makes a context in which the user has not been asked.
    public override init() { super.init() }

    /// The text of the prompt that the keychain shows.
    open var localizedReason: String {
        get { state.withLock { $0.localizedReason } }
        set { state.withLock { $0.localizedReason = newValue } }
    }

    /// The title of the fallback button; nil for the usual one, empty for none.
    open var localizedFallbackTitle: String? {
        get { state.withLock { $0.localizedFallbackTitle } }
        set { state.withLock { $0.localizedFallbackTitle = newValue } }
    }

    /// The title of the cancel button; nil for the usual one.
    open var localizedCancelTitle: String? {
        get { state.withLock { $0.localizedCancelTitle } }
        set { state.withLock { $0.localizedCancelTitle = newValue } }
    }

    /// The number of times biometry may fail; kept without effect.
    open var maxBiometryFailures: NSNumber? {
        get { state.withLock { $0.maxBiometryFailures }.map { NSNumber(value: $0) } }
        set {
            let count = newValue?.intValue
            state.withLock { $0.maxBiometryFailures = count }
        }
    }

    /// Whether the user may not be asked: a call that would ask fails instead.
    open var interactionNotAllowed: Bool {
        get { state.withLock { $0.interactionNotAllowed } }
        set { state.withLock { $0.interactionNotAllowed = newValue } }
    }

    /// The number of seconds an earlier biometric unlock counts; kept without effect.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
        get { state.withLock { $0.reuseDuration } }
        set { state.withLock { $0.reuseDuration = newValue } }
    }

    /// The kind of biometry: none.
    open var biometryType: LABiometryType { .none }

    /// An identifier of the enrolled biometry; nil, since there is none.
    open var evaluatedPolicyDomainState: Data? { nil }

    /// The state of biometry and companions, of which there are none.
    open var domainState: LADomainState { LADomainState() }

    /// Ends the context, which no longer authenticates anything, and forgets its credentials. A
    /// prompt that is shown for it is closed.
    open func invalidate() {
        _keychainContext.invalidate()
    }

    /// Sets a credential of the context; nil removes it.
    ///
    /// - Returns: false when the context was invalidated.
    @discardableResult
    open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        if _keychainContext.isInvalidated { return false }
        switch type {
        case .smartCardPIN:
            _keychainContext.smartCardPIN = credential.map(SecretBytes.init(copying:))
        case .applicationPassword:
            _keychainContext.applicationPassword = credential.map(SecretBytes.init(copying:))
        }
        return true
    }

    /// Returns whether the context holds a credential.
    open func isCredentialSet(_ type: LACredentialType) -> Bool {
        switch type {
        case .smartCardPIN: _keychainContext.smartCardPIN != nil
        case .applicationPassword: _keychainContext.applicationPassword != nil
        }
    }

    /// Returns whether a policy can be evaluated.
    ///
    /// - Parameter error: receives an ``LAError`` as an `NSError`, or nil.
    /// - Returns: false without a passcode, and for biometry and companions; true doesn't mean that
    ///   the user is there to be asked.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        guard let obstacle = obstacle(to: policy) else { return true }
        error?.pointee = obstacle as NSError
        return false
    }

    /// Asks the user to authenticate.
    ///
    /// - Parameter reply: called once, on another thread, with true when the passcode was given
    ///   with this context, now or before; else with false and an ``LAError``: `invalidContext`
    ///   after ``invalidate()``, `appCancel` when that happened meanwhile, `notInteractive` where
    ///   asking is forbidden or impossible, `passcodeNotSet`, `userCancel`, `systemCancel` when the
    ///   user didn't answer in time, `authenticationFailed` after too many wrong passcodes,
    ///   `biometryNotAvailable` and `companionNotAvailable` where there is no such device.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        elsewhere(then: reply) { self.evaluate(policy, reason: localizedReason) }
    }

    /// Asks the user to authenticate: see ``evaluatePolicy(_:localizedReason:reply:)``.
    @discardableResult
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        try await answer {
            self.evaluatePolicy(policy, localizedReason: localizedReason, reply: $0)
        }
    }

    /// Asks the user for what an access control requires.
    ///
    /// An application password is asked for when the context holds none, and kept; opening an item
    /// shows whether it is right.
    ///
    /// - Parameter reply: called once, on another thread: with true when the context holds what the
    ///   access control requires for the operation, otherwise with false and an ``LAError``.
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
        localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        elsewhere(then: reply) {
            self.evaluate(accessControl, operation, reason: localizedReason)
        }
    }

    /// Asks the user for what an access control requires: see
    /// ``evaluateAccessControl(_:operation:localizedReason:reply:)``.
    @discardableResult
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
        localizedReason: String
    ) async throws -> Bool {
        try await answer {
            self.evaluateAccessControl(
                accessControl, operation: operation, localizedReason: localizedReason, reply: $0)
        }
    }
}

/// The conformance by which the keychain takes the context.
extension LAContext: _KeychainAuthenticationContext {}
