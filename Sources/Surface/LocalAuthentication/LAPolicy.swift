// SPDX-License-Identifier: Apache-2.0
/// What the user must provide to authenticate.
public enum LAPolicy: Int, Sendable {
    /// Biometry.
    case deviceOwnerAuthenticationWithBiometrics = 1

    /// Biometry, a paired device or the passcode, whichever the user chooses.
    case deviceOwnerAuthentication = 2

    /// A paired device nearby.
    case deviceOwnerAuthenticationWithCompanion = 3

    /// Biometry or a paired device nearby.
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

    /// A paired watch nearby; the older name.
    public static var deviceOwnerAuthenticationWithWatch: LAPolicy {
        .deviceOwnerAuthenticationWithCompanion
    }

    /// Biometry or a paired watch nearby; the older name.
    public static var deviceOwnerAuthenticationWithBiometricsOrWatch: LAPolicy {
        .deviceOwnerAuthenticationWithBiometricsOrCompanion
    }
}

/// A kind of biometry.
public enum LABiometryType: Int, Sendable {
    /// No biometry.
    case none = 0

    /// No biometry; the older name.
    public static var LABiometryNone: LABiometryType { .none }

    /// Fingerprints.
    case touchID = 1

    /// Faces.
    case faceID = 2

    /// Irises.
    case opticID = 4
}

/// A credential that a program may give to a context.
public enum LACredentialType: Int, Sendable {
    /// The application password.
    case applicationPassword = 0

    /// The number that unlocks a smart card.
    case smartCardPIN = -3
}

/// An operation on an item or a key with an access control.
public enum LAAccessControlOperation: Int, Sendable {
    /// Adding an item.
    case createItem = 0

    /// Reading an item.
    case useItem = 1

    /// Making a key.
    case createKey = 2

    /// Signing with a key.
    case useKeySign = 3

    /// Decrypting with a key.
    case useKeyDecrypt = 4

    /// Key exchange with a key.
    case useKeyKeyExchange = 5
}
