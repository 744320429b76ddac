// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// The status of a keychain call that failed, where a wrapper can throw it.
///
/// Two errors are equal when their statuses are. It contains no secret and no attribute value.
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

/// As an `NSError`, the error has the domain of system statuses.
extension WrapperError: CustomNSError {
    public static var errorDomain: String { NSOSStatusErrorDomain }
    public var errorCode: Int { Int(status) }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

/// Reports of failures that the signatures of the wrapped classes can't return.
enum FailureReport {
    /// The function that receives each line; it writes to standard error unless a test replaces it.
    @TaskLocal static var write: @Sendable (String) -> Void = { line in
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Writes one line that names the call and the status, never a value.
    static func make(of call: String, _ status: OSStatus) {
        write("\(call): \(WrapperError(status: status))")
    }
}

/// Conversions between secrets and text, where callers want strings.
enum SecretText {
    /// Returns the UTF-8 bytes of `text`, which the caller wipes.
    static func bytes(of text: String) -> NSMutableData {
        let bytes = NSMutableData(length: text.utf8.count) ?? NSMutableData()
        UnsafeMutableRawBufferPointer(start: bytes.mutableBytes, count: bytes.length)
            .copyBytes(from: text.utf8)
        return bytes
    }

    /// Overwrites bytes with zeros.
    static func wipe(_ bytes: NSMutableData) {
        bytes.resetBytes(in: NSRange(location: 0, length: bytes.length))
    }

    /// Reads bytes as UTF-8; nil when they are something else.
    static func read(_ bytes: NSData) -> String? {
        String(
            validating: UnsafeRawBufferPointer(start: bytes.bytes, count: bytes.length),
            as: UTF8.self)
    }
}
