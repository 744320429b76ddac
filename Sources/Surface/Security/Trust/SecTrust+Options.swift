// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

/// What an evaluation accepts and does in addition to its policies.
public struct SecTrustOptionFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Certificates may have expired, except roots.
    public static let allowExpired = Self(rawValue: 0x1)
    /// The leaf may be an authority, which it always may.
    public static let leafIsCA = Self(rawValue: 0x2)
    /// Missing issuers are fetched, as after ``SecTrustSetNetworkFetchAllowed(_:_:)``.
    public static let fetchIssuerFromNet = Self(rawValue: 0x4)
    /// The root may have expired.
    public static let allowExpiredRoot = Self(rawValue: 0x8)
    /// There must be an answer that each certificate is not revoked.
    public static let requireRevPerCert = Self(rawValue: 0x10)
    /// Trust settings apply, which they always do.
    public static let useTrustSettings = Self(rawValue: 0x20)
    /// Roots among the given certificates end a chain.
    public static let implicitAnchors = Self(rawValue: 0x40)

    fileprivate static let known = Self(rawValue: 0x7F)
}

/// Replaces the options.
///
/// - Returns: `errSecSuccess`, or `errSecParam` for unknown bits.
@discardableResult
public func SecTrustSetOptions(_ trustRef: SecTrust, _ options: SecTrustOptionFlags) -> OSStatus {
    guard SecTrustOptionFlags.known.isSuperset(of: options) else { return errSecParam }
    trustRef.change { $0.options = options }
    return errSecSuccess
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
            request.anchors += given.filter { $0.subject == $0.issuer }
        }
    }
}
