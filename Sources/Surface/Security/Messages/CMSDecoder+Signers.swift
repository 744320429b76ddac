// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

// The signers of a decoded message; each function returns `errSecParam` before it is complete.

/// Counts the signers; 0 if the message isn't signed.
///
/// - Returns: `errSecSuccess`, or `errSecParam` before ``CMSDecoderFinalizeMessage(_:)``.
@discardableResult
public func CMSDecoderGetNumSigners(
    _ cmsDecoder: CMSDecoder, _ numSignersOut: UnsafeMutablePointer<Int>
) -> OSStatus {
    LastError.status {
        numSignersOut.pointee = try cmsDecoder.decoded().signed?.signers.count ?? 0
    }
}

/// Verifies the signature of a signer, and evaluates its certificate.
///
/// - Parameters:
///   - policyOrArray: a policy, or an array of policies that must all be met.
///   - evaluateSecTrust: whether the certificate is evaluated; otherwise the caller can evaluate
///     `secTrustOut`.
///   - signerStatusOut: receives the state of the signature.
///   - secTrustOut: receives the certificate and up to 256 others of the message, ready for an evaluation.
///   - certVerifyResultCodeOut: receives the status of the most important broken rule;
///     `errSecSuccess` for a trusted certificate.
/// - Returns: `errSecSuccess`, whatever the signature is worth; `errSecParam` for another object
///   than a policy, and before ``CMSDecoderFinalizeMessage(_:)``.
@discardableResult
public func CMSDecoderCopySignerStatus(
    _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ policyOrArray: CFTypeRef,
    _ evaluateSecTrust: Bool, _ signerStatusOut: UnsafeMutablePointer<CMSSignerStatus>?,
    _ secTrustOut: UnsafeMutablePointer<SecTrust?>?,
    _ certVerifyResultCodeOut: UnsafeMutablePointer<OSStatus>?
) -> OSStatus {
    LastError.status {
        let message = cmsDecoder.with { $0 }
        let found = try message.judge(signerIndex, policyOrArray, evaluating: evaluateSecTrust)
        signerStatusOut?.pointee = found.status
        secTrustOut?.pointee = found.trust
        certVerifyResultCodeOut?.pointee = found.result
    }
}

/// Returns the first mail address of a signer's certificate.
///
/// - Returns: `errSecSuccess`; `errSecParam` for an index out of range; `errSecItemNotFound` without
///   a certificate or an address.
@discardableResult
public func CMSDecoderCopySignerEmailAddress(
    _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
    _ signerEmailAddressOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    LastError.status {
        guard let address = try cmsDecoder.certificate(signerIndex).emailAddresses.first else {
            throw KeychainError(.itemNotFound, "signer: its certificate has no mail address")
        }
        signerEmailAddressOut.pointee = address as NSString
    }
}

/// Returns the certificate of a signer, from the message or a keychain.
///
/// - Returns: `errSecSuccess`; `errSecParam` for an index out of range; `errSecItemNotFound`.
@discardableResult
public func CMSDecoderCopySignerCert(
    _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
    _ signerCertOut: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    LastError.status {
        signerCertOut.pointee = SecCertificate(try cmsDecoder.certificate(signerIndex))
    }
}

