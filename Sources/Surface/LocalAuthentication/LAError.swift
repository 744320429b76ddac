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
