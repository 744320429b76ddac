import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// Makes a keychain file, and adds it to the search list.
///
/// - Parameters:
///   - pathName: the path of the new file; a name without a slash lies beside the user's own
///     keychain.
///   - passwordLength: the length of `password` in bytes; 0: the keychain has none and is never
///     locked.
///   - password: what will unlock the keychain.
///   - promptUser: whether a person is asked for the password, twice, through pinentry; what
///     `password` says is passed over then. An empty one is asked for again.
///   - initialAccess: always nil.
///   - keychain: room for a reference to the new keychain.
/// - Returns: `errSecSuccess`; `errSecParam` for a path that names no file and a length without a
///   password; `errSecDuplicateKeychain` where a file of that name is; with `promptUser`
///   `errSecUserCanceled` for a person who dismissed the prompt or did not answer, and
///   `errSecInteractionNotAllowed` where nobody may or can be asked; the status of what kept the file
///   from being made.
@discardableResult
public func SecKeychainCreate(
    _ pathName: UnsafePointer<CChar>, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
    _ promptUser: Bool, _ initialAccess: SecAccess?, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let path = try SecKeychain.path(pathName)
        let created =
            promptUser
            ? try Keychain.create(path: path, asking: Authentication())
            : try Keychain.create(
                path: path, password: try SecretBytes(lent: password, passwordLength, "password"))
        keychain.pointee = SecKeychain(created)
    }
}

/// Gives a reference to the keychain in the file at `pathName`, for `kSecUseKeychain` and
/// `kSecMatchSearchList`.
///
/// A name without a slash lies beside the user's own keychain, which is `login.keychain`. Whether
/// the file exists is told by the first call that uses the reference: `errSecNoSuchKeychain`.
///
/// - Returns: `errSecSuccess`, or `errSecParam` for an empty path.
@discardableResult
public func SecKeychainOpen(
    _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        keychain.pointee = SecKeychain(Keychain(path: try SecKeychain.path(pathName)))
    }
}

/// Removes the file of a keychain with everything in it, and takes it off the search list.
///
/// - Returns: `errSecSuccess`; `errSecInvalidKeychain` for nil, and for a file that is no keychain,
///   which stays as it is; `errSecNoSuchKeychain` where there is no file.
@discardableResult
public func SecKeychainDelete(_ keychainOrArray: SecKeychain?) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        guard let keychainOrArray else {
            throw KeychainError(.invalidKeychain, "keychain: nil")
        }
        try keychainOrArray.keychain.remove()
    }
}

/// Gives what a program may do with a keychain, as `kSecUnlockStateStatus`, `kSecReadPermStatus`
/// and `kSecWritePermStatus` joined; a keychain without a password is always unlocked.
///
/// - Parameter keychain: the reference; nil for the default keychain.
/// - Returns: `errSecSuccess`; `errSecNoSuchKeychain`, `errSecInvalidKeychain` for what is none.
@discardableResult
public func SecKeychainGetStatus(
    _ keychain: SecKeychain?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let keychain = SecKeychain.keychain(keychain)
        let permissions = try keychain.permissions()
        let isUnlocked = try keychain.lockState() == .unlocked
        keychainStatus.pointee =
            (isUnlocked ? kSecUnlockStateStatus : 0)
            | (permissions.mayRead ? kSecReadPermStatus : 0)
            | (permissions.mayWrite ? kSecWritePermStatus : 0)
    }
}

/// Copies the path of a keychain's file, with a final zero byte, into a buffer of the caller's.
///
/// - Parameters:
///   - keychain: the reference; nil for the default keychain.
///   - ioPathLength: the size of the buffer in bytes; on return the length of the path without its
///     zero byte, also when the buffer is too small.
/// - Returns: `errSecSuccess`; `errSecBufferTooSmall`; `errSecNoSuchKeychain` where nothing says
///   where the default keychain lies.
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

/// Gives the version of these functions: 1.0, as two numbers of two bytes.
@discardableResult
public func SecKeychainGetVersion(_ returnVers: UnsafeMutablePointer<UInt32>) -> OSStatus {
    returnVers.pointee = 0x0001_0000
    return errSecSuccess
}
