import Foundation
import SwiftKeychain
import Security
import Synchronization

/// Bounds how long an earlier biometric unlock may be reused, in seconds: five minutes.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300

/// Carries one authentication: what is asked, in which words, and what came of it.
///
/// It is handed to the keychain as the value of `kSecUseAuthenticationContext`: what a person
/// authenticated with it once opens items without asking again. A person is asked for the passcode
/// of the keychain, through a pinentry program; there is no biometry and no companion device.
///
/// A context may be used from any thread. It may be derived from, as tests do that play a person.
open class LAContext: NSObject, @unchecked Sendable {
    /// Holds what callers set.
    struct State {
        var localizedReason = ""
        var localizedFallbackTitle: String?
        var localizedCancelTitle: String?
        var maxBiometryFailures: Int?
        var interactionNotAllowed = false
        var reuseDuration: TimeInterval = 0
        var smartCardPIN: Data?
        var isInvalidated = false
    }

    /// Holds what was authenticated.
    public let _keychainContext = AuthenticationContext()

    let state = Mutex(State())
    let identifier = UUID()

    /// Makes a context in which nothing has been asked.
    public override init() { super.init() }

    /// Holds the words a person is asked with by the keychain.
    open var localizedReason: String {
        get { state.withLock { $0.localizedReason } }
        set { state.withLock { $0.localizedReason = newValue } }
    }

    /// Holds the title of the fallback button; nil for the usual one, empty for none.
    open var localizedFallbackTitle: String? {
        get { state.withLock { $0.localizedFallbackTitle } }
        set { state.withLock { $0.localizedFallbackTitle = newValue } }
    }

    /// Holds the title of the cancel button; nil for the usual one.
    open var localizedCancelTitle: String? {
        get { state.withLock { $0.localizedCancelTitle } }
        set { state.withLock { $0.localizedCancelTitle = newValue } }
    }

    /// Bounds how often biometry may fail; kept, and without effect.
    open var maxBiometryFailures: NSNumber? {
        get { state.withLock { $0.maxBiometryFailures }.map { NSNumber(value: $0) } }
        set {
            let count = newValue?.intValue
            state.withLock { $0.maxBiometryFailures = count }
        }
    }

    /// Forbids asking: what would ask fails instead.
    open var interactionNotAllowed: Bool {
        get { state.withLock { $0.interactionNotAllowed } }
        set { state.withLock { $0.interactionNotAllowed = newValue } }
    }

    /// Tells for how many seconds an earlier biometric unlock counts; kept, and without effect.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
        get { state.withLock { $0.reuseDuration } }
        set { state.withLock { $0.reuseDuration = newValue } }
    }

    /// Tells which biometry there is: none.
    open var biometryType: LABiometryType { .none }

    /// Identifies the set of enrolled biometry; nil, since there is none.
    open var evaluatedPolicyDomainState: Data? { nil }

    /// Tells how authentication stands: as long as there is no biometry and no companion, nothing.
    open var domainState: LADomainState { LADomainState() }

    /// Ends the context: it authenticates nothing any more, and forgets its credentials. A prompt that
    /// is shown for it is taken away.
    open func invalidate() {
        state.withLock {
            $0.isInvalidated = true
            $0.smartCardPIN = nil
        }
        _keychainContext.invalidate()
    }

    /// Hands a credential to the context, or takes it back with nil.
    ///
    /// - Returns: false when the context was invalidated.
    @discardableResult
    open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        state.withLock {
            if $0.isInvalidated { return false }
            switch type {
            case .smartCardPIN: $0.smartCardPIN = credential
            case .applicationPassword:
                _keychainContext.applicationPassword = credential.map(SecretBytes.init(copying:))
            }
            return true
        }
    }

    /// Tells whether the context holds a credential.
    open func isCredentialSet(_ type: LACredentialType) -> Bool {
        switch type {
        case .smartCardPIN: state.withLock { $0.smartCardPIN != nil }
        case .applicationPassword: _keychainContext.applicationPassword != nil
        }
    }

    /// Tells whether a policy could be evaluated: whether there is something to ask for.
    ///
    /// - Parameter error: room for an ``LAError`` as an `NSError`, or nil.
    /// - Returns: false without a passcode, and for biometry and companions; true says nothing of
    ///   whether somebody is there to be asked.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        guard let obstacle = obstacle(to: policy) else { return true }
        error?.pointee = obstacle as NSError
        return false
    }

    /// Asks a person to authenticate.
    ///
    /// - Parameter reply: called once, on another thread, with true when the passcode was given with
    ///   this context, now or before; else with false and an ``LAError``: `invalidContext` after
    ///   ``invalidate()``, `appCancel` when that came meanwhile, `notInteractive` where asking is
    ///   forbidden or nobody can be asked, `passcodeNotSet`, `userCancel`, `systemCancel` when nobody
    ///   answered in time, `authenticationFailed` after too many wrong passcodes,
    ///   `biometryNotAvailable` and `companionNotAvailable` where there is no such device.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        elsewhere {
            self.evaluate(policy, reason: localizedReason)
        } then: {
            reply($0 == nil, $0)
        }
    }

    /// Asks a person to authenticate: see ``evaluatePolicy(_:localizedReason:reply:)``.
    @discardableResult
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        try await waiting { self.evaluate(policy, reason: localizedReason) }
    }

    /// Asks a person for what an access control demands.
    ///
    /// An application password is asked for when the context holds none, and kept; whether it is
    /// right shows when an item is opened.
    ///
    /// - Parameter reply: called once, on another thread: with true when the context holds what the
    ///   access control demands for the operation, otherwise with false and an ``LAError``.
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
        localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        elsewhere {
            self.evaluate(accessControl, operation, reason: localizedReason)
        } then: {
            reply($0 == nil, $0)
        }
    }

    /// Asks a person for what an access control demands: see
    /// ``evaluateAccessControl(_:operation:localizedReason:reply:)``.
    @discardableResult
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
        localizedReason: String
    ) async throws -> Bool {
        try await waiting {
            self.evaluate(accessControl, operation, reason: localizedReason)
        }
    }
}
