// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The domain of authentication errors.
public let LAErrorDomain: String = "com.apple.LocalAuthentication"

/// An error of an authentication.
///
/// Two errors are equal when their codes are. `catch LAError.userCancel` matches by code, whether
/// the error is an `LAError` or an `NSError` of its domain.
public struct LAError: CustomNSError, LocalizedError, Hashable, @unchecked Sendable {
    /// The reason.
    public let code: Code

    /// More about the error, under the keys of `NSError`.
    public let userInfo: [String: Any]

    /// Makes an error with a code; its description is a sentence unless `userInfo` has another.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = [NSLocalizedDescriptionKey: code.sentence].merging(userInfo) { $1 }
    }

    public static var errorDomain: String { LAErrorDomain }

    public var errorCode: Int { code.rawValue }

    public var errorUserInfo: [String: Any] { userInfo }

    public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String }

    public static func == (left: LAError, right: LAError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension LAError.Code {
    /// Matches an error by its code, in `catch` and `case`.
    public static func ~= (code: LAError.Code, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == LAErrorDomain && error.code == code.rawValue
    }
}

// `canEvaluatePolicy` returns an `NSError`; `error as? LAError` converts it, as on Apple platforms.
extension LAError: _ObjectiveCBridgeable {
    /// Reads an error of this domain.
    ///
    /// - Parameter error: an error with a code of ``Code-swift.enum``; any other becomes
    ///   `authenticationFailed`.
    public init(_nsError error: NSError) {
        self.init(Code(rawValue: error.code) ?? .authenticationFailed, userInfo: error.userInfo)
    }

    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: userInfo)
    }

    public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout LAError?) {
        guard _conditionallyBridgeFromObjectiveC(error, result: &result) else {
            preconditionFailure("an error of the domain \(error.domain) is no LAError")
        }
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ error: NSError, result: inout LAError?
    ) -> Bool {
        guard error.domain == errorDomain, Code(rawValue: error.code) != nil else { return false }
        result = LAError(_nsError: error)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> LAError {
        guard let error else { return LAError(.authenticationFailed) }
        return LAError(_nsError: error)
    }
}

extension LAError {
    /// The reason of an authentication error.
    public enum Code: Int, Sendable {
        /// The user tried and did not authenticate.
        case authenticationFailed = -1

        /// The user dismissed the prompt.
        case userCancel = -2

        /// The user chose the fallback.
        case userFallback = -3

        /// The system dismissed the prompt.
        case systemCancel = -4

        /// There is no passcode.
        case passcodeNotSet = -5

        /// There is no biometry.
        case biometryNotAvailable = -6

        /// No biometry is enrolled.
        case biometryNotEnrolled = -7

        /// Biometry failed too often.
        case biometryLockout = -8

        /// The program invalidated the context during the authentication.
        case appCancel = -9

        /// The context had been invalidated.
        case invalidContext = -10

        /// No paired device is nearby.
        case companionNotAvailable = -11

        /// No biometry accessory is paired.
        case biometryNotPaired = -12

        /// The biometry accessory is not connected.
        case biometryDisconnected = -13

        /// The prompt does not fit its view.
        case invalidDimensions = -14

        /// The user would have to be asked, but can't or may not be.
        case notInteractive = -1004

        /// No paired watch is nearby; the older name.
        public static var watchNotAvailable: Code { .companionNotAvailable }

        /// There is no biometry; the older name.
        public static var touchIDNotAvailable: Code { .biometryNotAvailable }

        /// No biometry is enrolled; the older name.
        public static var touchIDNotEnrolled: Code { .biometryNotEnrolled }

        /// Biometry failed too often; the older name.
        public static var touchIDLockout: Code { .biometryLockout }

        /// A sentence for the user.
        var sentence: String {
            switch self {
            case .authenticationFailed: "Authentication failed."
            case .userCancel: "The user canceled authentication."
            case .userFallback: "The user chose the fallback."
            case .systemCancel: "The system canceled authentication."
            case .passcodeNotSet: "No passcode is set."
            case .biometryNotAvailable: "Biometry is not available."
            case .biometryNotEnrolled: "No biometry is enrolled."
            case .biometryLockout: "Biometry is locked after too many failures."
            case .appCancel: "The program canceled authentication."
            case .invalidContext: "The authentication context is no longer valid."
            case .companionNotAvailable: "No paired device is available."
            case .biometryNotPaired: "No biometry accessory is paired."
            case .biometryDisconnected: "The biometry accessory is not connected."
            case .invalidDimensions: "The dimensions of the prompt are not valid."
            case .notInteractive: "The user can't be asked to authenticate."
            }
        }
    }
}
