// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// Locks a keychain, for all programs of the user. One without a password stays unlocked.
///
/// - Parameter keychain: the reference; nil for the default keychain.
/// - Returns: `errSecSuccess`; `errSecNoSuchKeychain` or `errSecInvalidKeychain` where there is no
///   keychain.
@discardableResult
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus {
    LastError.status {
        guard let keychain else { return try Keychain.lockDefault() }
        try SecKeychain.keychain(keychain).lock()
    }
}

/// Locks every keychain that is searched, and the user's own.
///
/// - Returns: `errSecSuccess`, or the status of the first that could not be locked; the others are
///   locked.
@discardableResult
public func SecKeychainLockAll() -> OSStatus {
    LastError.status { try Keychain.lockAll() }
}

/// Unlocks a keychain, for all programs of the user.
///
/// - Parameters:
///   - keychain: the reference; nil for the default keychain.
///   - passwordLength: the length of `password` in bytes.
///   - password: the password.
///   - usePassword: false to ask the user through pinentry, unless the keychain is unlocked
///     already or has no password. After a wrong password the user is asked again. The call may
///     take minutes; several at once show one prompt.
/// - Returns: `errSecSuccess`, also of a keychain without a password; `errSecAuthFailed` for a
///   wrong one, and for any password too soon after five or more wrong ones; `errSecParam` for a
///   length without a pointer; `errSecUserCanceled` when the user dismissed the prompt or did not
///   answer; `errSecInteractionNotAllowed` at once where the user may not or can't be asked;
///   `errSecNoSuchKeychain` or `errSecInvalidKeychain` where there is no keychain.
@discardableResult
public func SecKeychainUnlock(
    _ keychain: SecKeychain?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?,
    _ usePassword: Bool
) -> OSStatus {
    LastError.status {
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
///   - oldPasswordLength: the length of `oldPassword` in bytes; 0 if there is none yet.
///   - oldPassword: the current password.
///   - newPasswordLength: the length of `newPassword` in bytes; 0 removes the password, and with it
///     the items stored with `kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly`.
///   - newPassword: the new password.
/// - Returns: `errSecSuccess`; `errSecAuthFailed` for a wrong old one; `errSecParam` for a length
///   without a pointer; `errSecNoSuchKeychain` or `errSecInvalidKeychain` where there is no
///   keychain.
@discardableResult
public func SecKeychainChangePassword(
    _ keychain: SecKeychain?, _ oldPasswordLength: UInt32, _ oldPassword: UnsafeRawPointer?,
    _ newPasswordLength: UInt32, _ newPassword: UnsafeRawPointer?
) -> OSStatus {
    LastError.status {
        let old = try SecretBytes(lent: oldPassword, oldPasswordLength, "oldPassword")
        let new = try SecretBytes(lent: newPassword, newPasswordLength, "newPassword")
        try SecKeychain.keychain(keychain).setPasscode(new, old: old)
    }
}

/// Returns when a keychain locks itself; never by default.
///
/// - Parameters:
///   - keychain: the reference; nil for the default keychain.
///   - outSettings: `version` must be 1.
/// - Returns: `errSecSuccess`; `errSecParam` for another version; `errSecNoSuchKeychain` or
///   `errSecInvalidKeychain` where there is no keychain.
@discardableResult
public func SecKeychainCopySettings(
    _ keychain: SecKeychain?, _ outSettings: UnsafeMutablePointer<SecKeychainSettings>
) -> OSStatus {
    LastError.status {
        try outSettings.pointee.checkVersion()
        let settings = try SecKeychain.keychain(keychain).settings()
        outSettings.pointee = SecKeychainSettings(
            version: 1, lockOnSleep: DarwinBoolean(settings.lockOnSleep),
            useLockInterval: DarwinBoolean(settings.lockAfter != nil),
            lockInterval: settings.lockAfter.map(UInt32.init) ?? never)
    }
}

/// Sets when a keychain locks itself. An unlocked keychain stays unlocked; its time and the sleep
/// of the machine count from now. `lockOnSleep` locks after more than two seconds of sleep.
///
/// - Returns: `errSecSuccess`; `errSecParam` for a version other than 1 and an interval of 0;
///   `errSecNoSuchKeychain` or `errSecInvalidKeychain` where there is no keychain.
@discardableResult
public func SecKeychainSetSettings(
    _ keychain: SecKeychain?, _ newSettings: UnsafePointer<SecKeychainSettings>
) -> OSStatus {
    LastError.status {
        let settings = newSettings.pointee
        try settings.checkVersion()
        let isTimed = settings.useLockInterval.boolValue && settings.lockInterval < never
        try SecKeychain.keychain(keychain).setSettings(
            LockSettings(
                lockAfter: isTimed ? Int(settings.lockInterval) : nil,
                lockOnSleep: settings.lockOnSleep.boolValue))
    }
}

/// Sets whether calls of this process may ask the user, which they may by default. If not, calls that
/// would ask fail with `errSecInteractionNotAllowed`.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainSetUserInteractionAllowed(_ state: Bool) -> OSStatus {
    UserInteraction.isAllowed = state
    return errSecSuccess
}

/// Returns whether calls of this process may ask the user.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainGetUserInteractionAllowed(
    _ state: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    state.receive(DarwinBoolean(UserInteraction.isAllowed))
}

/// The interval that means never, and the largest one that other programs know.
private let never = UInt32(Int32.max)

extension SecKeychainSettings {
    fileprivate func checkVersion() throws(KeychainError) {
        guard version == 1 else { throw KeychainError(.parameter, "settings: version is not 1") }
    }
}
