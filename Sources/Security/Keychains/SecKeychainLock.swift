import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// Locks a keychain, for all programs of the user. One without a password stays unlocked.
///
/// - Parameter keychain: the reference; nil for the default keychain.
/// - Returns: `errSecSuccess`; `errSecNoSuchKeychain`, `errSecInvalidKeychain` for what is none.
@discardableResult
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus {
    LastError.status { () throws(KeychainError) in try SecKeychain.keychain(keychain).lock() }
}

/// Locks every keychain that is searched, and the user's own.
///
/// - Returns: `errSecSuccess`, or the status of the first that could not be locked; the others are.
@discardableResult
public func SecKeychainLockAll() -> OSStatus {
    LastError.status { () throws(KeychainError) in try Keychain.lockAll() }
}

/// Unlocks a keychain, for all programs of the user.
///
/// - Parameters:
///   - keychain: the reference; nil for the default keychain.
///   - passwordLength: the length of `password` in bytes.
///   - password: the password.
///   - usePassword: false: a person is asked through pinentry, unless it is unlocked already or has no
///     password. A wrong one is asked for again. The call may take minutes; several at once show one
///     prompt.
/// - Returns: `errSecSuccess`, also of a keychain without a password; `errSecAuthFailed` for a wrong
///   one, and for any that comes too soon after five or more wrong ones; `errSecParam` for a length
///   without a pointer; `errSecUserCanceled` for a person who dismissed the prompt or did not answer;
///   `errSecInteractionNotAllowed` at once where nobody may or can be asked;
///   `errSecNoSuchKeychain`, `errSecInvalidKeychain` for what is no keychain.
@discardableResult
public func SecKeychainUnlock(
    _ keychain: SecKeychain?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
    _ usePassword: Bool
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let keychain = SecKeychain.keychain(keychain)
        if usePassword {
            try keychain.unlock(
                passcode: try SecretBytes(lent: password, passwordLength, "password"))
        } else {
            try keychain.unlock()
        }
    }
}

/// Changes the password of a keychain, sets the first one, or removes it.
///
/// - Parameters:
///   - keychain: the reference; nil for the default keychain.
///   - oldPasswordLength: the length of `oldPassword` in bytes; 0: there is none yet.
///   - oldPassword: the password the keychain has.
///   - newPasswordLength: the length of `newPassword` in bytes; 0: none any more. What is stored
///     with `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly` goes with it.
///   - newPassword: the password the keychain will have.
/// - Returns: `errSecSuccess`; `errSecAuthFailed` for a wrong old one; `errSecParam` for a length
///   without a pointer; `errSecNoSuchKeychain`, `errSecInvalidKeychain` for what is no keychain.
@discardableResult
public func SecKeychainChangePassword(
    _ keychain: SecKeychain?, _ oldPasswordLength: UInt32, _ oldPassword: UnsafeRawPointer?,
    _ newPasswordLength: UInt32, _ newPassword: UnsafeRawPointer?
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let old = try SecretBytes(lent: oldPassword, oldPasswordLength, "oldPassword")
        let new = try SecretBytes(lent: newPassword, newPasswordLength, "newPassword")
        try SecKeychain.keychain(keychain).setPasscode(new, old: old)
    }
}
