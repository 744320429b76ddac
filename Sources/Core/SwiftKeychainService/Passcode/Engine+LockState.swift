// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore

// The operations on the passcode and the lock state. Docs/reference/passcode.md describes their effects.
extension Engine {
    /// Returns the lock state for all programs that share the store. Creates the store if there is none.
    ///
    /// - Throws: `notAvailable` when the store or its keys can't be used.
    func status() throws(KeychainError) -> Reply.LockStatus {
        let (keybag, state) = try restingKeybag()
        let lockState: LockState =
            if !keybag.hasPasscode || state.keys(.whenUnlocked, keybag) != nil {
                .unlocked
            } else {
                state.keys(.afterFirstUnlock, keybag) != nil ? .locked : .beforeFirstUnlock
            }
        return Reply.LockStatus(
            lockState: lockState, hasPasscode: keybag.hasPasscode,
            mark: try? Self.mark(keybag, state), reasonUnlockedHereAlone: state.reasonForOwn)
    }

    /// Locks the classes that lock with the keychain, or all that a passcode protects.
    ///
    /// - Throws: `readOnly`, `diskFull`, `notAvailable` when the folder of the store can't be written,
    ///   so that only this user namespace is locked; as ``status()`` when the store can't be used, which is locked
    ///   nevertheless.
    func lock(everything: Bool) throws(KeychainError) {
        let groups: [LockGroup] = everything ? LockGroup.allCases : [.whenUnlocked]
        // Another call may hold the store.
        dropUnlocked(groups)
        let (keybag, state): (Keybag, UnlockedState)
        do throws(KeychainError) {
            (keybag, state) = try restingKeybag()
        } catch {
            try lockEpochs.raise(groups)
            throw KeychainError(
                error.code, "\(error.detail); its unlocked keys were removed nevertheless")
        }
        defer { moveAnchorAfterChange() }
        if everything || keybag.hasPasscode { try state.lock(groups) }
    }

    /// Unlocks with the passcode in a server's passcode file.
    ///
    /// - Returns: whether every class is unlocked now.
    func unlockFromFile() throws(KeychainError) -> Bool {
        if try status().lockState == .unlocked { return true }
        let (keybag, state) = try restingKeybag()
        return unlockAtNeed(.whenUnlocked, keybag, state, try setting()) != nil
    }

    /// Unlocks every class. Accepts any passcode while none is set.
    ///
    /// - Throws: `authenticationFailed` for an incorrect passcode or after too many recent attempts;
    ///   `parameter` when it is too long; `notAvailable`.
    func unlock(_ passcode: SecretBytes) throws(KeychainError) {
        let (keybag, state) = try restingKeybag()
        guard keybag.hasPasscode else { return }
        let keys = try open(passcode, keybag)
        let deviceKeys = try? deviceKeys(of: keybag)
        let isEarlier = deviceKeys.map { $0.old.identifier != $0.new.identifier } ?? false
        if isEarlier || keybag.isWeaker(than: system.passcodeCost) {
            // Wrap the keys again, at today's cost and under the present device key. A failure isn't fatal: the
            // next unlock retries.
            do throws(KeychainError) {
                try change(keybag, state, keys, to: passcode)
                return
            } catch {
                Log.tellOnce(
                    "\(location.databasePath): the keys were not wrapped again: \(error.detail)"
                )
            }
        }
        let settings: LockSettings = try setting()
        state.keep(keys, of: keybag, settings)
        // Another process may have changed the settings before these keys were kept.
        if let now = try? setting(LockSettings.self), now != settings {
            state.change(to: now, keybag)
        }
    }

    /// Checks a passcode and unlocks nothing.
    ///
    /// - Returns: the proof that the passcode was given; see ``accepts(_:)``.
    /// - Throws: as ``unlock(_:)``; `authenticationFailed` also while none is set.
    func verify(_ passcode: SecretBytes) throws(KeychainError) -> [UInt8] {
        // Make the proof first, so that locking during the check invalidates it.
        let proof = try verification()
        _ = try open(passcode, try restingKeybag().keybag)
        return proof
    }

    /// Returns the proof that the passcode was given. The caller must have checked the passcode.
    func verification() throws(KeychainError) -> [UInt8] {
        let (keybag, state) = try restingKeybag()
        return keybag.verification(try Self.mark(keybag, state))
    }

    /// Returns whether a proof is still valid: the keychain hasn't been locked since, and its passcode
    /// is the same.
    func accepts(_ proof: [UInt8]) throws(KeychainError) -> Bool {
        try verification() == proof
    }

