import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

/// Tells what a change of the passcode did to the items of a store, of all programs together.
public struct PasscodeChange: Sendable, Equatable {
    /// Items that were sealed again because the first passcode made new keys.
    public internal(set) var resealed = 0
    /// Rows of the quarantine that were sealed again with them, as far as they opened.
    public internal(set) var resealedAside = 0
    /// Items of the class akpu, which went with the passcode.
    public internal(set) var deleted = 0
    /// Items that did not open before and do not open now: the doctor tells which.
    public internal(set) var damaged = 0

    package init(resealed: Int = 0, resealedAside: Int = 0, deleted: Int = 0, damaged: Int = 0) {
        self.resealed = resealed
        self.resealedAside = resealedAside
        self.deleted = deleted
        self.damaged = damaged
    }
}

/// Puts a keybag with another passcode in place of the one a store has, in one transaction.
struct Rekeying {
    let writer: StoreWriter
    let old: Keybag
    let new: Keybag
    /// The keys the new one wraps.
    let keys: PasscodeKeys

    /// - Throws: `notAvailable` when the store has another keybag by now: then nothing changes.
    func run() throws(KeychainError) -> PasscodeChange {
        guard try writer.keybags().contains(old.record) else {
            throw KeychainError(
                .notAvailable, "keybag: somebody else has just changed the passcode")
        }
        var change = PasscodeChange()
        let transaction = Transaction(writer: writer, keybag: new.unlocked(by: keys))
        if !old.hasPasscode {
            change = try Resealing(writer: writer, old: old, new: transaction.keybag).run()
        }
        if !new.hasPasscode { try deleteWhatGoesWithThePasscode(transaction, &change) }
        try writer.setKeybag(new.record, revision: new.revision)
        try transaction.resealManifest(sealedBy: old)
        return change
    }

    private func deleteWhatGoesWithThePasscode(
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
    /// Vanishes with the passcode.
    var needsPasscode: Bool {
        protection == ProtectionClass.whenPasscodeSetThisDeviceOnly.rawValue
    }
}
