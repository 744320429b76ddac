// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What the user must provide to be authorized for a ``LARight``.
public final class LAAuthenticationRequirement: NSObject, Sendable {
    let policy: LAPolicy

    private init(_ policy: LAPolicy) { self.policy = policy }

    /// The passcode of the keychain, as there is no biometry.
    public static let `default` = LAAuthenticationRequirement(.deviceOwnerAuthentication)

    /// Biometry: authorization fails with `biometryNotAvailable`.
    public static let biometry = LAAuthenticationRequirement(
        .deviceOwnerAuthenticationWithBiometrics)

    /// The biometry that is enrolled now: authorization fails with `biometryNotAvailable`.
    public static let biometryCurrentSet = LAAuthenticationRequirement(
        .deviceOwnerAuthenticationWithBiometrics)

    /// Returns a requirement for biometry or what replaces it: the passcode.
    public static func biometry(
        fallback: LABiometryFallbackRequirement
    ) -> LAAuthenticationRequirement {
        .default
    }
}

/// What replaces biometry in a requirement: the passcode.
public final class LABiometryFallbackRequirement: NSObject, Sendable {
    /// The replacement that the system chooses: the passcode.
    public static let `default` = LABiometryFallbackRequirement()

    /// The passcode of the keychain.
    public static let devicePasscode = LABiometryFallbackRequirement()
}
