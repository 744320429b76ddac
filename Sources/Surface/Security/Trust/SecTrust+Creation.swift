// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychainPKI

/// Makes a trust object, which evaluates a chain.
///
/// - Parameters:
///   - certificates: the certificate to evaluate, an identity, or an array of it and others that
///     may be part of the chain, in any order.
///   - policies: a policy, or an array of policies that must all be met; nil for basic X.509.
///   - trust: receives the trust object.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects and empty arrays.
@discardableResult
public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
    LastError.status {
        let found = try TrustArguments.certificates(certificates, "certificates")
        if found.isEmpty { throw KeychainError(.parameter, "certificates: none given") }
        trust.pointee = SecTrust(found, try policies.map(TrustArguments.policies) ?? [.basic])
    }
}

/// Replaces the policies: one, or an array of several.
///
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects and an empty array.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
    LastError.status {
        let found = try TrustArguments.policies(policies)
        trust.change { $0.policies = found }
    }
}

/// Returns an array of the policies.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyPolicies(
    _ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    policies.receive(trust.question.policies.map { SecPolicy($0) } as NSArray)
}

/// Sets the certificates that end a chain; they don't have to be self-signed.
///
/// Only they end a chain then, unless ``SecTrustSetAnchorCertificatesOnly(_:_:)`` allows others.
///
/// - Parameter anchorCertificates: an array of certificates, which may be empty; nil: the anchors
///   of the system and of the trust settings again.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects.
@discardableResult
public func SecTrustSetAnchorCertificates(
    _ trust: SecTrust, _ anchorCertificates: CFArray?
) -> OSStatus {
    LastError.status {
        let found = try TrustArguments.certificates(anchorCertificates, "anchors")
        trust.change {
            $0.anchors = anchorCertificates == nil ? nil : found
            $0.anchorsOnly = anchorCertificates != nil
        }
    }
}

/// Sets whether only the anchors that were set end a chain, or those of the system and of the trust
/// settings too. Certificates that trust settings deny are always denied.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(
    _ trust: SecTrust, _ anchorCertificatesOnly: Bool
) -> OSStatus {
    trust.change { $0.anchorsOnly = anchorCertificatesOnly }
    return errSecSuccess
}

/// Returns the anchors that were set; nil where none were.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
    _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    anchors.receive(trust.question.anchors.map { $0.map(SecCertificate.init) as NSArray })
}

/// Sets the date for which the chain is evaluated; the default is the time of the evaluation.
///
/// - Returns: `errSecSuccess`, or `errSecParam` for a date that is not a number.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
    LastError.status {
        let seconds = verifyDate.timeIntervalSinceReferenceDate
        guard seconds.isFinite else {
            throw KeychainError(.parameter, "verifyDate: not a finite number of seconds")
        }
        trust.change { $0.date = seconds }
    }
}

/// Returns the date for which the chain is evaluated, in seconds since 2001-01-01 00:00 UTC; now,
/// where none was set.
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
    trust.question.date ?? Date().timeIntervalSinceReferenceDate
}

/// Sets answers about revocation, which a server stapled or the caller fetched.
///
/// - Parameter responseData: an OCSP response in DER (RFC 6960), or an array of them; nil: none.
///   A response that can't be read or isn't signed by the right key is ignored.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
    LastError.status {
        let refusal = KeychainError(.parameter, "OCSP response: not data")
        let found = try CFValue.list(responseData, or: refusal) { CFValue($0).bytes }
        trust.change { $0.responses = found }
    }
}

/// Sets whether missing certificates of issuers are fetched, and, with a policy of revocation, OCSP
/// responses and revocation lists too. An evaluation may take up to 30 seconds then.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
    trust.change { $0.mayFetch = allowFetch }
    return errSecSuccess
}

/// Returns the value of ``SecTrustSetNetworkFetchAllowed(_:_:)``; false by default.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
    _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    allowFetch.receive(DarwinBoolean(trust.question.mayFetch))
}

/// Returns exceptions for the problems the chain has now. Once they are set again, the same
/// problems of the same certificates under the same policies are ignored.
///
/// Problems that can't be ignored, such as a revocation, are not part of them. The bytes are not
/// authenticated: keep them where no other program can write them.
///
/// - Returns: nil where the chain cannot be evaluated.
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
    LastError.keeping { NSData(TrustExceptions(try trust.evaluated()).encoding) }
}

/// Replaces the exceptions.
///
/// - Parameter exceptions: what ``SecTrustCopyExceptions(_:)`` returned; nil for none.
/// - Returns: true when they are exceptions for this leaf; otherwise the trust has none afterwards.
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
    let given = exceptions.flatMap { try? TrustExceptions([UInt8]($0 as Data)) }
    let accepted = given.flatMap { $0.belong(to: trust.leaf) ? $0 : nil }
    trust.change { $0.exceptions = accepted }
    return accepted != nil
}

/// Returns the anchors of the system, `SecCertificate` objects; those of trust settings are not
/// included.
///
/// - Returns: `errSecSuccess`; the array is empty where the system has none.
@discardableResult
public func SecTrustCopyAnchorCertificates(
    _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    anchors.receive(SystemAnchors.shared.certificates.map(SecCertificate.init) as NSArray)
}
