import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

extension StoreKeys {
    /// Seals anew what a step away from a version of the tables changes (``Store/Hands/migrate``).
    ///
    /// - Throws: `notAvailable` when the keys don't open, or the manifest doesn't: a store in doubt
    ///   stays as it is.
    @Sendable func migrate(_ version: Int64, _ writer: StoreWriter) throws(KeychainError) {
        guard version == 1 else { return }
        // The first version's manifest held no names, and not always the keybag's revision.
        let keybag = try open(try writer.keybags())
        guard let stored = try writer.manifest() else { throw Keybag.doubt("is missing") }
        var manifest: Manifest
        do throws(KeychainError) {
            manifest = try keybag.openFirstManifest(stored.record, revision: stored.revision)
        } catch {
            guard error.code == .decode else { throw error }
            throw Keybag.doubt("does not authenticate")
        }
        try keybag.countNotes(of: writer, in: &manifest)
        manifest.revision &+= 1
        try writer.setManifest(try keybag.seal(manifest), revision: manifest.revision)
    }
}
