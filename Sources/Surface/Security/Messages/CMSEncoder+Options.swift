// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

// Options of the message. Setters return `errSecParam` once content has been added.

extension CMSEncoder {
    /// Changes an option, and returns the status. No option can be changed once content was added.
    fileprivate func set(_ body: (inout MessageEncoding) throws -> Void) -> OSStatus {
        LastError.status {
            try with { message in
                try message.requireUnused()
                try body(&message)
            }
        }
    }
}

/// Sets the hash function of the signers; SHA-256 by default.
///
/// - Parameter digestAlgorithm: `kCMSEncoderDigestAlgorithmSHA1` or
///   `kCMSEncoderDigestAlgorithmSHA256`.
/// - Returns: `errSecSuccess`, or `errSecParam` for another one.
@discardableResult
public func CMSEncoderSetSignerAlgorithm(
    _ cmsEncoder: CMSEncoder, _ digestAlgorithm: CFString
) -> OSStatus {
    cmsEncoder.set { message in
        switch CFValue(digestAlgorithm).text {
        case "sha1": message.hash = .sha1
        case "sha256": message.hash = .sha256
        default: throw KeychainError(.parameter, "digest algorithm: neither sha1 nor sha256")
        }
    }
}

/// Adds signers, at most 24 in all.
///
/// - Parameter signerOrArray: an identity, or an array of identities.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects and for too many.
@discardableResult
public func CMSEncoderAddSigners(
    _ cmsEncoder: CMSEncoder, _ signerOrArray: CFTypeRef
) -> OSStatus {
    cmsEncoder.set {
        let refusal = KeychainError(.parameter, "signers: not an identity")
        let signers = try CFValue.list(signerOrArray, or: refusal) { $0 as? SecIdentity }
        try $0.add(signers)
    }
}

/// Returns the signers; nil if there are none.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSEncoderCopySigners(
    _ cmsEncoder: CMSEncoder, _ signersOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    signersOut.receive(list(cmsEncoder.with { $0.signers }))
}

/// Adds recipients, for whom the content is encrypted.
///
/// - Parameter recipientOrArray: a certificate, or an array of certificates.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects.
@discardableResult
public func CMSEncoderAddRecipients(
    _ cmsEncoder: CMSEncoder, _ recipientOrArray: CFTypeRef
) -> OSStatus {
    cmsEncoder.set { $0.recipients += try certificates(recipientOrArray, "recipients") }
}

/// Returns the recipients; nil if there are none.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSEncoderCopyRecipients(
    _ cmsEncoder: CMSEncoder, _ recipientsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    recipientsOut.receive(list(cmsEncoder.with { $0.recipients }))
}

/// Adds certificates to the message, in addition to those of its signers. Without signers,
/// recipients and content, the message is a bundle of them.
///
/// - Parameter certOrArray: a certificate, or an array of certificates.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects.
@discardableResult
public func CMSEncoderAddSupportingCerts(
    _ cmsEncoder: CMSEncoder, _ certOrArray: CFTypeRef
) -> OSStatus {
    cmsEncoder.set {
        $0.supportingCertificates += try certificates(certOrArray, "certificates")
    }
}

/// Returns the certificates that were added; nil if there are none.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSEncoderCopySupportingCerts(
    _ cmsEncoder: CMSEncoder, _ certsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    certsOut.receive(list(cmsEncoder.with { $0.supportingCertificates }))
}

/// Sets whether the content is left out of a signed message; false by default.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSEncoderSetHasDetachedContent(
    _ cmsEncoder: CMSEncoder, _ detachedContent: Bool
) -> OSStatus {
    cmsEncoder.set { $0.isDetached = detachedContent }
}

/// Returns whether the content is left out of the message.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSEncoderGetHasDetachedContent(
    _ cmsEncoder: CMSEncoder, _ detachedContentOut: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    detachedContentOut.receive(DarwinBoolean(cmsEncoder.with { $0.isDetached }))
}

/// Sets the type of the content; data (`1.2.840.113549.1.7.1`) by default.
///
/// - Parameter eContentTypeOID: an object identifier: a string with dots, or data with its content
///   octets.
/// - Returns: `errSecSuccess`, or `errSecParam` for anything else.
@discardableResult
public func CMSEncoderSetEncapsulatedContentTypeOID(
    _ cmsEncoder: CMSEncoder, _ eContentTypeOID: CFTypeRef
) -> OSStatus {
    cmsEncoder.set { message in
        let value = CFValue(eContentTypeOID)
        let type =
            value.text.flatMap(OID.init(text:)) ?? value.bytes.flatMap { try? OID(content: $0) }
        guard let type else {
            throw KeychainError(.parameter, "content type: not an object identifier")
        }
        message.contentType = type
    }
}

/// Returns the type of the content: the content octets of its object identifier.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSEncoderCopyEncapsulatedContentType(
    _ cmsEncoder: CMSEncoder, _ eContentTypeOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    eContentTypeOut.receive(NSData(cmsEncoder.with { $0.contentType.octets }))
}

/// Adds signed attributes for each signer.
///
/// - Returns: `errSecSuccess`; `errSecUnimplemented` for Apple's attributes of code signatures and
///   of expiration; `errSecParam` for unknown bits.
@discardableResult
public func CMSEncoderAddSignedAttributes(
    _ cmsEncoder: CMSEncoder, _ signedAttributes: CMSSignedAttributes
) -> OSStatus {
    cmsEncoder.set { message in
        guard signedAttributes.rawValue < 0x80 else {
            throw KeychainError(.parameter, "signed attributes: unknown bits")
        }
        guard signedAttributes.rawValue < 0x10 else {
            throw KeychainError(.unimplemented, "signed attributes: Apple's own aren't supported")
        }
        message.attributes.formUnion(.init(rawValue: signedAttributes.rawValue))
    }
}

/// Sets which certificates of the signers the message contains; their chain without its root by
/// default.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSEncoderSetCertificateChainMode(
    _ cmsEncoder: CMSEncoder, _ chainMode: CMSCertificateChainMode
) -> OSStatus {
    cmsEncoder.set { $0.chainMode = chainMode }
}

/// Returns which certificates of the signers the message contains.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSEncoderGetCertificateChainMode(
    _ cmsEncoder: CMSEncoder, _ chainModeOut: UnsafeMutablePointer<CMSCertificateChainMode>
) -> OSStatus {
    chainModeOut.receive(cmsEncoder.with { $0.chainMode })
}

private func list(_ objects: [CoreFoundationObject]) -> NSArray? {
    objects.isEmpty ? nil : objects as NSArray
}

private func certificates(
    _ object: AnyObject, _ name: String
) throws(KeychainError) -> [SecCertificate] {
    try CFValue.list(object, or: KeychainError(.parameter, "\(name): not a certificate")) {
        $0 as? SecCertificate
    }
}
