/// Holds a certificate together with its private key.
///
/// None can be made yet: this is the type, so that signatures and casts that name it compile.
public final class SecIdentity: CoreFoundationObject, @unchecked Sendable {
    override init() { super.init() }
}

/// Gives the Core Foundation type of ``SecIdentity``.
public func SecIdentityGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecIdentity.self)
}
