// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

/// The effects of a change of the passcode on the items of a store, of all programs together.
public struct PasscodeChange: Sendable, Equatable {
    /// Items that were sealed again because the first passcode made new keys.
    public internal(set) var resealed = 0
    /// Rows of the quarantine that were sealed again with them; rows that don't open aren't counted.
    public internal(set) var resealedAside = 0
    /// Items of class akpu, which were deleted with the passcode.
    public internal(set) var deleted = 0
    /// Items that did not open before and do not open now; `security doctor` lists them.
    public internal(set) var damaged = 0

    package init(resealed: Int = 0, resealedAside: Int = 0, deleted: Int = 0, damaged: Int = 0) {
        self.resealed = resealed
        self.resealedAside = resealedAside
        self.deleted = deleted
        self.damaged = damaged
    }
}

/// The replacement of a store's keybag by one with another passcode or device key, in one transaction.
struct Rekeying {
    let writer: StoreWriter
    let old: Keybag
    let new: Keybag
    /// The keys that a passcode wraps; nil if neither keybag has one.
    let keys: PasscodeKeys?

    /// - Throws: `notAvailable` when another process has replaced the keybag; nothing changes then.
    func run() throws(KeychainError) -> PasscodeChange {
        guard try writer.keybags().contains(old.record) else {
            throw KeychainError(
                .notAvailable,
                "keybag: another process has just changed the passcode or the device key")
        }
        var change = PasscodeChange()
        let transaction = Transaction(writer: writer, keybag: keys.map(new.unlocked) ?? new)
        if !old.hasPasscode, new.hasPasscode {
            change = try Resealing(writer: writer, old: old, new: transaction.keybag).run()
        }
        if old.hasPasscode, !new.hasPasscode {
            try deleteItemsThatNeedPasscode(transaction, &change)
        }
        try writer.setKeybag(new.record, revision: new.revision)
        try transaction.resealManifest(sealedBy: old)
        return change
    }

    private func deleteItemsThatNeedPasscode(
        _ transaction: Transaction, _ change: inout PasscodeChange
    ) throws(KeychainError) {
        var rows: [SealedRow] = []
        try writer.forEachRow { (stored, _) in
            if case .sealed(let row) = stored, row.needsPasscode { rows.append(row) }
        }
        for row in rows { try transaction.delete(row) }
        change.deleted = rows.count
    }
}

extension SealedRow {
    /// Whether the item is deleted when the passcode is removed.
    var needsPasscode: Bool {
        protection == ProtectionClass.whenPasscodeSetThisDeviceOnly.rawValue
    }
}
