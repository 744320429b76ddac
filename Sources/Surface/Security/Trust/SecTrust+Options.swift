// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

/// Replaces the options.
///
/// - Returns: `errSecSuccess`, or `errSecParam` for unknown bits.
@discardableResult
public func SecTrustSetOptions(_ trustRef: SecTrust, _ options: SecTrustOptionFlags) -> OSStatus {
    LastError.status {
        guard options.isSubset(of: SecTrustOptionFlags(rawValue: 0x7F)) else {
            throw KeychainError(.parameter, "options: unknown bits")
        }
        trustRef.change { $0.options = options }
    }
}

/// Sets the keychains in which certificates of issuers are searched.
///
/// - Parameter keychainOrArray: a `SecKeychain`, or an array of them, which may be empty; nil for the
///   user's login keychain again.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects.
@discardableResult
public func SecTrustSetKeychains(_ trust: SecTrust, _ keychainOrArray: CFTypeRef?) -> OSStatus {
    LastError.status {
        let keychains = try keychainOrArray.map { try SearchList($0).keychains }
        trust.change { $0.keychains = keychains }
    }
}

/// Accepts the timestamps of transparency logs that a server sent. They are not examined.
///
/// - Parameter sctArray: an array of data; nil for none.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects.
@discardableResult
public func SecTrustSetSignedCertificateTimestamps(
    _ trust: SecTrust, _ sctArray: CFArray?
) -> OSStatus {
    LastError.status {
        _ = try CFValue.list(sctArray, or: KeychainError(.parameter, "timestamps: not data")) {
            $0 as? NSData
        }
    }
}

extension SecTrustOptionFlags {
    /// Changes a request as the options say.
    func apply(to request: inout TrustRequest) {
        request.allowsExpired = contains(.allowExpired)
        request.allowsExpiredRoot = contains(.allowExpiredRoot)
        if contains(.fetchIssuerFromNet) { request.mayFetch = true }
        if contains(.requireRevPerCert) {
            request.policies.append(
                TrustPolicy(.revocation, revocation: .requirePositiveResponse))
        }
        if contains(.implicitAnchors) {
            let given = [request.leaf] + request.intermediates
            request.anchors += given.filter(\.isSelfSigned)
        }
    }
}
