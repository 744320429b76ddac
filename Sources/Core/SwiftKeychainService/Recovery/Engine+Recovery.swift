// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

// An examination or repair opens the keybag even when ordinary calls refuse it.
extension Engine {
    /// The number of rows of each class that are tried.
    private static let samples = 4

    /// Opens the keybag that a reader sees, without checking it against the manifest.
    ///
    /// - Throws: `notAvailable` when it can't be opened.
    func unvouchedKeybag(
        _ reader: StoreReader, vouch: (Keybag) throws -> Void = { _ in }
    ) throws(KeychainError) -> Keybag {
        let keybag = try storeKeys.open(try reader.keybags(), vouch: vouch)
        return lending(keybag, unlockedState(of: keybag))
    }

    /// Opens the keybag of a store that is to be repaired.
    ///
    /// - Throws: `notAvailable` when it can't be opened, or belongs to another store: with its keys every
    ///   row would look damaged.
    func keybagForRepair(_ reader: StoreReader) throws(KeychainError) -> Keybag {
        try unvouchedKeybag(reader) { keybag in
            do throws(KeychainError) {
                guard let stored = try reader.manifest() else {
                    throw KeychainError(.decode, "manifest: missing")
                }
                _ = try keybag.openManifest(stored.record, revision: stored.revision)
            } catch {
                guard error.code == .decode else { throw error }
                try requireRows(under: keybag, reader)
            }
        }
    }

    /// Checks that a keybag which doesn't open the manifest opens a row: then the manifest was edited, and
    /// otherwise the keybag belongs to another store.
    private func requireRows(under keybag: Keybag, _ reader: StoreReader) throws(KeychainError) {
        var tried = 0
        for itemClass in ItemClass.stored {
            for row in try reader.allRows(itemClass, limit: Self.samples) {
                guard case .damaged = try OpenedRow(row, keybag: keybag) else {
                    return
                }
                tried += 1
            }
        }
        // A single damaged row proves nothing.
        if tried > 1 {
            throw KeychainError(
                .notAvailable,
                "\(location.databasePath): its keybag belongs to another store: it opens neither the"
                    + " manifest nor any item. Nothing was changed. Restore the file from a copy"
                    + " with its own keybag")
        }
    }
}
