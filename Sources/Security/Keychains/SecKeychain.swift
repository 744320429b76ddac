/// Refers to one keychain: a store file.
///
/// Two references are equal when they name the same path.
public final class SecKeychain: CoreFoundationObject, @unchecked Sendable {
    /// Names the file; nil is the user's own keychain.
    package let path: String?

    /// Refers to the keychain at an absolute path, whether or not it exists; nil is the user's own.
    package init(path: String?) {
        self.path = path
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecKeychain else { return false }
        return other.path == path
    }

    public override var hash: Int { path.hashValue }

    /// Names the file.
    public override var description: String { "<SecKeychain: \(path ?? "login")>" }
}

/// Gives the Core Foundation type of ``SecKeychain``.
public func SecKeychainGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKeychain.self)
}
