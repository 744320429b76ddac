import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// Gives when a keychain locks itself; never, unless somebody said otherwise.
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
        let settings = try SecKeychain.keychain(keychain).settings()
        outSettings.pointee = SecKeychainSettings(
            version: 1, lockOnSleep: DarwinBoolean(settings.lockOnSleep),
            useLockInterval: DarwinBoolean(settings.lockAfter != nil),
            lockInterval: settings.lockAfter.map(UInt32.init) ?? never)
    }
}

/// Says when a keychain locks itself, from now on: one that is unlocked stays so, and its time and the
/// sleep of the machine count from here. `lockOnSleep` locks after more than two seconds of sleep.
///
/// - Returns: `errSecSuccess`; `errSecParam` for a version other than 1 and an interval of 0;
///   `errSecNoSuchKeychain`, `errSecInvalidKeychain` for what is no keychain.
@discardableResult
public func SecKeychainSetSettings(
    _ keychain: SecKeychain?, _ newSettings: UnsafePointer<SecKeychainSettings>
) -> OSStatus {
    LastError.status { () throws(KeychainError) in
        let settings = newSettings.pointee
        try settings.checkVersion()
        let isTimed = settings.useLockInterval.boolValue && settings.lockInterval < never
        try SecKeychain.keychain(keychain).setSettings(
            LockSettings(
                lockAfter: isTimed ? Int(settings.lockInterval) : nil,
                lockOnSleep: settings.lockOnSleep.boolValue))
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

/// The interval that means never, and the largest one that other programs know.
private let never = UInt32(Int32.max)

extension SecKeychainSettings {
    fileprivate func checkVersion() throws(KeychainError) {
        guard version == 1 else { throw KeychainError(.parameter, "settings: version is not 1") }
    }
}
