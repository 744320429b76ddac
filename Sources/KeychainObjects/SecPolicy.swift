/// Says what a certificate chain must satisfy.
///
/// None can be made yet: this is the type, so that signatures and casts that name it compile.
public final class SecPolicy: CoreFoundationObject, @unchecked Sendable {
    override init() { super.init() }
}

/// Gives the Core Foundation type of ``SecPolicy``.
public func SecPolicyGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecPolicy.self)
}
