// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// A decoder of a cryptographic message (CMS, RFC 5652; PKCS#7), signed, encrypted or both.
///
/// Docs/reference/messages.md describes what it reads. Several threads may use it at once.
public final class CMSDecoder: CoreFoundationObject, @unchecked Sendable {
    private let lock = NSLock()
    private var message = MessageDecoding()

    /// Calls `body` with the message, one thread at a time.
    func with<Result>(_ body: (inout MessageDecoding) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&message) }
    }

    /// Returns the decoded message.
    ///
    /// - Throws: `parameter` before it is complete.
    func decoded() throws -> MessageDecoding.Decoded { try with { try $0.complete() } }
}

/// Returns the Core Foundation type of ``CMSDecoder``.
public func CMSDecoderGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: CMSDecoder.self)
}

/// Makes a decoder.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSDecoderCreate(_ cmsDecoderOut: UnsafeMutablePointer<CMSDecoder?>) -> OSStatus {
    cmsDecoderOut.receive(CMSDecoder())
}

/// Receives a part of the message, at most 16 MiB in all.
///
/// - Returns: `errSecSuccess`; `errSecParam` after ``CMSDecoderFinalizeMessage(_:)``, and for too
///   many bytes.
@discardableResult
public func CMSDecoderUpdateMessage(
    _ cmsDecoder: CMSDecoder, _ msgBytes: UnsafeRawPointer, _ msgBytesLen: Int
) -> OSStatus {
    guard msgBytesLen >= 0 else { return errSecParam }
    return LastError.status {
        let bytes = UnsafeRawBufferPointer(start: msgBytes, count: msgBytesLen)
        try cmsDecoder.with { try $0.append(bytes) }
    }
}

/// Decodes the message, and decrypts it with the private key of a recipient whose certificate and key are in one
/// keychain.
///
/// - Returns: `errSecSuccess`, whatever its signatures are worth; `errSecUnknownFormat` for anything
///   but a message, `errSecUnsupportedFormat` for one of a kind that isn't supported;
///   `errSecItemNotFound` when no keychain has a key for it, `errSecDecode` when the key doesn't
///   decrypt it; the statuses of using the key.
@discardableResult
public func CMSDecoderFinalizeMessage(_ cmsDecoder: CMSDecoder) -> OSStatus {
    LastError.status { try cmsDecoder.with { try $0.finish() } }
}

/// Sets the content of a message whose signatures are over content that isn't in it.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSDecoderSetDetachedContent(
    _ cmsDecoder: CMSDecoder, _ detachedContent: CFData
) -> OSStatus {
    cmsDecoder.with { $0.detachedContent = NSData(data: detachedContent as Data) }
    return errSecSuccess
}

/// Returns what ``CMSDecoderSetDetachedContent(_:_:)`` gave; nil for nothing.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSDecoderCopyDetachedContent(
    _ cmsDecoder: CMSDecoder, _ detachedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    detachedContentOut.receive(cmsDecoder.with { $0.detachedContent })
}

/// Sets the keychains that are searched for the keys of recipients and the certificates of signers,
/// in place of the search list.
///
/// - Parameter keychainOrArray: a `SecKeychain`, or an array of them.
/// - Returns: `errSecSuccess`, or `errSecParam` for other objects.
@discardableResult
public func CMSDecoderSetSearchKeychain(
    _ cmsDecoder: CMSDecoder, _ keychainOrArray: CFTypeRef
) -> OSStatus {
    LastError.status {
        let list = try SearchList(keychainOrArray)
        cmsDecoder.with { $0.keychains = list }
    }
}

// These return what the decoded message contains, and `errSecParam` before it is complete.

/// Returns whether the message was encrypted.
///
/// - Returns: `errSecSuccess`, or `errSecParam` before ``CMSDecoderFinalizeMessage(_:)``.
@discardableResult
public func CMSDecoderIsContentEncrypted(
    _ cmsDecoder: CMSDecoder, _ isEncryptedOut: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    LastError.status {
        isEncryptedOut.pointee = DarwinBoolean(try cmsDecoder.decoded().isEncrypted)
    }
}

/// Returns the type of the content: the content octets of its object identifier.
///
/// - Returns: `errSecSuccess`, or `errSecParam` before ``CMSDecoderFinalizeMessage(_:)``.
@discardableResult
public func CMSDecoderCopyEncapsulatedContentType(
    _ cmsDecoder: CMSDecoder, _ eContentTypeOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    LastError.status {
        eContentTypeOut.pointee = NSData(try cmsDecoder.decoded().contentType.octets)
    }
}

/// Returns the certificates in the message; nil if there are none.
///
/// - Returns: `errSecSuccess`, or `errSecParam` before ``CMSDecoderFinalizeMessage(_:)``.
@discardableResult
public func CMSDecoderCopyAllCerts(
    _ cmsDecoder: CMSDecoder, _ certsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    LastError.status {
        let certificates = try cmsDecoder.decoded().signed?.certificates ?? []
        certsOut.pointee =
            certificates.isEmpty ? nil : certificates.map(SecCertificate.init) as NSArray
    }
}

/// Returns the content; nil if it is detached, and for a message of certificates alone.
///
/// - Returns: `errSecSuccess`, or `errSecParam` before ``CMSDecoderFinalizeMessage(_:)``.
@discardableResult
public func CMSDecoderCopyContent(
    _ cmsDecoder: CMSDecoder, _ contentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    LastError.status { contentOut.pointee = try cmsDecoder.decoded().content }
}
