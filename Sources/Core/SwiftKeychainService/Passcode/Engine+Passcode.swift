// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainStore

extension Engine {
    var attempts: Attempts {
        Attempts(path: location.beside("passcode.attempts"), now: system.now)
    }
    var lockEpochs: LockEpochs {
        LockEpochs(path: location.beside("lock-epochs"), random: system.random)
    }

    /// Returns the stored keybag, with nothing unlocked.
    func restingKeybag() throws(KeychainError) -> (keybag: Keybag, state: UnlockedState) {
        let view = try begin()
        let keys = try keys(view.reader)
        view.end()
        return (keys.keybag, keys.state)
    }

    /// Opens the keys that the passcode wraps.
    ///
    /// - Throws: `authenticationFailed` when the passcode is incorrect, none is set, or there were too
    ///   many recent attempts.
    func open(_ passcode: SecretBytes, _ keybag: Keybag) throws(KeychainError) -> PasscodeKeys {
        guard keybag.hasPasscode else {
            throw KeychainError(.authenticationFailed, "passcode: none is set")
        }
        try Self.check(passcode)
        let deviceKey = try storeKeys.deviceKey(of: keybag.record)
        return try attempts.counting {
            try keybag.open(passcode: passcode, deviceKey: deviceKey)
        }
    }

    /// - Throws: `parameter` for a passcode that is too long.
    static func check(_ passcode: SecretBytes) throws(KeychainError) {
        if passcode.count > Keybag.longestPasscode {
            throw KeychainError(
                .parameter,
                "passcode: \(passcode.count) bytes, at most \(Keybag.longestPasscode)")
        }
    }

    /// Returns whether a server's passcode file may unlock this store: it is the user's own, and this
    /// keybag hasn't refused the passcode.
    func mayUnlockAtNeed(_ keybag: Keybag) -> Bool {
        PasscodeFile.isNamed && location == (try? Location.ofEnvironment())
            && refusedAtNeed.withLock { $0 != keybag.revision }
    }

    /// Unlocks for a call that needs it, with the passcode in a server's passcode file.
    ///
    /// Writes nothing to the store, because a call is in progress. This process doesn't try an incorrect
    /// passcode again until the keybag changes.
    func unlockAtNeed(
        _ group: LockGroup, _ keybag: Keybag, _ state: UnlockedState, _ settings: LockSettings
    ) -> UnlockedKeys? {
        guard mayUnlockAtNeed(keybag) else { return nil }
        do throws(KeychainError) {
            guard let passcode = try PasscodeFile.load() else { return nil }
            try Self.check(passcode)
            let deviceKey = try storeKeys.deviceKey(of: keybag.record)
            return try attempts.counting {
                // Another process or thread may have unlocked it in the meantime.
                if let keys = state.keys(group, keybag) { return keys }
                let keys: PasscodeKeys
                do throws(KeychainError) {
                    keys = try keybag.open(passcode: passcode, deviceKey: deviceKey)
                } catch {
                    if error.code == .authenticationFailed {
                        refusedAtNeed.withLock { $0 = keybag.revision }
                    }
                    throw error
                }
                state.keep(keys, of: keybag, settings)
                return UnlockedKeys(group, of: keys)
            }
        } catch {
            Log.tellOnce("\(location.databasePath): not unlocked: \(error.detail)")
            return nil
        }
    }
}

// Another store's keybag authenticates too when both stores share a device key, and so does an earlier
// keybag of this store. With its keys, every row would look damaged.
extension Engine {
    /// Opens the keybag that a reader sees.
    ///
    /// - Throws: `notAvailable` when it can't be opened or didn't seal the manifest.
    func openKeybag(_ reader: StoreReader) throws(KeychainError) -> Keybag {
        try storeKeys.open(try reader.keybags()) { keybag in
            do throws(KeychainError) {
                _ = try keybag.manifest(of: reader)
            } catch {
                // An error of the file names it.
                if error.code == .inputOutput { throw error }
                throw KeychainError(error.code, "\(location.databasePath): \(error.detail)")
            }
        }
    }

    /// Replaces the keybag of the store, and keeps the new one unlocked.
    ///
    /// - Parameter keys: what the passcode of the old or the new one wraps; nil if neither has one.
    func rekey(
        from old: Keybag, to new: Keybag, _ keys: PasscodeKeys?, _ state: UnlockedState,
        emptyBy rule: String? = nil
    ) throws(KeychainError) -> PasscodeChange {
        var settings = LockSettings()
        // An earlier copy would have the old passcode.
        defer { moveAnchorAfterChange() }
        return try store.rewrite(deadline: .standard) { (writer) throws(KeychainError) in
            try requireKnown(old, writer)
            if let rule, old.hasPasscode != new.hasPasscode {
                try requireEmpty(writer, by: rule)
            }
            // Before the commit: a keychain without the passcode that is known would be refused.
            if old.hasPasscode, !new.hasPasscode { try remember(new, most: 0) }
            let change = try Rekeying(writer: writer, old: old, new: new, keys: keys).run()
            settings = try new.setting(of: writer)
            return change
        } afterwards: {
            rememberIfPossible(new)
            if new.hasPasscode, let keys {
                // Makes the file, so that a disk that fills up later has room for the count.
                try? attempts.counting {}
                state.keep(keys, of: new, settings)
            } else {
                state.drop(LockGroup.allCases)
            }
        }
    }
}
