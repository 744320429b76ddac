// Table: the types of the functions for keychain files.

/// Joins what a program may do with a keychain.
public typealias SecKeychainStatus = UInt32

/// The keychain is unlocked.
public var kSecUnlockStateStatus: SecKeychainStatus { 1 }

/// The keychain may be read.
public var kSecReadPermStatus: SecKeychainStatus { 2 }

/// The keychain may be written.
public var kSecWritePermStatus: SecKeychainStatus { 4 }

/// Says whose default keychain and search list are meant; only the user has any.
public enum SecPreferencesDomain: Int32, Sendable {
    /// Selects what holds for the programs of the user.
    case user = 0

    /// Selects what holds for programs of no user.
    case system = 1

    /// Selects what is added to the search lists of all users.
    case common = 2

    /// Selects keychains that come and go with removable devices.
    case dynamic = 3
}

/// Selects what holds for the programs of the user.
public var kSecPreferencesDomainUser: SecPreferencesDomain { .user }

/// Selects what holds for programs of no user.
public var kSecPreferencesDomainSystem: SecPreferencesDomain { .system }

/// Selects what is added to the search lists of all users.
public var kSecPreferencesDomainCommon: SecPreferencesDomain { .common }

/// Selects keychains that come and go with removable devices.
public var kSecPreferencesDomainDynamic: SecPreferencesDomain { .dynamic }

/// The version of ``SecKeychainSettings``: 1.
public var SEC_KEYCHAIN_SETTINGS_VERS1: Int32 { 1 }

/// Says when a keychain locks itself.
public struct SecKeychainSettings: Sendable {
    /// ``SEC_KEYCHAIN_SETTINGS_VERS1``.
    public var version: UInt32
    /// Locks the keychain when the system sleeps.
    public var lockOnSleep: DarwinBoolean
    /// Locks the keychain after ``lockInterval``.
    public var useLockInterval: DarwinBoolean
    /// The number of seconds after which the keychain is locked; the largest signed one: never.
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
