/// Holds, or refers to, a cryptographic key.
///
/// None can be made yet: this is the type, so that signatures and casts that name it compile.
public final class SecKey: CoreFoundationObject, @unchecked Sendable {
    override init() { super.init() }
}

/// Gives the Core Foundation type of ``SecKey``.
public func SecKeyGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKey.self)
}
