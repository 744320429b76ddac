// SPDX-License-Identifier: Apache-2.0
// Table: the types of the functions for keychain files.

/// The bits for what a program may do with a keychain.
public typealias SecKeychainStatus = UInt32

/// The keychain is unlocked.
public var kSecUnlockStateStatus: SecKeychainStatus { 1 }

/// The keychain may be read.
public var kSecReadPermStatus: SecKeychainStatus { 2 }

/// The keychain may be written.
public var kSecWritePermStatus: SecKeychainStatus { 4 }

/// The version of ``SecKeychainSettings``: 1.
public var SEC_KEYCHAIN_SETTINGS_VERS1: Int32 { 1 }

/// The settings for when a keychain locks itself.
public struct SecKeychainSettings: Sendable {
    /// ``SEC_KEYCHAIN_SETTINGS_VERS1``.
    public var version: UInt32
    /// Whether the keychain is locked when the system sleeps.
    public var lockOnSleep: DarwinBoolean
    /// Whether the keychain is locked after ``lockInterval``.
    public var useLockInterval: DarwinBoolean
    /// The number of seconds after which the keychain is locked; the largest signed value means
    /// never.
    public var lockInterval: UInt32

    /// Makes settings of zeros.
    public init() {
        self.init(version: 0, lockOnSleep: false, useLockInterval: false, lockInterval: 0)
    }

    /// Makes settings.
    public init(
        version: UInt32, lockOnSleep: DarwinBoolean, useLockInterval: DarwinBoolean,
        lockInterval: UInt32
    ) {
        self.version = version
        self.lockOnSleep = lockOnSleep
        self.useLockInterval = useLockInterval
        self.lockInterval = lockInterval
    }
}
