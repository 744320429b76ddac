import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore

// The passcode of a keychain and its lock states. Without a passcode everything but akpu is always
// open. Docs/passcode.md tells what follows from each.
extension Keychain {
    /// Says which protection classes can be read and written now.
    public enum LockState: Sendable, Hashable {
        /// All of them; also while there is no passcode.
        case unlocked
        /// All but ak, aku and akpu.
        case locked
        /// dk and dku only: the passcode was not entered since the machine started.
        case beforeFirstUnlock
    }

    /// The longest passcode, in bytes: 1 MiB. Any bytes are a passcode; they are compared as given.
    public static let longestPasscode = Keybag.longestPasscode

    /// Tells the state of this keychain, for all programs that share it.
    ///
    /// A store that does not exist is made, as by every call.
    ///
    /// - Throws: `notAvailable` when the store or its keys cannot be used.
    public func lockState() throws(KeychainError) -> LockState {
        let (keybag, state) = try engine().restingKeybag()
        guard keybag.hasPasscode else { return .unlocked }
        if state.keys(.whenUnlocked, keybag) != nil { return .unlocked }
        return state.keys(.afterFirstUnlock, keybag) != nil ? .locked : .beforeFirstUnlock
    }

    /// Tells whether a passcode is set.
    ///
    /// - Throws: `notAvailable` when the store or its keys cannot be used.
    public func hasPasscode() throws(KeychainError) -> Bool {
        try engine().restingKeybag().keybag.hasPasscode
    }

    /// Locks ak, aku and akpu at once for every program that shares this keychain; ck and cku stay
    /// open until the machine restarts.
    ///
    /// So it is in other user namespaces, and in processes that keep the state for themselves. Without
    /// a passcode nothing changes. Where a passcode lies in `$KEYCHAIN_PASSCODE_FILE` the next call
    /// that needs it unlocks again.
    ///
    /// - Throws: `notAvailable` when the store or its keys cannot be used; `readOnly`, `diskFull`,
    ///   `notAvailable` when only this user namespace could be locked, because the folder of the
    ///   store cannot be written: the detail says so.
    public func lock() throws(KeychainError) {
        let (keybag, state) = try engine().restingKeybag()
        if keybag.hasPasscode { try state.lock([.whenUnlocked]) }
    }

    /// Tells why only this process finds the keychain unlocked, and a program that is started after
    /// it does not; nil when others do too, or it is locked.
    package func reasonUnlockedHereAlone() throws(KeychainError) -> String? {
        try engine().restingKeybag().state.reasonForOwn
    }

    /// Unlocks every class, for all programs of the user in this user namespace that share this
    /// keychain; where the kernel keeps no keys, for this process: `doctor` says which. Takes a quarter
    /// of a second. Without a passcode there is nothing to unlock, and any is accepted.
    ///
    /// - Throws: `authenticationFailed` when the passcode is wrong or comes too soon after five or
    ///   more wrong ones (the detail says how long to wait); `parameter` when it is longer than
    ///   ``longestPasscode``; `notAvailable`.
    public func unlock(passcode: SecretBytes) throws(KeychainError) {
        let engine = try engine()
        let (keybag, state) = try engine.restingKeybag()
        guard keybag.hasPasscode else { return }
        let keys = try engine.open(passcode, keybag)
        if keybag.isWeaker(than: engine.system.passcodeCost) {
            // The same passcode under more work. What comes in between comes again next time.
            do throws(KeychainError) {
                try change(engine, keybag, state, keys, to: passcode)
                return
            } catch {
                Log.tellOnce("\(engine.location.databasePath): not rewrapped: \(error.detail)")
            }
        }
        let settings: LockSettings = try engine.setting()
        state.keep(keys, of: keybag, settings)
        // Whoever changed the settings meanwhile did not find these keys yet.
        if let now = try? engine.setting(LockSettings.self), now != settings {
            state.change(to: now, keybag)
        }
    }

    /// Checks a passcode and unlocks nothing.
    ///
    /// - Throws: as ``unlock(passcode:)``; `authenticationFailed` also while none is set.
    public func verify(passcode: SecretBytes) throws(KeychainError) {
        let engine = try engine()
        _ = try engine.open(passcode, try engine.restingKeybag().keybag)
    }

