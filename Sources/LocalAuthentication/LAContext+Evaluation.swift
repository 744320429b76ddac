import Dispatch
import SwiftKeychain
import Security

/// Evaluates policies and access controls with the passcode of the login keychain.
extension LAContext {
    /// Tells what keeps a policy from being evaluated at all; nil when nothing does.
    func obstacle(to policy: LAPolicy) -> LAError? {
        if _keychainContext.isInvalidated { return LAError(.invalidContext) }
        return Keychain.login.obstacle(to: policy.demand).map(LAError.init)
    }

    /// Asks for what a policy demands; nil when it was given.
    func evaluate(_ policy: LAPolicy, reason: String) -> LAError? {
        evaluate(policy.demand, reason)
    }

    /// Asks for what an access control demands for an operation; nil when it was given.
    func evaluate(
        _ accessControl: SecAccessControl, _ operation: LAAccessControlOperation, reason: String
    ) -> LAError? {
        let value = accessControl.value
        let isUse = operation == .useItem || operation == .createItem || operation == .createKey
        let isFree = value.flags.contains(.privateKeyUsage) && isUse
        return evaluate(isFree ? AccessControl.Demand() : value.demand, reason)
    }

    private func evaluate(_ demand: AccessControl.Demand, _ reason: String) -> LAError? {
        let asking = Authentication(
            policy: interactionNotAllowed ? .fail : .allow, context: _keychainContext,
            reason: reason)
        do throws(AuthenticationFailure) {
            try Keychain.login.authenticate(demand, asking)
            return nil
        } catch {
            return LAError(error)
        }
    }

    /// Runs what blocks on a thread of its own.
    func waiting(_ evaluate: @escaping @Sendable () -> LAError?) async throws -> Bool {
        let error = await withCheckedContinuation { continuation in
            elsewhere(evaluate) { continuation.resume(returning: $0) }
        }
        if let error { throw error }
        return true
    }

    /// Runs what blocks on a thread of its own, and hands over what came of it.
    func elsewhere(
        _ evaluate: @escaping @Sendable () -> LAError?,
        then reply: @escaping @Sendable (LAError?) -> Void
    ) {
        // The keychain that a test puts in place of the default one is the task's.
        let keychain = Keychain.override
        DispatchQueue.global().async {
            reply(Keychain.$override.withValue(keychain) { evaluate() })
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
    /// Names why the keychain did not authenticate.
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
