// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

/// An encoder of a cryptographic message (CMS, RFC 5652), signed, encrypted or both.
///
/// Docs/reference/messages.md describes what it writes. Several threads may use it at once.
public final class CMSEncoder: CoreFoundationObject, @unchecked Sendable {
    private let lock = NSLock()
    private var message = MessageEncoding()

    /// Calls `body` with the message, one thread at a time.
    func with<Result>(_ body: (inout MessageEncoding) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&message) }
    }
}

/// Returns the Core Foundation type of ``CMSEncoder``.
public func CMSEncoderGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: CMSEncoder.self)
}

/// Makes an encoder.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSEncoderCreate(_ cmsEncoderOut: UnsafeMutablePointer<CMSEncoder?>) -> OSStatus {
    cmsEncoderOut.receive(CMSEncoder())
}

/// Receives a part of the content, at most 16 MiB in all. Signers, recipients and whatever else
/// describes the message must be set before.
///
/// - Returns: `errSecSuccess`; `errSecParam` after ``CMSEncoderCopyEncodedContent(_:_:)``, and for
///   too many bytes.
@discardableResult
public func CMSEncoderUpdateContent(
    _ cmsEncoder: CMSEncoder, _ content: UnsafeRawPointer, _ contentLen: Int
) -> OSStatus {
    guard contentLen >= 0 else { return errSecParam }
    return LastError.status {
        let bytes = UnsafeRawBufferPointer(start: content, count: contentLen)
        try cmsEncoder.with { try $0.append(bytes) }
    }
}

/// Makes the message, once: signs it with the key of each signer, encrypts it for each recipient.
///
/// - Parameter encodedContentOut: receives the DER; unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecParam` without signers, recipients and certificates, for
///   detached content with recipients, and the second time; `errSecCreateChainFailed` with
///   `kCMSCertificateChainWithRootOrFail`; `errSecUnimplemented` for certificates whose key isn't
///   supported; the statuses of signing.
@discardableResult
public func CMSEncoderCopyEncodedContent(
    _ cmsEncoder: CMSEncoder, _ encodedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    LastError.status {
        encodedContentOut.pointee = NSData(try cmsEncoder.with { try $0.encoded() })
    }
}

/// Makes a message in one call.
///
/// - Parameters:
///   - signers: an identity, an array of identities, or nil.
///   - recipients: a certificate, an array of certificates, or nil.
///   - eContentTypeOID: as for ``CMSEncoderSetEncapsulatedContentTypeOID(_:_:)``; nil for data.
///   - detachedContent: whether the content is left out of a signed message.
///   - signedAttributes: the signed attributes that each signer adds to the content.
/// - Returns: as the functions that it combines.
@discardableResult
public func CMSEncodeContent(
    _ signers: CFTypeRef?, _ recipients: CFTypeRef?, _ eContentTypeOID: CFTypeRef?,
    _ detachedContent: Bool, _ signedAttributes: CMSSignedAttributes,
    _ content: UnsafeRawPointer, _ contentLen: Int,
    _ encodedContentOut: UnsafeMutablePointer<CFData?>?
) -> OSStatus {
    let encoder = CMSEncoder()
    let steps: [() -> OSStatus?] = [
        { signers.map { CMSEncoderAddSigners(encoder, $0) } },
        { recipients.map { CMSEncoderAddRecipients(encoder, $0) } },
        { eContentTypeOID.map { CMSEncoderSetEncapsulatedContentTypeOID(encoder, $0) } },
        { CMSEncoderSetHasDetachedContent(encoder, detachedContent) },
        { CMSEncoderAddSignedAttributes(encoder, signedAttributes) },
        { CMSEncoderUpdateContent(encoder, content, contentLen) },
    ]
    for step in steps {
        if let status = step(), status != errSecSuccess { return status }
    }
    var encoded: CFData?
    let status = CMSEncoderCopyEncodedContent(encoder, &encoded)
    if status == errSecSuccess { encodedContentOut?.pointee = encoded }
    return status
}

/// Returns the time of the timestamp of a signature. No timestamps are made.
///
/// - Returns: `errSecTimestampMissing`; `errSecParam` for an index out of range and before the
///   message is made.
@discardableResult
public func CMSEncoderCopySignerTimestamp(
    _ cmsEncoder: CMSEncoder, _ signerIndex: Int,
    _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus {
    CMSEncoderCopySignerTimestampWithPolicy(cmsEncoder, nil, signerIndex, timestamp)
}

/// Returns the time of the timestamp of a signature. No timestamps are made.
///
/// - Returns: as ``CMSEncoderCopySignerTimestamp(_:_:_:)``.
@discardableResult
public func CMSEncoderCopySignerTimestampWithPolicy(
    _ cmsEncoder: CMSEncoder, _ timeStampPolicy: CFTypeRef?, _ signerIndex: Int,
    _ timestamp: UnsafeMutablePointer<CFAbsoluteTime>
) -> OSStatus {
    LastError.status {
        let message = cmsEncoder.with { $0 }
        guard message.isComplete, message.signers.indices.contains(signerIndex) else {
            throw KeychainError(.parameter, "signer: the message has none")
        }
        throw KeychainError(.init(rawValue: errSecTimestampMissing), "signer: it has no timestamp")
    }
}
