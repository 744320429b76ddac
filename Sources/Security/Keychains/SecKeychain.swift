import SwiftKeychain
import SwiftKeychainModel

/// A reference to one keychain: a store file, whether or not it exists.
///
/// Two references are equal when they name the same file.
public final class SecKeychain: CoreFoundationObject, @unchecked Sendable {
    /// The keychain that is referred to.
    package let keychain: Keychain

    /// Refers to a keychain.
    package init(_ keychain: Keychain) {
        // The user's own is made when it is needed, whatever name it was opened by.
        self.keychain = keychain.isLogin ? .login : keychain
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecKeychain else { return false }
        return other.keychain == keychain
    }

    public override var hash: Int { keychain.hashValue }

    /// Names the file.
    public override var description: String {
        "<SecKeychain: \(keychain.isLogin ? "login" : keychain.path)>"
    }
}

/// Gives the Core Foundation type of ``SecKeychain``.
public func SecKeychainGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKeychain.self)
}

extension SecKeychain {
    /// Returns the keychain of a reference; nil stands for the default keychain.
    static func keychain(_ reference: SecKeychain?) -> Keychain { reference?.keychain ?? .default }

    /// Reads a path.
    ///
    /// - Throws: `parameter` for an empty one.
    static func path(_ pointer: UnsafePointer<CChar>) throws(KeychainError) -> String {
        guard pointer[0] != 0 else { throw KeychainError(.parameter, "pathName: empty") }
        return String(path: pointer)
    }
}

extension Keychain {
    /// Reads a `SecKeychain`, the value of `key`.
    init(_ object: AnyObject, key: String) throws(KeychainError) {
        guard let reference = object as? SecKeychain else {
            throw KeychainError(.parameter, "\(key): not a SecKeychain")
        }
        self = reference.keychain
    }

    /// Reads a search list, the value of `key`; a single keychain counts as a list of one.
    static func list(_ object: AnyObject, key: String) throws(KeychainError) -> [Keychain] {
        var keychains: [Keychain] = []
        for element in CallerValue(object).elements {
            guard let element else { throw KeychainError(.parameter, "\(key): a null pointer") }
            let keychain = try Keychain(element, key: key)
            if !keychains.contains(keychain) { keychains.append(keychain) }
        }
        return keychains
    }
}

extension SearchList {
    /// Reads the argument `keychainOrArray`: a keychain, an array of them, or nil for those that are
    /// searched.
    ///
    /// - Throws: `parameter` for anything else.
    init(_ keychains: AnyObject?) throws(KeychainError) {
        guard let keychains else {
            self = .standard
            return
        }
        self.init(try Keychain.list(keychains, key: "keychainOrArray"))
    }
}
