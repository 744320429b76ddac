import Foundation
import Security

/// Carries the status of a keychain call that failed, where a wrapper can throw it.
///
/// Two errors are equal when their statuses are. Neither a secret nor an attribute's value is in it.
public struct WrapperError: Error, Equatable, Sendable {
    /// The status, one of the `errSec…` constants.
    public let status: OSStatus

    public init(status: OSStatus) {
        self.status = status
    }

    /// Throws unless the call succeeded.
    static func check(_ status: OSStatus) throws(WrapperError) {
        if status != errSecSuccess { throw WrapperError(status: status) }
    }
}

extension WrapperError: CustomStringConvertible {
    public var description: String {
        let sentence = SecCopyErrorMessageString(status, nil).map { String(describing: $0) }
        return "\(sentence ?? "keychain error") (\(status))"
    }
}

/// Appears as an `NSError` of the domain that system statuses have.
extension WrapperError: CustomNSError {
    public static var errorDomain: String { NSOSStatusErrorDomain }
    public var errorCode: Int { Int(status) }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
