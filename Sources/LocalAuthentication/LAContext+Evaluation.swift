import Dispatch
import Foundation
import Security

extension LAContext {
    /// Tells whether a policy could be evaluated: whether there is something to ask for.
    ///
    /// - Parameter error: room for an ``LAError`` as an `NSError`, or nil.
    /// - Returns: false, as long as nobody can be asked.
    public func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        error?.pointee = obstacle(to: policy) as NSError
        return false
    }

    /// Asks a person to authenticate.
    ///
    /// - Parameter reply: called once, on another thread, with false and an ``LAError``:
    ///   `invalidContext` after ``invalidate()``, `notInteractive` where the passcode would be asked
    ///   for or asking is forbidden, `biometryNotAvailable` and `companionNotAvailable` where there
    ///   is no such device.
    public func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let error = refusal(of: policy)
        DispatchQueue.global().async { reply(false, error) }
    }

    /// Asks a person to authenticate: see ``evaluatePolicy(_:localizedReason:reply:)``.
    public func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        throw refusal(of: policy)
    }

    /// Asks a person for what an access control demands.
    ///
    /// - Parameter reply: called once, on another thread: with true when the access control
    ///   demands nothing, otherwise with false and an ``LAError``.
    public func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
        localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let error = refusal(of: accessControl)
        DispatchQueue.global().async { reply(error == nil, error) }
    }

    /// Asks a person for what an access control demands; true when it demands nothing.
    public func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
        localizedReason: String
    ) async throws -> Bool {
        if let error = refusal(of: accessControl) { throw error }
        return true
    }

    private var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    /// Tells what keeps a policy from being evaluated at all.
    private func obstacle(to policy: LAPolicy) -> LAError {
        if isInvalidated { return LAError(.invalidContext) }
        switch policy {
        // Whether or not a passcode is set, there is nobody who could ask for it.
        case .deviceOwnerAuthentication: return LAError(.notInteractive)
        case .deviceOwnerAuthenticationWithCompanion: return LAError(.companionNotAvailable)
        case .deviceOwnerAuthenticationWithBiometrics,
            .deviceOwnerAuthenticationWithBiometricsOrCompanion:
            return LAError(.biometryNotAvailable)
        }
    }

    /// Tells why an evaluation fails.
    private func refusal(of policy: LAPolicy) -> LAError {
        if !isInvalidated, interactionNotAllowed { return LAError(.notInteractive) }
        return obstacle(to: policy)
    }

    /// Tells why the evaluation of an access control fails; nil when nothing is demanded.
    private func refusal(of accessControl: SecAccessControl) -> LAError? {
        if isInvalidated { return LAError(.invalidContext) }
        return accessControl.value.isConstrained ? LAError(.notInteractive) : nil
    }
}
