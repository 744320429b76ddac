/// Evaluates a certificate chain against policies.
///
/// None can be made yet: this is the type, so that signatures and casts that name it compile.
public final class SecTrust: CoreFoundationObject, @unchecked Sendable {
    override init() { super.init() }
}

/// Gives the Core Foundation type of ``SecTrust``.
public func SecTrustGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecTrust.self)
}
