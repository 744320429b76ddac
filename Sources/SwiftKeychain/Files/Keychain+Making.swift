import Glibc
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem
import Synchronization

// A keychain file appears under its name whole: with its password in its keybag, or not at all.
extension Keychain {
    /// Makes the file of a keychain that must exist, and leaves it unlocked.
    ///
    /// - Parameter password: nil or empty: none.
    /// - Throws: `duplicateKeychain` when it is there by now.
    func make(password: SecretBytes?) throws(KeychainError) {
        let location = try place()
        let keys = StoreKeys(location: location)
        guard let password, password.count > 0 else {
            return try make(location, NewFileKeys(keys))
        }
        // Before the store's locks are taken: the passcode takes a while.
        let made = try keys.makeRecords(passcode: password, cost: system.passcodeCost)
        try make(location, NewFileKeys(keys, made.records))
        // Where the kernel keeps nothing, it is this process's own engine that does.
        let own = try self.engine()
        let (keybag, state) = try own.restingKeybag()
        state.keep(made.keys, of: keybag, try own.setting())
    }

    /// The keys of a file that is being made, and whether they became its keys.
    private final class NewFileKeys: StoreKeyProvider {
        private let keys: StoreKeys
        private let records: NewStoreRecords?
        private let used = Atomic(false)
        var areUsed: Bool { used.load(ordering: .relaxed) }

        init(_ keys: StoreKeys, _ records: NewStoreRecords? = nil) {
            self.keys = keys
            self.records = records
        }

        func makeRecords() throws(KeychainError) -> NewStoreRecords {
            used.store(true, ordering: .relaxed)
            if let records { return records }
            return try keys.makeRecords()
        }

        func migrate(_ writer: StoreWriter, from version: Int64) throws(KeychainError) {
            try keys.migrate(writer, from: version)
        }
    }

    private func make(_ location: Location, _ keys: NewFileKeys) throws(KeychainError) {
        let engine = Engine(location: location, system: system, keys: keys)
        try engine.read(.standard) { (_, _) in }
        guard keys.areUsed else {
            throw KeychainError(
                .duplicateKeychain,
                "\(engine.location.databasePath): there is a keychain of that name by now")
        }
    }

    /// Removes what a keychain of this name may have left beside it: wrong passwords that were
    /// counted are not the next one's.
    func sweep() throws(KeychainError) {
        let location = try place()
        let engine = Engine(location: location, isMade: true, system: system)
        if engine.attempts.isOwn { engine.attempts.path.withPath { _ = unlink($0) } }
        if engine.lockEpochs.isOwn { engine.lockEpochs.path.withPath { _ = unlink($0) } }
    }
}
