import Foundation
import SwiftKeychainModel

/// Gives the identity that is preferred for a service; see Docs/keychains.md for which names lead to
/// it.
///
/// - Parameters:
///   - name: a URL, a mail address, the name of a host, or any other name.
///   - keyUsage: what the key is for, an array of `kSecAttrCanEncrypt` and its kin; nil: anything.
///   - validIssuers: names of authorities in DER, one of which must stand above the certificate;
///     nil: anyone.
/// - Returns: nil where no identity is preferred, where its private key is in no keychain that is
///   searched, and for arguments that mean nothing.
public func SecIdentityCopyPreferred(
    _ name: CFString, _ keyUsage: CFArray?, _ validIssuers: CFArray?
) -> SecIdentity? {
    LastError.keeping { () throws(KeychainError) in
        try SecIdentity.preferred(for: name, keyUsage, issuers: validIssuers)
    } ?? nil
}

/// Prefers an identity for a service, in place of one that was for the same name and uses.
///
/// - Parameters:
///   - identity: nil: none is preferred any more.
///   - name: a URL, or the beginning of URLs that ends with a slash; a mail address; the name of a
///     host, or `*.example.org` for those of a domain; any other name.
///   - keyUsage: what for, an array of `kSecAttrCanEncrypt` and its kin; nil: anything.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` for nil where none was preferred; `errSecParam`
///   for an empty name, and for what is no use of a key.
@discardableResult
public func SecIdentitySetPreferred(
    _ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        try SecIdentity.prefer(identity, for: name, keyUsage)
    }
}

/// Gives the certificate that is preferred for a name, as that of a person mail is written to.
///
/// - Parameters:
///   - name: as for ``SecIdentityCopyPreferred(_:_:_:)``; the same names lead to it.
///   - keyUsage: what the key is for, an array of `kSecAttrCanEncrypt` and its kin; nil: anything.
/// - Returns: nil where no certificate is preferred, and for arguments that mean nothing.
public func SecCertificateCopyPreferred(
    _ name: CFString, _ keyUsage: CFArray?
) -> SecCertificate? {
    LastError.keeping { () throws(KeychainError) in
        try SecCertificate.preferred(for: name, keyUsage)
    } ?? nil
}

/// Prefers a certificate for a name, in place of one that was for the same name and uses.
///
/// - Parameters:
///   - certificate: nil: none is preferred any more.
///   - name: as for ``SecIdentitySetPreferred(_:_:_:)``.
///   - keyUsage: what for, an array of `kSecAttrCanEncrypt` and its kin; nil: anything.
/// - Returns: as ``SecIdentitySetPreferred(_:_:_:)``.
@discardableResult
public func SecCertificateSetPreferred(
    _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        try SecCertificate.prefer(certificate, for: name, keyUsage)
    }
}
