// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// The answer of a service. ``Request/Operation`` names the case that answers each operation.
package enum Reply: Sendable {
    case items([Item])
    case page(Page)
    /// The items of each group as they are stored.
    case stored([[Item]])
    case count(Int)
    case status(LockStatus)
    /// The proof that the passcode was given.
    case verified([UInt8])
    case passcodeChange(PasscodeChange)
    /// The text of a recovery code, which the user writes down.
    case recoveryCode(SecretBytes)
    case paths([String])
    case settings(LockSettings)
    case file(FileState)
    case keychainList(KeychainList)
    /// What an examination found in the store, and in the files around it if there is a store.
    case findings([Finding], surroundings: [Finding] = [])
    /// What was archived, and the archive where the request asks for it in the reply.
    case archived(ArchiveTally, [UInt8])
    case restored(RestoreTally)
    case syncStatus(SyncStatus?)
    case syncReceived(SyncReceived)
    case syncPlan(SyncPlan)
    case syncPairing(SyncPairing)
    case syncConflicts([SyncConflict])
    case syncRelay(RelayPlace)
    /// The text of an invitation into a circle.
    case invitation(SecretBytes)
    case done
    /// The request can be carried out once this is granted.
    case lacks(Demand)
    case failed(KeychainError)

    /// Some of the items that may match a query.
    package struct Page: Sendable {
        package let items: [Item]
        /// The number of items at the end that may match and are locked.
        package let lockedCount: Int
        /// Where the next page starts; nil for the last page.
        package let next: Cursor?
        /// Why a candidate can't be read; the error of a search that finds nothing else.
        package let damage: KeychainError?
        /// Why the page ends before an item; nil for a complete page.
        package let stop: Stop?

        package init(
            items: [Item], lockedCount: Int = 0, next: Cursor?, damage: KeychainError?, stop: Stop?
        ) {
            self.items = items
            self.lockedCount = lockedCount
            self.next = next
            self.damage = damage
            self.stop = stop
        }

        package enum Stop: Sendable {
            /// The item needs a grant. The same request with the grant continues the page.
            case lacks(Demand)
            case failed(KeychainError)
        }
    }

    /// The state of a keychain.
    package struct LockStatus: Sendable {
        package let lockState: LockState
        package let hasPasscode: Bool
        /// Bytes that stay the same until the keychain locks or its passcode changes; nil if unknown.
        package let mark: [UInt8]?
        /// Why only the process of the service finds the keychain unlocked; nil if others do too, or it
        /// is locked.
        package let reasonUnlockedHereAlone: String?

        package init(
            lockState: LockState, hasPasscode: Bool, mark: [UInt8]?,
            reasonUnlockedHereAlone: String?
        ) {
            self.lockState = lockState
            self.hasPasscode = hasPasscode
            self.mark = mark
            self.reasonUnlockedHereAlone = reasonUnlockedHereAlone
        }
    }

    /// The file of a keychain, as the process of the service sees it.
    package struct FileState: Sendable {
        package let exists: Bool
        /// Whether the file may be read, or its folder if it doesn't exist.
        package let mayRead: Bool
        package let mayWrite: Bool

        package init(exists: Bool, mayRead: Bool, mayWrite: Bool) {
            self.exists = exists
            self.mayRead = mayRead
            self.mayWrite = mayWrite
        }
    }
}
