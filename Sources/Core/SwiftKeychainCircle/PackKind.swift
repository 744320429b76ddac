// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The kinds of packs, by the lock state in which they can be read.
package enum PackKind: String, CaseIterable, Sendable {
    /// Items that can be read while the keychain is unlocked.
    case whenUnlocked = "A"
    /// Items that can be read after the first unlock, or always.
    case afterFirstUnlock = "C"

    /// The kind of pack for an item; nil for a class that never leaves the device.
    package init?(_ protection: ProtectionClass) {
        switch protection {
        case .whenUnlocked: self = .whenUnlocked
        case .afterFirstUnlock, .always: self = .afterFirstUnlock
        case .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
            .alwaysThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
            return nil
        }
    }
}
