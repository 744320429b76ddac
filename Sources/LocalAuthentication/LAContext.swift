import Dispatch
import Foundation
import Security
import Synchronization

/// Bounds how long an earlier biometric unlock may be reused, in seconds: five minutes.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300

/// Carries one authentication: what is asked, in which words, and what came of it.
///
/// It is handed to the keychain as the value of `kSecUseAuthenticationContext`. Nobody can be asked
/// on this platform yet, so that every evaluation fails, with the reason; none pretends to have
/// succeeded. What the context says about asking is obeyed all the same.
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
        var credentials: [LACredentialType: Data] = [:]
        var isInvalidated = false
    }

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

    /// Ends the context: it authenticates nothing any more, and forgets its credentials.
    open func invalidate() {
        state.withLock {
            $0.isInvalidated = true
            $0.credentials = [:]
        }
    }

    /// Hands a credential to the context, or takes it back with nil.
    ///
    /// - Returns: false when the context was invalidated.
    @discardableResult
    open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        state.withLock {
            if $0.isInvalidated { return false }
            $0.credentials[type] = credential
            return true
        }
    }

    /// Tells whether the context holds a credential.
    open func isCredentialSet(_ type: LACredentialType) -> Bool {
        state.withLock { $0.credentials[type] != nil }
    }

    /// Tells whether a policy could be evaluated: whether there is something to ask for.
    ///
    /// - Parameter error: room for an ``LAError`` as an `NSError`, or nil.
    /// - Returns: false, as long as nobody can be asked.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        error?.pointee = obstacle(to: policy) as NSError
        return false
    }

    /// Asks a person to authenticate.
    ///
    /// - Parameter reply: called once, on another thread, with false and an ``LAError``:
    ///   `invalidContext` after ``invalidate()``, `notInteractive` where the passcode would be asked
    ///   for or asking is forbidden, `biometryNotAvailable` and `companionNotAvailable` where there
    ///   is no such device.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let error = refusal(of: policy)
        DispatchQueue.global().async { reply(false, error) }
    }

    /// Asks a person to authenticate: see ``evaluatePolicy(_:localizedReason:reply:)``.
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        throw refusal(of: policy)
    }

    /// Asks a person for what an access control demands.
    ///
    /// - Parameter reply: called once, on another thread: with true when the access control
    ///   demands nothing, otherwise with false and an ``LAError``.
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
        localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let error = refusal(of: accessControl)
        DispatchQueue.global().async { reply(error == nil, error) }
    }

    /// Asks a person for what an access control demands; true when it demands nothing.
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
        localizedReason: String
    ) async throws -> Bool {
        if let error = refusal(of: accessControl) { throw error }
        return true
    }
}
