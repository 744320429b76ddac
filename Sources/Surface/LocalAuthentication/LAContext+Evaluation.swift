// SPDX-License-Identifier: Apache-2.0
import Dispatch
import SwiftKeychain
import Security

/// Policies and access controls, evaluated with the passcode of the login keychain.
extension LAContext {
    /// Returns the error that keeps a policy from being evaluated; nil when nothing does.
    func obstacle(to policy: LAPolicy) -> LAError? {
        if _keychainContext.isInvalidated { return LAError(.invalidContext) }
        return Keychain.login.obstacle(to: policy.demand).map(LAError.init)
    }

    /// Asks for what a policy requires; returns nil on success.
    func evaluate(_ policy: LAPolicy, reason: String) -> LAError? {
        evaluate(policy.demand, reason, "LAContext.evaluatePolicy")
    }

    /// Asks for what an access control requires for an operation; returns nil on success.
    func evaluate(
        _ accessControl: SecAccessControl, _ operation: LAAccessControlOperation, reason: String
    ) -> LAError? {
        let value = accessControl.value
        var demand = value.demand
        var isNew = false
        switch operation {
        // Whoever adds an item needs no more than the password that seals it.
        case .createItem, .createKey:
            isNew = true
            demand = AccessControl.Demand(applicationPassword: demand.applicationPassword)
        case .useItem where value.flags.contains(.privateKeyUsage):
            demand = AccessControl.Demand()
        case .useItem, .useKeySign, .useKeyDecrypt, .useKeyKeyExchange: break
        }
        return evaluate(demand, isNew: isNew, reason, "LAContext.evaluateAccessControl")
    }

    private func evaluate(
        _ demand: AccessControl.Demand, isNew: Bool = false, _ reason: String, _ function: String
    ) -> LAError? {
        let asking = Authentication(
            policy: interactionNotAllowed ? .fail : .allow, context: _keychainContext,
            reason: reason)
        do throws(AuthenticationFailure) {
            try Keychain.login.authenticate(demand, isNew: isNew, asking)
            return nil
        } catch {
            Log.failure(KeychainError(error), of: function)
            return LAError(error)
        }
    }

    /// Waits for the reply of an evaluation. The methods without a reply call those with one, so that a subclass
    /// needs to override only the latter.
    func answer(
        _ evaluate: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
    ) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            evaluate { succeeded, error in
                continuation.resume(with: error.map(Result.failure) ?? .success(succeeded))
            }
        }
    }

    /// Runs blocking work on a new thread, and passes on its result.
    func elsewhere(
        then reply: @escaping @Sendable (Bool, (any Error)?) -> Void,
        _ evaluate: @escaping @Sendable () -> LAError?
    ) {
        // A test's replacement of the login keychain is task-local.
        let keychain = Keychain.override
        DispatchQueue.global().async {
            let error = Keychain.$override.withValue(keychain) { evaluate() }
            reply(error == nil, error)
        }
    }
}

extension LAPolicy {
    fileprivate var demand: AccessControl.Demand {
        switch self {
        case .deviceOwnerAuthentication: AccessControl.Demand(passcode: true)
        case .deviceOwnerAuthenticationWithCompanion: AccessControl.Demand(device: .companion)
        case .deviceOwnerAuthenticationWithBiometrics,
            .deviceOwnerAuthenticationWithBiometricsOrCompanion:
            AccessControl.Demand(device: .biometry)
        }
    }
}

extension LAError {
    /// Makes the error for the keychain's reason.
    fileprivate init(_ failure: AuthenticationFailure) {
        // By its type: both enumerations have an `invalidContext`.
        let code: LAError.Code =
            switch failure {
            case .invalidContext: .invalidContext
            case .invalidatedMeanwhile, .prompt(.withdrawn): .appCancel
            case .forbidden, .prompt(.unavailable): .notInteractive
            case .prompt(.canceled): .userCancel
            case .prompt(.timedOut): .systemCancel
            case .device(.biometry): .biometryNotAvailable
            case .device(.companion): .companionNotAvailable
            case .passcodeNotSet: .passcodeNotSet
            case .wrong, .keychain: .authenticationFailed
            }
        self.init(code)
    }
}
