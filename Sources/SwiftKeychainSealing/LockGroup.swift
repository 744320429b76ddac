import SwiftKeychainModel

/// Groups the protection classes by when a passcode makes their keys available.
public enum LockGroup: String, Sendable, Hashable, CaseIterable {
    /// ak, aku, akpu: from unlocking to locking.
    case whenUnlocked = "A"
    /// ck, cku: from the first unlocking to the restart of the machine.
    case afterFirstUnlock = "C"

    /// Finds the group of a class; nil for dk and dku, which never lock.
    public init?(_ protection: ProtectionClass) {
        switch protection {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
            self = .whenUnlocked
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: self = .afterFirstUnlock
        case .always, .alwaysThisDeviceOnly: return nil
        }
    }

    /// The classes of the group, in the order of ``UnlockedKeys``.
    var classes: [ProtectionClass] {
        switch self {
        case .whenUnlocked:
            [.whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly]
        case .afterFirstUnlock: [.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly]
        }
    }
}