/// Returns the time at which a signer says to have signed; nothing proves it.
///
/// - Returns: `errSecSuccess`; `errSecSigningTimeMissing`; `errSecParam` for an index out of range.
@discardableResult
public func CMSDecoderCopySignerSigningTime(
    _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
    _ signingTimeOut: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus {
    LastError.status {
        guard let time = try cmsDecoder.signer(signerIndex).signingTime else {
            throw KeychainError(
                .init(rawValue: errSecSigningTimeMissing), "signer: no signing time")
        }
        signingTimeOut.pointee = time
    }
}

/// Returns the time at which an authority saw a signature (RFC 3161), if its certificate is trusted
/// under the policy of time stamping.
///
/// - Returns: as ``CMSDecoderCopySignerTimestampWithPolicy(_:_:_:_:)``.
@discardableResult
public func CMSDecoderCopySignerTimestamp(
    _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
    _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus {
    CMSDecoderCopySignerTimestampWithPolicy(cmsDecoder, nil, signerIndex, timestamp)
}

/// Returns the time at which an authority saw a signature, if its certificate is trusted.
///
/// - Parameter timeStampPolicy: a policy, or an array of policies; nil for that of time stamping.
/// - Returns: `errSecSuccess`; `errSecTimestampMissing`; `errSecTimestampInvalid` for a timestamp that can't
///   be read or is of another signature; `errSecTimestampNotTrusted`; `errSecParam` for an index out
///   of range.
@discardableResult
public func CMSDecoderCopySignerTimestampWithPolicy(
    _ cmsDecoder: CMSDecoder, _ timeStampPolicy: CFTypeRef?, _ signerIndex: Int,
    _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus {
    LastError.status {
        let signer = try cmsDecoder.signer(signerIndex)
        let found = try signer.requiredTimestamp()
        let policies =
            try timeStampPolicy.map(TrustArguments.policies) ?? [TrustPolicy(.timeStamping)]
        try timestampCall(found.verify(signer.signature))
        guard try SecTrust(found.authorities, policies).evaluate().result.isTrusted else {
            throw KeychainError(
                .init(rawValue: errSecTimestampNotTrusted),
                "timestamp: the certificate of the authority is not trusted")
        }
        timestamp.pointee = found.time
    }
}

/// Returns the certificates that came with the timestamp of a signature, that of the authority
/// first; nil if there are none.
///
/// - Returns: `errSecSuccess`; `errSecTimestampMissing`; `errSecTimestampInvalid`; `errSecParam` for
///   an index out of range.
@discardableResult
public func CMSDecoderCopySignerTimestampCertificates(
    _ cmsDecoder: CMSDecoder, _ signerIndex: Int,
    _ certificateRefs: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    LastError.status {
        let found = try cmsDecoder.signer(signerIndex).requiredTimestamp().authorities
        certificateRefs.pointee = found.isEmpty ? nil : found.map(SecCertificate.init) as NSArray
    }
}

extension CMSDecoder {
    fileprivate func signer(_ index: Int) throws -> MessageSigner {
        try with { try $0.signer(index).signer }
    }

    /// Returns the certificate of a signer, from the message or a keychain.
    ///
    /// - Throws: `itemNotFound` if neither has it.
    fileprivate func certificate(_ index: Int) throws(KeychainError) -> Certificate {
        let message = with { $0 }
        let (signed, signer) = try message.signer(index)
        guard let certificate = message.certificate(of: signer, signed) else {
            throw KeychainError(.itemNotFound, "signer: its certificate wasn't found")
        }
        return certificate
    }
}

extension MessageSigner {
    /// Returns the timestamp of the signature.
    ///
    /// - Throws: `errSecTimestampMissing`; `errSecTimestampInvalid`.
    fileprivate func requiredTimestamp() throws(KeychainError) -> MessageTimestamp {
        guard let found = try timestampCall(timestamp()) else {
            throw KeychainError(
                .init(rawValue: errSecTimestampMissing), "signer: it has no timestamp")
        }
        return found
    }
}

extension MessageTimestamp {
    /// The certificates that came with it, that of the authority first.
    fileprivate var authorities: [Certificate] {
        guard let certificate else { return message.certificates }
        return [certificate] + message.intermediates.filter { $0 != certificate }
    }
}

/// Runs a call about a timestamp; an error means that it is invalid.
private func timestampCall<Result>(
    _ call: @autoclosure () throws(PKIError) -> Result
) throws(KeychainError) -> Result {
    do throws(PKIError) {
        return try call()
    } catch {
        throw KeychainError(.init(rawValue: errSecTimestampInvalid), error.detail)
    }
}
