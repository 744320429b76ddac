// SPDX-License-Identifier: Apache-2.0
// The codes by their short names: `LAError.userCancel` is `LAError.Code.userCancel`.

extension LAError {
    /// The user tried and did not authenticate.
    public static var authenticationFailed: Code { .authenticationFailed }

    /// The user dismissed the prompt.
    public static var userCancel: Code { .userCancel }

    /// The user chose the fallback.
    public static var userFallback: Code { .userFallback }

    /// The system dismissed the prompt.
    public static var systemCancel: Code { .systemCancel }

    /// There is no passcode.
    public static var passcodeNotSet: Code { .passcodeNotSet }

    /// There is no biometry.
    public static var biometryNotAvailable: Code { .biometryNotAvailable }

    /// No biometry is enrolled.
    public static var biometryNotEnrolled: Code { .biometryNotEnrolled }

    /// Biometry failed too often.
    public static var biometryLockout: Code { .biometryLockout }

    /// The program invalidated the context during the authentication.
    public static var appCancel: Code { .appCancel }

    /// The context had been invalidated.
    public static var invalidContext: Code { .invalidContext }

    /// No paired device is nearby.
    public static var companionNotAvailable: Code { .companionNotAvailable }

    /// No biometry accessory is paired.
    public static var biometryNotPaired: Code { .biometryNotPaired }

    /// The biometry accessory is not connected.
    public static var biometryDisconnected: Code { .biometryDisconnected }

    /// The prompt does not fit its view.
    public static var invalidDimensions: Code { .invalidDimensions }

    /// The user would have to be asked, but can't or may not be.
    public static var notInteractive: Code { .notInteractive }

    /// No paired watch is nearby; the older name.
    public static var watchNotAvailable: Code { .watchNotAvailable }

    /// There is no biometry; the older name.
    public static var touchIDNotAvailable: Code { .touchIDNotAvailable }

    /// No biometry is enrolled; the older name.
    public static var touchIDNotEnrolled: Code { .touchIDNotEnrolled }

    /// Biometry failed too often; the older name.
    public static var touchIDLockout: Code { .touchIDLockout }
}
