// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore

/// The replacement of a store's keybag by one with another passcode or device key, in one transaction.
struct Rekeying {
    let writer: StoreWriter
    let old: Keybag
    let new: Keybag
    /// The keys that a passcode wraps; nil if neither keybag has one.
    let keys: PasscodeKeys?

    /// Replaces the keybag. The first passcode makes new class keys, so every row that locks is sealed again; the
    /// removal of one deletes the items that need it. Any other change wraps the same keys anew, and rows stay as
    /// they are.
    ///
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

    /// Deletes the items of `akpu`, which may exist only while there is a passcode.
    private func deleteItemsThatNeedPasscode(
        _ transaction: Transaction, _ change: inout PasscodeChange
    ) throws(KeychainError) {
        var rows: [SealedRow] = []
        try writer.forEachRow { stored in
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
