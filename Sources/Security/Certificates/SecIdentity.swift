import SwiftKeychainPKI

/// Holds a certificate together with the private key of its public key.
///
/// Two are equal, and hash alike, when their certificates are: the certificate says which key.
public final class SecIdentity: CoreFoundationObject, @unchecked Sendable {
    package let certificate: SecCertificate
    package let privateKey: SecKey

    /// Joins a certificate and a private key; nil unless they are of one pair.
    package init?(_ certificate: SecCertificate, _ privateKey: SecKey) {
        guard privateKey.part == .private, let facts = privateKey.publicFacts,
            let publicKey = try? certificate.certificate.publicKey.cryptoKey(),
            publicKey.family == facts.family, publicKey.publicBytes == facts.publicBytes
        else { return nil }
        self.certificate = certificate
        self.privateKey = privateKey
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecIdentity)?.certificate == certificate
    }

    public override var hash: Int { certificate.hash }

    /// Shows the subject summary of the certificate, and nothing of the key.
    public override var description: String {
        certificate.certificate.subjectSummary.map { "<SecIdentity: \($0)>" } ?? "<SecIdentity>"
    }
}

/// Gives the Core Foundation type of ``SecIdentity``.
public func SecIdentityGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecIdentity.self)
}
