import KeychainCertificates

/// Holds a cryptographic key: one half of an RSA or elliptic curve pair.
///
/// It is made by `SecKeyCreateRandomKey` or `SecKeyCreateWithData`. Two are equal when they are
/// the same half of the same pair. Several threads may use one at once.
public final class SecKey: CoreFoundationObject, @unchecked Sendable {
    /// Holds the key itself.
    package let value: CryptoKey

    /// Wraps a key.
    package init(_ value: CryptoKey) {
        self.value = value
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? SecKey)?.value == value }

    public override var hash: Int { value.hashValue }

    /// Tells half, type and size, and nothing of the key itself.
    public override var description: String { "<SecKey: \(value)>" }
}

/// Gives the Core Foundation type of ``SecKey``.
public func SecKeyGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKey.self)
}