    /// Returns bytes that stay the same until the keychain locks or its passcode changes.
    private static func mark(
        _ keybag: Keybag, _ state: UnlockedState
    ) throws(KeychainError) -> [UInt8] {
        let revision = withUnsafeBytes(of: keybag.revision.littleEndian, Array.init)
        return keybag.storeIdentifier + revision + (try state.mark(keybag))
    }

    /// Sets the first passcode, changes it, or removes it; the keychain is unlocked afterwards.
    ///
    /// - Parameter rule: the rule by which only a keychain without items gets its first passcode or loses it.
    /// - Throws: as `setPasscode` of the typed API; `missingEntitlement` by the rule.
    func setPasscode(
        _ new: SecretBytes?, old: SecretBytes?, emptyBy rule: String?
    ) throws(KeychainError) -> PasscodeChange {
        if let new { try Self.check(new) }
        let (keybag, state) = try restingKeybag()
        let passcode = new.flatMap { $0.count == 0 ? nil : $0 }
        if keybag.hasPasscode {
            let keys = try open(old ?? SecretBytes(count: 0) { _ in }, keybag)
            return try change(keybag, state, keys, to: passcode, emptyBy: rule)
        }
        if let old, old.count > 0 {
            throw KeychainError(.authenticationFailed, "passcode: none is set")
        }
        guard let passcode else { return PasscodeChange() }
        let (wrapping, present) = try deviceKeys(of: keybag)
        let (fresh, keys) = try keybag.settingPasscode(
            passcode, cost: system.passcodeCost, deviceKey: wrapping, replacedBy: present)
        return try rekey(from: keybag, to: fresh, keys, state, emptyBy: rule)
    }

    @discardableResult
    private func change(
        _ keybag: Keybag, _ state: UnlockedState, _ keys: PasscodeKeys,
        to passcode: SecretBytes?, emptyBy rule: String? = nil
    ) throws(KeychainError) -> PasscodeChange {
        let (wrapping, present) = try deviceKeys(of: keybag)
        let fresh = try keybag.changingPasscode(
            to: passcode, cost: system.passcodeCost, keys: keys, deviceKey: wrapping,
            replacedBy: present)
        return try rekey(from: keybag, to: fresh, keys, state, emptyBy: rule)
    }

    /// Counts the items of class akpu, of all programs.
    func countItemsThatNeedPasscode() throws(KeychainError) -> Int {
        try count { $0.sealed?.needsPasscode == true }
    }

    /// Counts the items of all programs, also locked and damaged ones, without tombstones.
    func countItems() throws(KeychainError) -> Int { try count(Self.isItem) }

    /// Checks that a keychain has no items, which a rule requires.
    ///
    /// - Throws: ``refusal(by:)``.
    func requireEmpty(_ reader: StoreReader, by rule: String) throws(KeychainError) {
        if try reader.countRows(Self.isItem) > 0 { throw refusal(by: rule) }
    }

    /// Returns the error of a keychain that may have items, which a rule forbids.
    func refusal(by rule: String) -> KeychainError {
        KeychainError(
            .missingEntitlement,
            "\(location.fileName.printable): may have items of other programs; \(rule)")
    }

    private static func isItem(_ stored: StoredRow) -> Bool { stored.sealed?.tombstone != true }

    private func count(_ isCounted: (StoredRow) -> Bool) throws(KeychainError) -> Int {
        let view = try begin()
        let count = try view.reader.countRows(isCounted)
        view.end()
        return count
    }

    /// Sets when the keychain locks by itself.
    ///
    /// - Throws: `parameter` for a time of less than a second or more than 2147483647; `inputOutput`,
    ///   `diskFull`.
    func setSettings(_ settings: LockSettings) throws(KeychainError) {
        if let seconds = settings.lockAfter, seconds < 1 || seconds > Int(Int32.max) {
            throw KeychainError(.parameter, "lock after: \(seconds) seconds, not 1 to \(Int32.max)")
        }
        let keys = try write(.standard) { (transaction) in
            transaction.set(settings)
            transaction.settle(.lock)
            return try self.keys(transaction.writer)
        }
        if keys.keybag.hasPasscode { keys.state.change(to: settings, keys.keybag) }
    }
}

extension StoreReader {
    fileprivate func countRows(_ isCounted: (StoredRow) -> Bool) throws(KeychainError) -> Int {
        var count = 0
        try forEachRow { stored in if isCounted(stored) { count += 1 } }
        return count
    }
}
