// SPDX-License-Identifier: Apache-2.0
// Table: the objects of SecProtocolTypes.h, each of which wraps one of Security for Network.framework. Linux
// has no such framework; code that passes them on between its own layers compiles and works.
import Foundation

/// A wrapped identity.
public typealias sec_identity_t = OS_sec_identity
/// A wrapped certificate.
public typealias sec_certificate_t = OS_sec_certificate
/// A wrapped trust.
public typealias sec_trust_t = OS_sec_trust
/// Any wrapped object.
public typealias sec_object_t = NSObject

/// An identity, and the certificates that are sent with it.
public final class OS_sec_identity: CoreFoundationObject, @unchecked Sendable {
    fileprivate let identity: SecIdentity
    fileprivate let certificates: [SecCertificate]

    fileprivate init(_ identity: SecIdentity, _ certificates: [SecCertificate]) {
        self.identity = identity
        self.certificates = certificates
    }
}

/// A certificate.
public final class OS_sec_certificate: CoreFoundationObject, @unchecked Sendable {
    fileprivate let certificate: SecCertificate

    fileprivate init(_ certificate: SecCertificate) { self.certificate = certificate }
}

/// A trust.
public final class OS_sec_trust: CoreFoundationObject, @unchecked Sendable {
    fileprivate let trust: SecTrust

    fileprivate init(_ trust: SecTrust) { self.trust = trust }
}

/// Wraps an identity.
public func sec_identity_create(_ identity: SecIdentity) -> sec_identity_t? {
    OS_sec_identity(identity, [])
}

/// Wraps an identity with the certificates between its own and the root.
///
/// - Returns: nil if the array contains anything but certificates.
public func sec_identity_create_with_certificates(
    _ identity: SecIdentity, _ certificates: CFArray
) -> sec_identity_t? {
    let chain = CFValue(certificates).elements.map { $0 as? SecCertificate }
    return chain.contains(nil) ? nil : OS_sec_identity(identity, chain.compactMap(\.self))
}

/// Calls `handler` with each certificate of an identity, in order.
///
/// - Returns: false when it has none.
@discardableResult
public func sec_identity_access_certificates(
    _ identity: sec_identity_t, _ handler: (sec_certificate_t) -> Void
) -> Bool {
    for certificate in identity.certificates { handler(OS_sec_certificate(certificate)) }
    return !identity.certificates.isEmpty
}

/// Returns the identity; the caller takes the retained value.
public func sec_identity_copy_ref(_ identity: sec_identity_t) -> Unmanaged<SecIdentity>? {
    .passRetained(identity.identity)
}

/// Returns the certificates of an identity; nil when it has none. The caller takes the retained value.
public func sec_identity_copy_certificates_ref(_ identity: sec_identity_t) -> Unmanaged<CFArray>? {
    identity.certificates.isEmpty ? nil : .passRetained(NSArray(array: identity.certificates))
}

/// Wraps a certificate.
public func sec_certificate_create(_ certificate: SecCertificate) -> sec_certificate_t? {
    OS_sec_certificate(certificate)
}

/// Returns the certificate; the caller takes the retained value.
public func sec_certificate_copy_ref(
    _ certificate: sec_certificate_t
) -> Unmanaged<SecCertificate> {
    .passRetained(certificate.certificate)
}

/// Wraps a trust.
public func sec_trust_create(_ trust: SecTrust) -> sec_trust_t? { OS_sec_trust(trust) }

/// Returns the trust; the caller takes the retained value.
public func sec_trust_copy_ref(_ trust: sec_trust_t) -> Unmanaged<SecTrust> {
    .passRetained(trust.trust)
}
