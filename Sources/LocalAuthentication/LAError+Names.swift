// The codes by their short names: `LAError.userCancel` is `LAError.Code.userCancel`.

extension LAError {
    /// Says that a person tried and did not authenticate.
    public static var authenticationFailed: Code { .authenticationFailed }

    /// Says that a person dismissed the prompt.
    public static var userCancel: Code { .userCancel }

    /// Says that a person chose the fallback.
    public static var userFallback: Code { .userFallback }

    /// Says that the system dismissed the prompt.
    public static var systemCancel: Code { .systemCancel }

    /// Says that there is no passcode.
    public static var passcodeNotSet: Code { .passcodeNotSet }

    /// Says that there is no biometry.
    public static var biometryNotAvailable: Code { .biometryNotAvailable }

    /// Says that nobody is enrolled for biometry.
    public static var biometryNotEnrolled: Code { .biometryNotEnrolled }

    /// Says that biometry failed too often.
    public static var biometryLockout: Code { .biometryLockout }

    /// Says that the program invalidated the context meanwhile.
    public static var appCancel: Code { .appCancel }

    /// Says that the context was invalidated before.
    public static var invalidContext: Code { .invalidContext }

    /// Says that no paired device is nearby.
    public static var companionNotAvailable: Code { .companionNotAvailable }

    /// Says that no biometry accessory is paired.
    public static var biometryNotPaired: Code { .biometryNotPaired }

    /// Says that the biometry accessory is not connected.
    public static var biometryDisconnected: Code { .biometryDisconnected }

    /// Says that the prompt does not fit its view.
    public static var invalidDimensions: Code { .invalidDimensions }

    /// Says that somebody would have to be asked, and nobody can be or may be.
    public static var notInteractive: Code { .notInteractive }

    /// Says that no paired watch is nearby; the older name.
    public static var watchNotAvailable: Code { .watchNotAvailable }

    /// Says that there is no biometry; the older name.
    public static var touchIDNotAvailable: Code { .touchIDNotAvailable }

    /// Says that nobody is enrolled for biometry; the older name.
    public static var touchIDNotEnrolled: Code { .touchIDNotEnrolled }

    /// Says that biometry failed too often; the older name.
    public static var touchIDLockout: Code { .touchIDLockout }
}
