import Foundation
import SwiftKeychainModel

/// Joins a certificate and its private key; neither is stored.
///
/// - Parameter allocator: nil, or `kCFAllocatorDefault`.
/// - Returns: nil for a public key, and for a private key of another pair than the certificate's.
public func SecIdentityCreate(
    _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? {
    SecIdentity(certificate, privateKey)
}

/// Joins a certificate and its private key, which is looked for in keychains; the certificate itself
/// need not be stored.
///
/// - Parameters:
///   - keychainOrArray: a `SecKeychain`, an array of them, or nil for the search list.
///   - identityRef: room for the identity; untouched after a failure.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` where no keychain has the key;
///   `errSecUnimplemented` for a certificate whose key is none of ``SecCertificateCopyKey(_:)``;
///   `errSecParam` for an object that is no keychain; `errSecInteractionNotAllowed` when the key is
///   locked or demands a person who may not be asked; `errSecAuthFailed`.
@discardableResult
public func SecIdentityCreateWithCertificate(
    _ keychainOrArray: CFTypeRef?, _ certificateRef: SecCertificate,
    _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        identityRef.pointee = try certificateRef.identity(in: keychainOrArray)
    }
}

/// Gives the certificate of an identity.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecIdentityCopyCertificate(
    _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    certificateRef.pointee = identityRef.certificate
    return errSecSuccess
}

/// Gives the private key of an identity.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecIdentityCopyPrivateKey(
    _ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    privateKeyRef.pointee = identityRef.privateKey
    return errSecSuccess
}
