import Foundation
import SwiftKeychainPKI
import SwiftKeychainModel

/// Makes a trust, which evaluates a chain.
///
/// - Parameters:
///   - certificates: the certificate to evaluate, an identity, or an array that begins with it and
///     goes on with others that may stand in the chain, in any order.
///   - policies: a policy, or an array of policies that must all be met; nil for basic X.509.
///   - trust: room for the trust.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects and empty arrays.
@discardableResult
public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        trust.pointee = try SecTrust.make(certificates, policies)
    }
}

/// Replaces the policies: one, or an array of several.
///
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects and an empty array.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
    LastError.status { () throws(KeychainError) in try trust.setPolicies(policies) }
}

/// Gives an array of the policies.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyPolicies(
    _ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    policies.pointee = trust.policies
    return errSecSuccess
}

/// Sets the certificates that end a chain; they need not sign themselves.
///
/// From then on nothing else ends one, unless ``SecTrustSetAnchorCertificatesOnly(_:_:)`` says so.
///
/// - Parameter anchorCertificates: an array of certificates, which may be empty; nil: the anchors
///   of the system and of the trust settings again.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects.
@discardableResult
public func SecTrustSetAnchorCertificates(
    _ trust: SecTrust, _ anchorCertificates: CFArray?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in try trust.setAnchors(anchorCertificates) }
}

/// Says whether only the anchors that were set end a chain, or those of the system and of the trust
/// settings too. Certificates that trust settings deny are denied in either case.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(
    _ trust: SecTrust, _ anchorCertificatesOnly: Bool
) -> OSStatus {
    trust.change { $0.anchorsOnly = anchorCertificatesOnly }
    return errSecSuccess
}

/// Gives the anchors that were set; nil where none were.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
    _ trust: SecTrust, _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    anchors.pointee = trust.anchors
    return errSecSuccess
}

/// Sets the moment the chain is evaluated for; without one it is that of the evaluation.
///
/// - Returns: `errSecSuccess`, or `errSecParam` for a date that is no number.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
    let seconds = verifyDate.timeIntervalSinceReferenceDate
    guard seconds.isFinite else { return errSecParam }
    trust.change { $0.date = seconds }
    return errSecSuccess
}

/// Gives the moment the chain is evaluated for, in seconds since 2001-01-01 00:00 UTC; now, where
/// none was set.
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
    trust.question.date ?? Date().timeIntervalSinceReferenceDate
}

/// Gives answers about revocation: what a server stapled, or a caller fetched.
///
/// - Parameter responseData: an OCSP response in DER (RFC 6960), or an array of them; nil: none. One
///   that cannot be read or is not signed by the right key is passed over.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects.
@discardableResult
public func SecTrustSetOCSPResponse(_ trust: SecTrust, _ responseData: CFTypeRef?) -> OSStatus {
    LastError.status { () throws(KeychainError) in try trust.setResponses(responseData) }
}

/// Says whether certificates and answers may be fetched. It is remembered and without effect:
/// nothing is ever fetched.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
    trust.change { $0.mayFetch = allowFetch }
    return errSecSuccess
}

/// Gives what ``SecTrustSetNetworkFetchAllowed(_:_:)`` set; true where it was not called.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
    _ trust: SecTrust, _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    allowFetch.pointee = DarwinBoolean(trust.question.mayFetch)
    return errSecSuccess
}

/// Gives exceptions for what is wrong with the chain now, to keep and set again: the same problems
/// of the same certificates under the same policies are then let pass.
///
/// What nothing sets aside, such as a revocation, is not among them. The bytes are not
/// authenticated: keep them where only those may write who may decide what is trusted.
///
/// - Returns: nil where the chain cannot be evaluated.
public func SecTrustCopyExceptions(_ trust: SecTrust) -> CFData? {
    LastError.keeping { () throws(KeychainError) in try trust.exceptions() }
}

/// Sets exceptions, in place of those there were.
///
/// - Parameter exceptions: what ``SecTrustCopyExceptions(_:)`` gave; nil: none.
/// - Returns: true when they are exceptions for this leaf; otherwise there are none from now on.
public func SecTrustSetExceptions(_ trust: SecTrust, _ exceptions: CFData?) -> Bool {
    trust.setExceptions(exceptions)
}

/// Gives the anchors of the system, `SecCertificate` objects; those of trust settings are not among
/// them.
///
/// - Returns: `errSecSuccess`; the array is empty where the system has none.
@discardableResult
public func SecTrustCopyAnchorCertificates(
    _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    anchors.pointee = TrustRequest.systemAnchors().map(SecCertificate.init) as NSArray
    return errSecSuccess
}
