// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// A reference to one keychain: a store file, whether or not it exists.
///
/// Two references are equal when they name the same file.
public final class SecKeychain: CoreFoundationObject, @unchecked Sendable {
    package let keychain: Keychain

    package init(_ keychain: Keychain) {
        self.keychain = keychain.referred
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecKeychain else { return false }
        return other.keychain == keychain
    }

    public override var hash: Int { keychain.hashValue }

    /// The file.
    public override var description: String {
        "<SecKeychain: \(keychain.isLogin ? "login" : keychain.path)>"
    }
}

extension Keychain {
    /// The keychain as references name it. The login keychain is made when it is needed, also when it was opened by its path.
    var referred: Keychain { isLogin ? .login : self }
}

/// Returns the Core Foundation type of ``SecKeychain``.
public func SecKeychainGetTypeID() -> CFTypeID {
    CoreFoundationRuntime.type(of: SecKeychain.self)
}

extension SecKeychain {
    /// Returns the keychain of a reference; the default keychain for nil.
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
        let refusal = KeychainError(.parameter, "\(key): not a SecKeychain")
        for reference in try CFValue.list(object, or: refusal, { $0 as? SecKeychain })
        where !keychains.contains(reference.keychain) {
            keychains.append(reference.keychain)
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

/// Makes a keychain file, and adds it to the search list.
///
/// - Parameters:
///   - pathName: the path of the new file; a name without a slash is a file next to the user's own
///     keychain.
///   - passwordLength: the length of `password` in bytes; 0 for a keychain without a password,
///     which is never locked.
///   - password: the password that unlocks the keychain.
///   - promptUser: whether the user is asked for the password, twice, through pinentry; `password`
///     is ignored then. An empty password is refused, and asked for again.
///   - initialAccess: always nil.
///   - keychain: receives a reference to the new keychain.
/// - Returns: `errSecSuccess`; `errSecParam` for a path that names no file and for a length without
///   a password; `errSecDuplicateKeychain` where a file of that name exists; with `promptUser`
///   `errSecUserCanceled` when the user dismissed the prompt or did not answer, and
///   `errSecInteractionNotAllowed` where the user may not or can't be asked; or the status of the
///   failure to make the file.
@discardableResult
public func SecKeychainCreate(
    _ pathName: UnsafePointer<CChar>, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
    _ promptUser: Bool, _ initialAccess: SecAccess?, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    LastError.status {
        let path = try SecKeychain.path(pathName)
        let created =
            promptUser
            ? try Keychain.create(path: path, asking: Authentication())
            : try Keychain.create(
                path: path, password: try SecretBytes(lent: password, passwordLength, "password"))
        keychain.pointee = SecKeychain(created)
    }
}

/// Returns a reference to the keychain in the file at `pathName`, for `kSecUseKeychain` and
/// `kSecMatchSearchList`.
///
/// A name without a slash is a file next to the user's own keychain, which is `login.keychain`. If
/// the file doesn't exist, the first call that uses the reference fails with
/// `errSecNoSuchKeychain`.
///
/// - Returns: `errSecSuccess`, or `errSecParam` for an empty path.
@discardableResult
public func SecKeychainOpen(
    _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    LastError.status {
        keychain.pointee = SecKeychain(Keychain(path: try SecKeychain.path(pathName)))
    }
}

/// Removes the file of a keychain with everything in it, and removes it from the search list.
///
/// - Returns: `errSecSuccess`; `errSecInvalidKeychain` for nil, and for a file that is not a
///   keychain, which is left unchanged; `errSecNoSuchKeychain` where there is no file.
@discardableResult
public func SecKeychainDelete(_ keychainOrArray: SecKeychain?) -> OSStatus {
    LastError.status {
        guard let keychainOrArray else {
            throw KeychainError(.invalidKeychain, "keychain: nil")
        }
        try keychainOrArray.keychain.remove()
    }
}

/// Returns what a program may do with a keychain, as `kSecUnlockStateStatus`, `kSecReadPermStatus`
/// and `kSecWritePermStatus` joined; a keychain without a password is always unlocked.
///
/// - Parameter keychain: the reference; nil for the default keychain.
/// - Returns: `errSecSuccess`; `errSecNoSuchKeychain` or `errSecInvalidKeychain` where there is no
///   keychain.
@discardableResult
public func SecKeychainGetStatus(
    _ keychain: SecKeychain?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>
) -> OSStatus {
    LastError.status {
        let keychain = SecKeychain.keychain(keychain)
        let permissions = try keychain.permissions()
        let isUnlocked = try keychain.lockState() == .unlocked
        keychainStatus.pointee =
            (isUnlocked ? kSecUnlockStateStatus : 0)
            | (permissions.mayRead ? kSecReadPermStatus : 0)
            | (permissions.mayWrite ? kSecWritePermStatus : 0)
    }
}

/// Copies the path of a keychain's file, with a final zero byte, into the caller's buffer.
///
/// - Parameters:
///   - keychain: the reference; nil for the default keychain.
///   - ioPathLength: the size of the buffer in bytes; on return the length of the path without its
///     zero byte, also when the buffer is too small.
/// - Returns: `errSecSuccess`; `errSecBufferTooSmall`; `errSecNoSuchKeychain` where the place of
///   the default keychain is unknown.
@discardableResult
public func SecKeychainGetPath(
    _ keychain: SecKeychain?, _ ioPathLength: UnsafeMutablePointer<UInt32>,
    _ pathName: UnsafeMutablePointer<CChar>
) -> OSStatus {
    let path = SecKeychain.keychain(keychain).path
    guard !path.isEmpty else { return errSecNoSuchKeychain }
    let capacity = Int(ioPathLength.pointee)
    let count = path.pathBytes.count
    ioPathLength.pointee = UInt32(count)
    guard count < capacity else { return errSecBufferTooSmall }
    path.withPath { pathName.update(from: $0, count: count + 1) }
    return errSecSuccess
}

/// Returns the version of these functions: 1.0, as two numbers of two bytes.
@discardableResult
public func SecKeychainGetVersion(_ returnVers: UnsafeMutablePointer<UInt32>) -> OSStatus {
    returnVers.receive(0x0001_0000)
}
