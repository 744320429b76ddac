import SwiftKeychainPKI
import SwiftKeychainModel

/// Holds an X.509 certificate.
///
/// Two are equal, and hash alike, when their DER is the same.
public final class SecCertificate: CoreFoundationObject, @unchecked Sendable {
    package let certificate: Certificate

    /// Holds a certificate that was read.
    package init(_ certificate: Certificate) {
        self.certificate = certificate
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecCertificate)?.certificate == certificate
    }

    public override var hash: Int { certificate.hashValue }

    /// Shows the subject summary, and nothing else of the certificate.
    public override var description: String {
        certificate.subjectSummary.map { "<SecCertificate: \($0)>" } ?? "<SecCertificate>"
    }
}

/// Gives the Core Foundation type of ``SecCertificate``.
public func SecCertificateGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecCertificate.self)
}