    /// Sets the first passcode, changes it, or removes it; the keychain is unlocked afterwards.
    ///
    /// The first one makes new keys and seals every item of ak, ck, aku and cku again, and what of
    /// them lies in the quarantine. ``filesSetAside()`` stay as they are. A change touches no item.
    /// Removal deletes the items of akpu: ``itemsThatNeedPasscode()`` counts them before. Each is
    /// one transaction, made while no other call is in flight: either the old or the new passcode
    /// opens everything, and of the old wrapped keys nothing is left in any file.
    ///
    /// - Parameters:
    ///   - new: nil or empty: none any more.
    ///   - old: nil or empty: none was set.
    /// - Returns: what became of the items.
    /// - Throws: `authenticationFailed` when the old one is wrong, or comes too soon after wrong
    ///   ones; `parameter` when one is longer than ``longestPasscode``; `notAvailable` when other
    ///   calls do not end in time, or somebody else changed it meanwhile.
    @discardableResult
    public func setPasscode(
        _ new: SecretBytes?, old: SecretBytes?
    ) throws(KeychainError) -> PasscodeChange {
        let engine = try engine()
        if let new { try Engine.check(new) }
        let (keybag, state) = try engine.restingKeybag()
        let passcode = new.flatMap { $0.count == 0 ? nil : $0 }
        if keybag.hasPasscode {
            let keys = try engine.open(old ?? SecretBytes(count: 0) { _ in }, keybag)
            return try change(engine, keybag, state, keys, to: passcode)
        }
        if let old, old.count > 0 {
            throw KeychainError(.authenticationFailed, "passcode: none is set")
        }
        guard let passcode else { return PasscodeChange() }
        let (fresh, keys) = try keybag.settingPasscode(
            passcode, cost: engine.system.passcodeCost,
            deviceKey: StoreKeys(location: engine.location).deviceKey())
        return try engine.rekey(from: keybag, to: fresh, keys, state)
    }

    /// Counts the items of akpu, of all programs, which go when the passcode is removed.
    ///
    /// - Throws: `notAvailable` when the store or its keys cannot be used.
    public func itemsThatNeedPasscode() throws(KeychainError) -> Int {
        try engine().read(.standard) { (reader, _) throws(KeychainError) in
            var count = 0
            try reader.forEachRow { (stored, _) in
                if case .sealed(let row) = stored, row.needsPasscode { count += 1 }
            }
            return count
        }
    }

    /// Gives the paths of the files that repairs moved aside. No passcode that is set later protects
    /// what lies in them: each opens with the keys it had then.
    public func filesSetAside() throws(KeychainError) -> [String] {
        try engine().store.damagedFiles()
    }

    /// Tells when the keychain locks by itself.
    ///
    /// - Throws: `notAvailable` when its settings cannot be read.
    public func settings() throws(KeychainError) -> LockSettings { try engine().setting() }

    /// Sets when the keychain locks by itself; while it is unlocked the time begins anew, and only
    /// sleep from now on counts.
    ///
    /// - Throws: `parameter` for a time that is not positive; `inputOutput`, `diskFull`.
    public func setSettings(_ settings: LockSettings) throws(KeychainError) {
        if let seconds = settings.lockAfter, seconds < 1 || seconds > Int(Int32.max) {
            throw KeychainError(.parameter, "lock after: \(seconds) seconds")
        }
        let engine = try engine()
        let keys = try engine.write(.standard) { (transaction) throws(KeychainError) in
            transaction.set(settings)
            return try engine.keys(transaction.writer)
        }
        if keys.keybag.hasPasscode { keys.state.change(to: settings, keys.keybag) }
    }

    /// Takes away what was unlocked, that of ck and cku too: as a restart of the machine does. For
    /// a keychain that is deleted.
    ///
    /// - Throws: as ``lock()``.
    public func forgetUnlocked() throws(KeychainError) {
        try engine().restingKeybag().state.lock(LockGroup.allCases)
    }

    @discardableResult
    private func change(
        _ engine: Engine, _ keybag: Keybag, _ state: UnlockedState, _ keys: PasscodeKeys,
        to passcode: SecretBytes?
    ) throws(KeychainError) -> PasscodeChange {
        let deviceKey = try StoreKeys(location: engine.location).deviceKey()
        guard let passcode else {
            let fresh = try keybag.removingPasscode(keys: keys, deviceKey: deviceKey)
            return try engine.rekey(from: keybag, to: fresh, keys, state)
        }
        let fresh = try keybag.changingPasscode(
            to: passcode, cost: engine.system.passcodeCost, keys: keys, deviceKey: deviceKey)
        return try engine.rekey(from: keybag, to: fresh, keys, state)
    }
}
