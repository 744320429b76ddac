import Foundation
import Keychain
import KeychainDictionary
import KeychainModel
import KeychainObjects

/// Gives when a keychain locks itself: never, as long as it has no password.
///
/// - Parameters:
///   - keychain: the reference; nil for the default keychain.
///   - outSettings: whose `version` says what the caller knows: 1.
/// - Returns: `errSecSuccess`; `errSecParam` for another version; `errSecNoSuchKeychain`,
///   `errSecInvalidKeychain` for what is no keychain.
@discardableResult
public func SecKeychainCopySettings(
    _ keychain: SecKeychain?, _ outSettings: UnsafeMutablePointer<SecKeychainSettings>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        try outSettings.pointee.checkVersion()
        try SecKeychain.keychain(keychain).requireFile()
        outSettings.pointee = SecKeychainSettings(
            version: 1, lockOnSleep: false, useLockInterval: false, lockInterval: .max)
    }
}

/// Says when a keychain locks itself.
///
/// - Returns: `errSecSuccess` for never; `errSecUnimplemented` for anything else, and nothing is
///   changed; `errSecParam` for a version other than 1; `errSecNoSuchKeychain`,
///   `errSecInvalidKeychain` for what is no keychain.
@discardableResult
public func SecKeychainSetSettings(
    _ keychain: SecKeychain?, _ newSettings: UnsafePointer<SecKeychainSettings>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let settings = newSettings.pointee
        try settings.checkVersion()
        try SecKeychain.keychain(keychain).requireFile()
        let isTimed = settings.useLockInterval.boolValue && settings.lockInterval != .max
        if settings.lockOnSleep.boolValue || isTimed {
            throw KeychainError(.unimplemented, "settings: a keychain does not lock itself yet")
        }
    }
}

/// Says whether calls of this process may ask a person something; they may, until this says
/// otherwise. What would ask then fails with `errSecInteractionNotAllowed`.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainSetUserInteractionAllowed(_ state: Bool) -> OSStatus {
    UserInteraction.isAllowed = state
    return errSecSuccess
}

/// Gives whether calls of this process may ask a person something.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecKeychainGetUserInteractionAllowed(
    _ state: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    state.pointee = DarwinBoolean(UserInteraction.isAllowed)
    return errSecSuccess
}

extension SecKeychainSettings {
    fileprivate func checkVersion() throws(KeychainError) {
        guard version == 1 else { throw KeychainError(.parameter, "settings: version is not 1") }
    }
}
