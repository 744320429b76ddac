import Foundation

/// Names the domain of authentication errors.
public let LAErrorDomain: String = "com.apple.LocalAuthentication"

/// Tells why an authentication did not succeed.
///
/// Two errors are equal when their codes are. `catch LAError.userCancel` matches by code, whether
/// the error is an `LAError` or an `NSError` of its domain.
public struct LAError: CustomNSError, LocalizedError, Hashable, @unchecked Sendable {
    /// Names the reason.
    public let code: Code

    /// Holds more about the error, by the keys of `NSError`.
    public let userInfo: [String: Any]

    /// Makes an error of a code, described by a sentence unless `userInfo` brings another.
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
