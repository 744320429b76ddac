/// Holds an X.509 certificate.
///
/// None can be made yet: this is the type, so that signatures and casts that name it compile.
public final class SecCertificate: CoreFoundationObject, @unchecked Sendable {
    override init() { super.init() }
}

/// Gives the Core Foundation type of ``SecCertificate``.
public func SecCertificateGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecCertificate.self)
}
