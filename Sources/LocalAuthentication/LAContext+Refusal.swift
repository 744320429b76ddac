import Security

/// Why evaluations fail, as long as nobody can be asked.
extension LAContext {
    private var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    /// Tells what keeps a policy from being evaluated at all.
    func obstacle(to policy: LAPolicy) -> LAError {
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
    func refusal(of policy: LAPolicy) -> LAError {
        if !isInvalidated, interactionNotAllowed { return LAError(.notInteractive) }
        return obstacle(to: policy)
    }

    /// Tells why the evaluation of an access control fails; nil when nothing is demanded.
    func refusal(of accessControl: SecAccessControl) -> LAError? {
        if isInvalidated { return LAError(.invalidContext) }
        return accessControl.value.isConstrained ? LAError(.notInteractive) : nil
    }
}
