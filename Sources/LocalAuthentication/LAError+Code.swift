extension LAError {
    /// Names the reason of an authentication error.
    public enum Code: Int, Sendable {
        /// Says that a person tried and did not authenticate.
        case authenticationFailed = -1

        /// Says that a person dismissed the prompt.
        case userCancel = -2

        /// Says that a person chose the fallback.
        case userFallback = -3

        /// Says that the system dismissed the prompt.
        case systemCancel = -4

        /// Says that there is no passcode.
        case passcodeNotSet = -5

        /// Says that there is no biometry.
        case biometryNotAvailable = -6

        /// Says that nobody is enrolled for biometry.
        case biometryNotEnrolled = -7

        /// Says that biometry failed too often.
        case biometryLockout = -8

        /// Says that the program invalidated the context meanwhile.
        case appCancel = -9

        /// Says that the context was invalidated before.
        case invalidContext = -10

        /// Says that no paired device is nearby.
        case companionNotAvailable = -11

        /// Says that no biometry accessory is paired.
        case biometryNotPaired = -12

        /// Says that the biometry accessory is not connected.
        case biometryDisconnected = -13

        /// Says that the prompt does not fit its view.
        case invalidDimensions = -14

        /// Says that somebody would have to be asked, and nobody can be or may be.
        case notInteractive = -1004

        /// Says that no paired watch is nearby; the older name.
        public static var watchNotAvailable: Code { .companionNotAvailable }

        /// Says that there is no biometry; the older name.
        public static var touchIDNotAvailable: Code { .biometryNotAvailable }

        /// Says that nobody is enrolled for biometry; the older name.
        public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }

        /// Says that biometry failed too often; the older name.
        public static var touchIDLockout: Code { .biometryLockout }

        /// Puts the code in a sentence for a person.
        var sentence: String {
            switch self {
            case .authenticationFailed: "Authentication failed."
            case .userCancel: "The person canceled authentication."
            case .userFallback: "The person chose the fallback."
            case .systemCancel: "The system canceled authentication."
            case .passcodeNotSet: "No passcode is set."
            case .biometryNotAvailable: "Biometry is not available."
            case .biometryNotEnrolled: "Nobody is enrolled for biometry."
            case .biometryLockout: "Biometry is locked after too many failures."
            case .appCancel: "The program canceled authentication."
            case .invalidContext: "The authentication context is not valid any more."
            case .companionNotAvailable: "No paired device is available."
            case .biometryNotPaired: "No biometry accessory is paired."
            case .biometryDisconnected: "The biometry accessory is not connected."
            case .invalidDimensions: "The dimensions of the prompt are not valid."
            case .notInteractive: "Nobody can be asked to authenticate."
            }
        }
    }
}
