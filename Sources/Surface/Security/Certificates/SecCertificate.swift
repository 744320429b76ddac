// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychain
import SwiftKeychainPKI

/// An X.509 certificate.
///
/// Two certificates are equal when their DER is.
public final class SecCertificate: CoreFoundationObject, @unchecked Sendable {
    package let certificate: Certificate

    package init(_ certificate: Certificate) {
        self.certificate = certificate
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecCertificate)?.certificate == certificate
    }

    public override var hash: Int { certificate.hashValue }

    /// The subject summary, and nothing else of the certificate.
    public override var description: String {
        certificate.subjectSummary.map { "<SecCertificate: \($0)>" } ?? "<SecCertificate>"
    }
}

/// Returns the Core Foundation type of ``SecCertificate``.
public func SecCertificateGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecCertificate.self)
}

/// Makes a certificate of its DER (X.690; RFC 5280, section 4.1).
///
/// - Parameters:
///   - allocator: nil, or `kCFAllocatorDefault`.
///   - data: one certificate of 1 MiB at most, and no bytes after it.
/// - Returns: nil for anything but a certificate in strict DER.
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData)
    -> SecCertificate?
{
    LastError.keeping {
        // Checked before the bytes are copied.
        guard data.length <= PKILimits.certificateBytes else {
            throw KeychainError(.parameter, "certificate: more than 1 MiB")
        }
        return SecCertificate(try callPKI(Certificate(der: [UInt8](data as Data))))
    }
}

/// Returns the DER of a certificate, byte for byte as it was given.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    Data(certificate.certificate.der) as CFData
}

/// Returns a short text by which the user knows the certificate; nil when its subject has no name.
///
/// The common name, with the description in parentheses where there is one; else a mail address;
/// else a host name; else the organizational unit; else the organization; else the description.
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
    certificate.certificate.subjectSummary.map { $0 as CFString }
}

/// Returns the common name of the subject: the most specific, where there are several.
///
/// - Returns: `errSecSuccess`, or `errSecInternal` where there is none.
@discardableResult
public func SecCertificateCopyCommonName(
    _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    commonName.pointee = certificate.certificate.commonName.map { $0 as CFString }
    return commonName.pointee == nil ? errSecInternal : errSecSuccess
}

/// Returns the mail addresses of the subject, as strings: those of the subject alternative name,
/// then those of the name itself, each once.
///
/// - Returns: `errSecSuccess`; the array is empty where there are none.
@discardableResult
public func SecCertificateCopyEmailAddresses(
    _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    emailAddresses.receive(certificate.certificate.emailAddresses as CFArray)
}

/// Returns the serial number: the content octets of its INTEGER, two's complement, big-endian.
///
/// - Parameter error: receives an error, or nil. Not used: the call doesn't fail.
public func SecCertificateCopySerialNumberData(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    Data(certificate.certificate.serialNumber) as CFData
}

/// Returns the normalised name of the issuer, a whole DER SEQUENCE.
///
/// Values of type PrintableString are upper-cased, and their blanks reduced; others stay as they
/// are. `kSecAttrIssuer` is its content.
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
    Data(certificate.certificate.issuer.normalisedSequence) as CFData
}

/// Returns the normalised name of the subject, a whole DER SEQUENCE.
///
/// Values of type PrintableString are upper-cased, and their blanks reduced; others stay as they
/// are. `kSecAttrSubject` is its content.
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
    Data(certificate.certificate.subject.normalisedSequence) as CFData
}

/// Returns the first second in which the certificate is valid.
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
    Date(timeIntervalSinceReferenceDate: certificate.certificate.notBefore) as CFDate
}

/// Returns the last second in which the certificate is valid.
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
    Date(timeIntervalSinceReferenceDate: certificate.certificate.notAfter) as CFDate
}

/// Returns the public key of the certificate.
///
/// - Returns: nil for anything but RSA keys of 512 to 8192 bits and keys on P-192, P-256, P-384 and
///   P-521.
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
    LastError.keeping { SecKey(try callPKI(certificate.certificate.publicKey.cryptoKey())) }
}

/// Returns the public key of the certificate; the older form of ``SecCertificateCopyKey(_:)`` on
/// macOS.
///
/// - Parameter key: receives the key; unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecUnimplemented` for a key of another algorithm or curve;
///   `errSecParam` for an invalid key of its algorithm.
@discardableResult
public func SecCertificateCopyPublicKey(
    _ certificate: SecCertificate, _ key: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    LastError.status {
        key.pointee = SecKey(
            try callPKI(certificate.certificate.publicKey.cryptoKey()))
    }
}

/// Returns the public key of the certificate; the older form of ``SecCertificateCopyKey(_:)`` on
/// iOS.
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
    SecCertificateCopyKey(certificate)
}

/// Stores a certificate.
///
/// - Parameter keychain: the keychain to add to; nil for the default one.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` when it is stored already;
///   `errSecNoSuchKeychain`.
@discardableResult
public func SecCertificateAddToKeychain(
    _ certificate: SecCertificate, _ keychain: SecKeychain?
) -> OSStatus {
    LastError.status {
        let item = try NewItem.certificate(certificate.certificate)
        _ = try SecKeychain.keychain(keychain).add(item)
    }
}

/// Returns the serial number; the older name of ``SecCertificateCopySerialNumberData(_:_:)`` on
/// macOS.
public func SecCertificateCopySerialNumber(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    SecCertificateCopySerialNumberData(certificate, error)
}

/// Returns the serial number; the older name of ``SecCertificateCopySerialNumberData(_:_:)`` on
/// iOS.
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
    SecCertificateCopySerialNumberData(certificate, nil)
}

/// Returns the content of the normalised name of the issuer, `kSecAttrIssuer`: a DER SEQUENCE
/// without its header.
///
/// - Parameter error: receives an error, or nil. Not used: the call doesn't fail.
public func SecCertificateCopyNormalizedIssuerContent(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    Data(certificate.certificate.issuer.normalisedContent) as CFData
}

/// Returns the content of the normalised name of the subject, `kSecAttrSubject`: a DER SEQUENCE
/// without its header.
///
/// - Parameter error: receives an error, or nil. Not used: the call doesn't fail.
public func SecCertificateCopyNormalizedSubjectContent(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    Data(certificate.certificate.subject.normalisedContent) as CFData
}
