// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

/// What Foundation shows of an error of the typed API: the same domain, code and sentence as the error objects of this
/// module.
extension KeychainError: CustomNSError, LocalizedError {
    public static var errorDomain: String { NSOSStatusErrorDomain }

    public var errorCode: Int { Int(code.rawValue) }

    /// The sentence of the status, and as `NSDebugDescriptionErrorKey` the detail, which names the key or file at fault
    /// and the rule.
    public var errorUserInfo: [String: Any] {
        [
            NSLocalizedDescriptionKey: Status.sentence(for: code.rawValue),
            NSDebugDescriptionErrorKey: detail,
        ]
    }

    public var errorDescription: String? { Status.sentence(for: code.rawValue) }
}

extension PKIError: LocalizedError {
    public var errorDescription: String? { KeychainError(self).errorDescription }
}
