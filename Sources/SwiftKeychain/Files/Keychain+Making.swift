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
        let (system, isMade) = (system, Flag())
        guard let password, password.count > 0 else {
            let engine = Engine(location: location, system: system) {
                () throws(KeychainError) in
                isMade.set()
                return try keys.makeNewStore()
            }
            return try Self.make(engine, isMade)
        }
        // Before the store's locks are taken: the passcode takes a while.
        let made = try keys.makeNewStore(passcode: password, cost: system.passcodeCost)
        let engine = Engine(location: location, system: system) { () throws(KeychainError) in
            isMade.set()
            return made.store
        }
        try Self.make(engine, isMade)
        // Where the kernel keeps nothing, it is this process's own engine that does.
        let own = try self.engine()
        let (keybag, state) = try own.restingKeybag()
        state.keep(made.keys, of: keybag, try own.setting())
    }

    /// Tells whether the keys that were offered are those of the file.
    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }

    private static func make(_ engine: Engine, _ isMade: Flag) throws(KeychainError) {
        try engine.read(.standard) { (_, _) in }
        guard isMade.isSet else {
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
