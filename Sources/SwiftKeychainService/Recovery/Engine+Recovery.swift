import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

// Whoever examines or mends a store opens its keybag even where no call may use it.
extension Engine {
    /// Rows of each class that are tried.
    private static let samples = 4

    /// Opens the keybag that a reader sees, whatever the manifest says.
    ///
    /// - Throws: `notAvailable` when it can't be opened.
    func unvouchedKeybag(
        _ reader: StoreReader, vouch: (Keybag) throws(KeychainError) -> Void = { _ in }
    ) throws(KeychainError) -> Keybag {
        let keybag = try StoreKeys(location: location).open(try reader.keybags(), vouch: vouch)
        return lending(keybag, unlockedState(of: keybag))
    }

    /// Opens the keybag of a store that is to be mended.
    ///
    /// - Throws: `notAvailable` when it can't be opened, or is another store's: under its keys every row
    ///   would pass for a damaged one.
    func keybagForRepair(_ reader: StoreReader) throws(KeychainError) -> Keybag {
        try unvouchedKeybag(reader) { (keybag) throws(KeychainError) in
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

    /// Tells a manifest that was touched, beside rows that open, from a keybag that is another's.
    private func requireRows(under keybag: Keybag, _ reader: StoreReader) throws(KeychainError) {
        var tried = 0
        for itemClass in ItemClass.stored {
            for row in try reader.allRows(itemClass, limit: Self.samples) {
                guard case .damaged = try OpenedRow(row, keybag: keybag, withSecret: false) else {
                    return
                }
                tried += 1
            }
        }
        // One damaged row is no evidence.
        if tried > 1 {
            throw KeychainError(
                .notAvailable,
                "\(location.databasePath): its keybag opens neither manifest nor items: it is another"
                    + " store's, and nothing was changed. Its own lies in a copy of the file, if"
                    + " anywhere")
        }
    }
}
