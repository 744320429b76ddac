// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// The reason why a certificate, key, file or chain was refused.
///
/// Two errors are equal when their codes are. The detail names what is at fault and the rule; it never
/// holds a secret.
public struct PKIError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure that callers tell apart.
    public enum Code: Sendable, Hashable {
        /// Bytes break a rule of their encoding or file format.
        case malformed
        /// A key, value or size isn't acceptable.
        case invalidArgument
        /// The algorithm of a certificate's key isn't supported.
        case unsupportedAlgorithm
        /// The type of a key isn't supported.
        case unsupportedKey
        /// The format, or something in it, can't be read or written.
        case unsupportedFormat
        /// The format of a file isn't recognized.
        case unknownFormat
        /// A passphrase is needed and none was given.
        case passphraseRequired
        /// The passphrase is wrong, or the file was changed.
        case wrongPassphrase
        /// The signature wasn't made with this key over this data.
        case wrongSignature
        /// The identifier of a policy is unknown, or its rules aren't public.
        case unknownPolicy
        /// Stored trust settings can't be read.
        case malformedTrustSettings
        /// The device that has a private key refused an operation; the keychain's status.
        case external(Int32)
        /// No memory is left.
        case noMemory
        /// libcrypto failed where it shouldn't.
        case libraryFailure
    }

    public let code: Code
    public let detail: String
    package let file: StaticString
    package let line: UInt

    public init(
        _ code: Code, _ detail: String, file: StaticString = #fileID, line: UInt = #line
    ) {
        (self.code, self.detail, self.file, self.line) = (code, detail, file, line)
    }

    /// The place in the source that made the error, for the debug log.
    public var place: String { "\(file):\(line)" }

    public static func == (left: PKIError, right: PKIError) -> Bool { left.code == right.code }

    public var description: String { "\(code): \(detail)" }
}

extension PKIError.Code {
    /// Matches errors with this code: `catch PKIError.Code.malformed`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? PKIError)?.code == code
    }
}

extension PKIError {
    /// Makes an error for bytes that break a rule of a format.
    package static func malformed(
        _ format: String, _ rule: String, file: StaticString = #fileID, line: UInt = #line
    ) -> PKIError {
        PKIError(.malformed, "\(format): \(rule)", file: file, line: line)
    }

    /// Makes an error with the reasons in libcrypto's error queue of this thread, and empties the queue.
    ///
    /// The reasons hold no secrets.
    package static func crypto(
        _ code: Code, _ detail: String, file: StaticString = #fileID, line: UInt = #line
    ) -> PKIError {
        var reasons: [String] = []
        while true {
            let number = ERR_get_error()
            guard number != 0 else { break }
            guard let reason = ERR_reason_error_string(number) else { continue }
            reasons.append(String(cString: reason))
        }
        let words = reasons.joined(separator: ", ")
        return PKIError(
            code, words.isEmpty ? detail : "\(detail) (\(words))", file: file, line: line)
    }
}

/// The largest sizes that are read.
package enum PKILimits {
    /// Bytes of a file or of derived key data, 16 MiB.
    package static let fileBytes = 16 << 20
    /// Bytes of a certificate, 1 MiB.
    package static let certificateBytes = 1 << 20
    /// Bytes of a public key or a name, 64 KiB.
    package static let fieldBytes = 64 << 10
}
