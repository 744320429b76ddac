import SwiftKeychain
import SwiftKeychainModel

/// Says which keychain a call works on.
package enum KeychainLocation: Sendable, Hashable {
    /// The user's own keychain, ``Keychain/login``.
    case standard
    /// The keychain in a file.
    case file(String)
    /// The default keychain, while what says which one that is can't be read.
    case unknown

    /// Names the keychain in the file at `path`; nil is the user's own.
    package init(path: String?) { self = path.map { .file($0) } ?? .standard }

    /// The path of the file; nil for the user's own.
    package var path: String? {
        if case .file(let path) = self { path } else { nil }
    }

    /// What a call searches that names no keychain; see ``Keychain/searched``.
    static var searched: [KeychainLocation] { Keychain.searched.map(Self.init) }

    /// Where a call adds that names no keychain; see ``Keychain/default``.
    package static var forNewItems: KeychainLocation { KeychainLocation(.default) }

    /// Names the place of a keychain.
    package init(_ keychain: Keychain) {
        if keychain.isLogin {
            self = .standard
        } else {
            self = keychain.path.isEmpty ? .unknown : .file(keychain.path)
        }
    }

    /// Reads a `SecKeychain`, the value of `key`.
    init(_ object: AnyObject, key: String) throws(KeychainError) {
        guard let keychain = object as? SecKeychain else {
            throw KeychainError(.parameter, "\(key): not a SecKeychain")
        }
        self.init(path: keychain.path)
    }

    /// Reads the keychains of a call of C's manner: a keychain, an array of them, or nil for those
    /// that are searched.
    static func searched(_ keychains: AnyObject?) throws(KeychainError) -> [KeychainLocation] {
        guard let keychains else { return searched }
        return try list(keychains, key: "keychainOrArray")
    }

    /// Reads a search list, the value of `key`; a single keychain counts as a list of one.
    package static func list(_ object: AnyObject, key: String) throws(KeychainError)
        -> [KeychainLocation]
    {
        var locations: [KeychainLocation] = []
        for element in CallerValue(object).elements {
            guard let element else { throw KeychainError(.parameter, "\(key): a null pointer") }
            let location = try KeychainLocation(element, key: key)
            if !locations.contains(location) { locations.append(location) }
        }
        return locations
    }
}
