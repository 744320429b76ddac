/// Names what a person must show to authenticate.
public enum LAPolicy: Int, Sendable {
    /// Demands biometry.
    case deviceOwnerAuthenticationWithBiometrics = 1

    /// Demands biometry, a paired device or the passcode, whichever a person chooses.
    case deviceOwnerAuthentication = 2

    /// Demands a paired device nearby.
    case deviceOwnerAuthenticationWithCompanion = 3

    /// Demands biometry or a paired device nearby.
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

    /// Demands a paired watch nearby; the older name.
    public static var deviceOwnerAuthenticationWithWatch: LAPolicy {
        .deviceOwnerAuthenticationWithCompanion
    }

    /// Demands biometry or a paired watch nearby; the older name.
    public static var deviceOwnerAuthenticationWithBiometricsOrWatch: LAPolicy {
        .deviceOwnerAuthenticationWithBiometricsOrCompanion
    }
}

/// Names a kind of biometry.
public enum LABiometryType: Int, Sendable {
    /// There is none.
    case none = 0

    /// There is none; the older name.
    public static var LABiometryNone: LABiometryType { .none }

    /// Reads fingerprints.
    case touchID = 1

    /// Recognises faces.
    case faceID = 2

    /// Recognises irises.
    case opticID = 4
}

/// Names a credential that a program may hand to a context.
public enum LACredentialType: Int, Sendable {
    /// Is a password of the application's own.
    case applicationPassword = 0

    /// Is the number that unlocks a smart card.
    case smartCardPIN = -3
}

/// Names what is to be done with an item or a key behind an access control.
public enum LAAccessControlOperation: Int, Sendable {
    /// Adds an item.
    case createItem = 0

    /// Reads an item.
    case useItem = 1

    /// Makes a key.
    case createKey = 2

    /// Signs with a key.
    case useKeySign = 3

    /// Decrypts with a key.
    case useKeyDecrypt = 4

    /// Exchanges keys with a key.
    case useKeyKeyExchange = 5
}
