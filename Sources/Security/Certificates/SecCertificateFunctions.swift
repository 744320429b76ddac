import Foundation
import SwiftKeychainPKI
import SwiftKeychainModel

/// Makes a certificate of its DER (X.690; RFC 5280, section 4.1).
///
/// - Parameters:
///   - allocator: nil, or `kCFAllocatorDefault`.
///   - data: one certificate and nothing behind it, of 1 MiB at most.
/// - Returns: nil for anything that is not strict DER of a certificate.
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData)
    -> SecCertificate?
{
    // Looked at before the bytes are copied.
    guard data.length <= Limits.certificateBytes else { return nil }
    return (try? Certificate(der: [UInt8](data as Data))).map(SecCertificate.init)
}

/// Gives the DER of a certificate, byte for byte what it was made of.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    Data(certificate.certificate.der) as CFData
}

/// Gives what a person knows the certificate by; nil when it names its subject in no way.
///
/// The common name, with the description in parentheses where there is one; else a mail address;
/// else a host name; else the organizational unit; else the organization; else the description.
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
    certificate.certificate.subjectSummary.map { $0 as CFString }
}

/// Gives the common name of the subject: the most specific, where there are several.
///
/// - Returns: `errSecSuccess`, or `errSecInternal` where there is none.
@discardableResult
public func SecCertificateCopyCommonName(
    _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    commonName.pointee = certificate.certificate.commonName.map { $0 as CFString }
    return commonName.pointee == nil ? errSecInternal : errSecSuccess
}

/// Gives the mail addresses of the subject, as strings: those of the subject alternative name, then
/// those of the name itself, each once.
///
/// - Returns: `errSecSuccess`; the array is empty where there are none.
@discardableResult
public func SecCertificateCopyEmailAddresses(
    _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    emailAddresses.pointee = certificate.certificate.emailAddresses as CFArray
    return errSecSuccess
}

/// Gives the serial number: the content octets of its INTEGER, two's complement, big-endian.
///
/// - Parameter error: room for an error, or nil. No certificate makes one.
public func SecCertificateCopySerialNumberData(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    Data(certificate.certificate.serialNumber) as CFData
}

/// Gives the normalised name of the issuer, a whole DER SEQUENCE.
///
/// Values of type PrintableString are upper-cased, and their blanks reduced; others stay as they
/// are. `kSecAttrIssuer` is its content.
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
    Data(certificate.certificate.issuer.normalisedSequence) as CFData
}

/// Gives the normalised name of the subject, a whole DER SEQUENCE.
///
/// Values of type PrintableString are upper-cased, and their blanks reduced; others stay as they
/// are. `kSecAttrSubject` is its content.
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
    Data(certificate.certificate.subject.normalisedSequence) as CFData
}

/// Gives the first second in which the certificate is valid.
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
    Date(timeIntervalSinceReferenceDate: certificate.certificate.notBefore) as CFDate
}

/// Gives the last second in which the certificate is valid.
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
    Date(timeIntervalSinceReferenceDate: certificate.certificate.notAfter) as CFDate
}

/// Gives the public key of the certificate.
///
/// - Returns: nil for anything but RSA keys of 512 to 8192 bits and keys on P-192, P-256, P-384 and
///   P-521.
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
    (try? certificate.certificate.publicKey.cryptoKey()).map { SecKey($0) }
}

/// Gives the public key of the certificate; the older form of ``SecCertificateCopyKey(_:)`` on macOS.
///
/// - Parameter key: room for the key; untouched after a failure.
/// - Returns: `errSecSuccess`; `errSecUnimplemented` for a key of another algorithm or curve;
///   `errSecParam` for what is no key of its algorithm.
@discardableResult
public func SecCertificateCopyPublicKey(
    _ certificate: SecCertificate, _ key: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        key.pointee = SecKey(try certificate.certificate.publicKey.cryptoKey())
    }
}

/// Gives the public key of the certificate; the older form of ``SecCertificateCopyKey(_:)`` on iOS.
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
    SecCertificateCopyKey(certificate)
}

/// Stores a certificate.
///
/// - Parameter keychain: where; nil for the default keychain.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` when it is there; `errSecNoSuchKeychain`.
@discardableResult
public func SecCertificateAddToKeychain(
    _ certificate: SecCertificate, _ keychain: SecKeychain?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in try certificate.add(to: keychain) }
}

/// Gives the serial number; the older name of ``SecCertificateCopySerialNumberData(_:_:)`` on macOS.
public func SecCertificateCopySerialNumber(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    SecCertificateCopySerialNumberData(certificate, error)
}

/// Gives the serial number; the older name of ``SecCertificateCopySerialNumberData(_:_:)`` on iOS.
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
    SecCertificateCopySerialNumberData(certificate, nil)
}

/// Gives the content of the normalised name of the issuer, `kSecAttrIssuer`: a DER SEQUENCE without
/// its header.
///
/// - Parameter error: room for an error, or nil. No certificate makes one.
public func SecCertificateCopyNormalizedIssuerContent(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    Data(certificate.certificate.issuer.normalisedContent) as CFData
}

/// Gives the content of the normalised name of the subject, `kSecAttrSubject`: a DER SEQUENCE
/// without its header.
///
/// - Parameter error: room for an error, or nil. No certificate makes one.
public func SecCertificateCopyNormalizedSubjectContent(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    Data(certificate.certificate.subject.normalisedContent) as CFData
}
