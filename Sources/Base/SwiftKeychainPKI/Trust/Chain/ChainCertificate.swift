// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// A certificate twice: as it is read here, and as libcrypto verifies it.
///
/// It may be on many paths, so that what takes long to read is kept.
final class ChainCertificate {
    let certificate: Certificate
    /// The `X509`.
    let handle: OpaquePointer

    /// Reads the certificate with libcrypto.
    ///
    /// - Throws: `noMemory`; `malformed` if libcrypto refuses it.
    init(_ certificate: Certificate) throws(PKIError) {
        self.certificate = certificate
        handle = try Self.read(certificate.der)
    }

    deinit { X509_free(handle) }

    /// The properties of the extensions as libcrypto reads them: bits `EXFLAG_…`.
    var flags: UInt32 {
        // An extension that can't be read leaves an error behind.
        _ = ERR_set_mark()
        defer { _ = ERR_pop_to_mark() }
        return X509_get_extension_flags(handle)
    }

    /// True if the value of an extension that a chain depends on can't be read here, or of any by libcrypto.
    private(set) lazy var hasMalformedExtensions =
        flags & UInt32(EXFLAG_INVALID) != 0 || certificate.hasMalformedExtensions

    /// The constraints on the names of certificates below; nil if there are none, or they can't be read.
    private(set) lazy var nameConstraints = certificate.decode(
        ExtensionType.nameConstraints, NameConstraints.init)

    /// The number of constraints on names, or more if they can't be read.
    private(set) lazy var constraintCount =
        nameConstraints.map { $0.permitted.count + $0.excluded.count }
        ?? certificate.found(ExtensionType.nameConstraints)?.value.count ?? 0

    /// The number of names: alternative ones, or more if they can't be read, and attributes of the subject.
    private(set) lazy var nameCount =
        certificate.subject.attributes.count
        + (certificate.found(ExtensionType.subjectAlternativeName).map {
            (try? $0.alternativeNames().count) ?? $0.value.count
        } ?? 0)

    /// Reads exactly one `X509`, which the caller frees.
    ///
    /// - Throws: `malformed`.
    static func read(_ der: [UInt8]) throws(PKIError) -> OpaquePointer {
        guard let empty = X509_new_ex(CryptoLibrary.context, nil) else {
            throw .crypto(.noMemory, "certificate")
        }
        // A key of an unknown kind leaves errors behind although the certificate is read.
        _ = ERR_set_mark()
        defer { _ = ERR_pop_to_mark() }
        var room: OpaquePointer? = empty
        let count = der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            // Not d2i_X509, which also refuses a certificate for the values of its extensions. On
            // failure what `room` holds is freed, and it becomes nil.
            let read = ASN1_item_d2i(&room, &position, buffer.count, X509_it())
            return read == nil ? 0 : position! - buffer.baseAddress!
        }
        guard count == der.count, let room else {
            X509_free(room)
            throw PKIError(.malformed, "certificate: libcrypto can't read it")
        }
        return room
    }

    /// True if subject and issuer have the same name.
    var isSelfIssued: Bool {
        X509_NAME_cmp(X509_get_subject_name(handle), X509_get_issuer_name(handle)) == 0
    }

    /// True for a root: it has one name, and is signed with its own key.
    var isSelfSigned: Bool { isSelfIssued && isSigned(by: self) }

    /// Returns true if `other` has the name of the issuer.
    func namesIssuer(_ other: ChainCertificate) -> Bool {
        X509_NAME_cmp(X509_get_issuer_name(handle), X509_get_subject_name(other.handle)) == 0
    }

    /// Returns true if the names and key identifiers let `other` be the issuer.
    ///
    /// Identifiers say which candidate to try first; the signature decides (RFC 4158, section 3.5.12).
    func mayBeIssued(by other: ChainCertificate) -> Bool {
        guard namesIssuer(other) else { return false }
        guard let wanted = X509_get0_authority_key_id(handle),
            let found = X509_get0_subject_key_id(other.handle)
        else { return true }
        return ASN1_OCTET_STRING_cmp(wanted, found) == 0
    }

    /// The key for checking signatures; nil if it can't be read, and for an RSA key that ``CryptoKey`` refuses: with a long
    /// exponent each signature takes milliseconds, and with the exponent 1 anyone can sign.
    var verifyingKey: OpaquePointer? {
        let isRefused =
            CertificateRules.isRSA(self)
            && !CryptoKey.acceptsRSAPublicKey(certificate.publicKey.key)
        return isRefused ? nil : X509_get0_pubkey(handle)
    }

    /// Returns true if the signature was made with the key of `other`.
    func isSigned(by other: ChainCertificate) -> Bool {
        guard let key = other.verifyingKey else { return false }
        _ = ERR_set_mark()
        defer { _ = ERR_pop_to_mark() }
        return X509_verify(handle, key) == 1
    }

    /// libcrypto's hash of the subject, the same for names that it treats as equal.
    var subjectHash: UInt { Self.hash(X509_get_subject_name(handle)) }

    /// The number of the issuer's name.
    var issuerHash: UInt { Self.hash(X509_get_issuer_name(handle)) }

    static func hash(_ name: OpaquePointer?) -> UInt {
        X509_NAME_hash_ex(name, CryptoLibrary.context, nil, nil)
    }
}

extension Certificate {
    /// See ``ChainCertificate/isSelfIssued``.
    package var isSelfIssued: Bool { (try? ChainCertificate(self))?.isSelfIssued ?? false }

    /// See ``ChainCertificate/isSelfSigned``.
    package var isSelfSigned: Bool { (try? ChainCertificate(self))?.isSelfSigned ?? false }
}
