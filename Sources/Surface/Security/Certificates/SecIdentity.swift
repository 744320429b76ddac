// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

/// A certificate together with the private key of its public key.
///
/// Two identities are equal when their certificates are.
public final class SecIdentity: CoreFoundationObject, @unchecked Sendable {
    let certificate: SecCertificate
    let privateKey: SecKey

    /// Joins a certificate and a private key; nil unless they are of one pair.
    init?(_ certificate: SecCertificate, _ privateKey: SecKey) {
        guard privateKey.part == .private, let facts = privateKey.publicFacts,
            let publicKey = try? certificate.certificate.publicKey.cryptoKey(),
            publicKey.family == facts.family, publicKey.publicBytes == facts.publicBytes
        else { return nil }
        self.certificate = certificate
        self.privateKey = privateKey
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecIdentity)?.certificate == certificate
    }

    public override var hash: Int { certificate.hash }

    /// The subject summary of the certificate, and nothing of the key.
    public override var description: String {
        certificate.certificate.subjectSummary.map { "<SecIdentity: \($0)>" } ?? "<SecIdentity>"
    }
}

/// Returns the Core Foundation type of ``SecIdentity``.
public func SecIdentityGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecIdentity.self)
}

/// Joins a certificate and its private key; neither is stored.
///
/// - Parameter allocator: nil, or `kCFAllocatorDefault`.
/// - Returns: nil for a public key, and for a private key that doesn't match the certificate.
public func SecIdentityCreate(
    _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? {
    SecIdentity(certificate, privateKey)
}

/// Joins a certificate and its private key, which is searched in keychains; the certificate itself
/// doesn't have to be stored.
///
/// - Parameters:
///   - keychainOrArray: a `SecKeychain`, an array of them, or nil for the search list.
///   - identityRef: receives the identity; unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` where no keychain has the key;
///   `errSecUnimplemented` for a certificate whose key ``SecCertificateCopyKey(_:)`` doesn't
///   support; `errSecParam` for an object that is not a keychain; `errSecInteractionNotAllowed`
///   when the key is locked, or requires the user, who may not be asked; `errSecAuthFailed`.
@discardableResult
public func SecIdentityCreateWithCertificate(
    _ keychainOrArray: CFTypeRef?, _ certificateRef: SecCertificate,
    _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
    LastError.status {
        identityRef.pointee = try certificateRef.identity(
            in: SearchList(keychainOrArray).keychains)
    }
}

/// Returns the certificate of an identity.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecIdentityCopyCertificate(
    _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    certificateRef.receive(identityRef.certificate)
}

/// Returns the private key of an identity.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecIdentityCopyPrivateKey(
    _ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    privateKeyRef.receive(identityRef.privateKey)
}

/// Returns the identity that is preferred for a service; Docs/reference/preferred-identities.md
/// says which names match.
///
/// - Parameters:
///   - name: a URL, a mail address, the name of a host, or any other name.
///   - keyUsage: the uses of the key, an array of `kSecAttrCan…` constants; nil for any use.
///   - validIssuers: DER names of authorities, one of which must be above the certificate in its
///     chain; nil for any issuer.
/// - Returns: nil where no identity is preferred, where its private key is in no keychain that is
///   searched and on no smart card, and for invalid arguments.
public func SecIdentityCopyPreferred(
    _ name: CFString, _ keyUsage: CFArray?, _ validIssuers: CFArray?
) -> SecIdentity? {
    LastError.keeping {
        try SecIdentity.preferred(for: name, keyUsage, issuers: validIssuers)
    } ?? nil
}

/// Makes an identity the preferred one for a service, in place of any for the same name and uses.
///
/// - Parameters:
///   - identity: nil removes the preference.
///   - name: a URL, or the beginning of URLs that ends with a slash; a mail address; the name of a
///     host, or `*.example.org` for those of a domain; any other name.
///   - keyUsage: the uses of the key, an array of `kSecAttrCan…` constants; nil for any use.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` for nil where there was no preference;
///   `errSecParam` for an empty name and for an unknown use.
@discardableResult
public func SecIdentitySetPreferred(
    _ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus {
    LastError.status {
        try Keychain.login.prefer(
            identity?.certificate.certificate, for: try IdentityPreference(name, keyUsage))
    }
}

/// Returns the certificate that is preferred for a name, such as the address that mail is sent to.
///
/// - Parameters:
///   - name: as for ``SecIdentityCopyPreferred(_:_:_:)``; the same names match.
///   - keyUsage: the uses of the key, an array of `kSecAttrCan…` constants; nil for any use.
/// - Returns: nil where no certificate is preferred, and for invalid arguments.
public func SecCertificateCopyPreferred(
    _ name: CFString, _ keyUsage: CFArray?
) -> SecCertificate? {
    LastError.keeping {
        try Keychain.login.preferredCertificate(
            for: try IdentityPreference(name, keyUsage, of: .certificate)
        ).map(SecCertificate.init)
    } ?? nil
}

/// Makes a certificate the preferred one for a name, in place of any for the same name and uses.
///
/// - Parameters:
///   - certificate: nil removes the preference.
///   - name: as for ``SecIdentitySetPreferred(_:_:_:)``.
///   - keyUsage: the uses of the key, an array of `kSecAttrCan…` constants; nil for any use.
/// - Returns: as ``SecIdentitySetPreferred(_:_:_:)``.
@discardableResult
public func SecCertificateSetPreferred(
    _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus {
    LastError.status {
        try Keychain.login.prefer(
            certificate?.certificate, for: try IdentityPreference(name, keyUsage, of: .certificate))
    }
}
