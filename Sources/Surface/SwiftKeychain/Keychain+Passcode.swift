// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing

// The passcode of a keychain and its lock states. Without a passcode everything but akpu is always
// open. Docs/reference/passcode.md describes the states.
extension Keychain {
    /// The protection classes that can be read and written now.
    public typealias LockState = SwiftKeychainSeam.LockState

    /// The longest passcode, in bytes: 1 MiB. Any bytes are a passcode; they are compared as given.
    public static let longestPasscode = Keybag.longestPasscode

    /// Returns the state of this keychain, for all programs that share it.
    ///
    ///     if try Keychain.default.lockState() != .unlocked {
    ///         try Keychain.default.unlock(passcode: SecretBytes(copying: "1234".utf8))
    ///     }
    ///
    /// A store that does not exist is made, as by every call.
    ///
    /// - Throws: `notAvailable` when the store or its keys can't be used.
    public func lockState() throws(KeychainError) -> LockState { try status().lockState }

    /// Returns whether a passcode is set.
    ///
    ///     if try !Keychain.default.hasPasscode() { print("The keychain can't be locked.") }
    ///
    /// - Throws: `notAvailable` when the store or its keys can't be used.
    public func hasPasscode() throws(KeychainError) -> Bool { try status().hasPasscode }

    /// Returns why the unlocked state is limited to this process; nil when it isn't, or when locked.
    package func reasonUnlockedHereAlone() throws(KeychainError) -> String? {
        try status().reasonUnlockedHereAlone
    }

    func status() throws(KeychainError) -> Reply.LockStatus {
        try perform(.status)
    }

    /// Locks ak, aku and akpu at once for every program that shares this keychain; ck and cku stay
    /// open until the machine restarts.
    ///
    ///     try Keychain.default.lock()
    ///
    /// The lock reaches other user namespaces, and processes that keep the state for themselves.
    /// Without a passcode nothing changes. If `$KEYCHAIN_PASSCODE_FILE` names a passcode, the next
    /// call that needs it unlocks again.
    ///
    /// - Throws: `notAvailable` when the store or its keys can't be used; `readOnly`, `diskFull`,
    ///   `notAvailable` when only this user namespace could be locked, because the folder of the
    ///   store can't be written: the detail says so.
    public func lock() throws(KeychainError) { try perform(.lock(everything: false)) }

    /// Locks every class but dk and dku, as a restart of the machine does.
    ///
    ///     try Keychain.default.forgetUnlocked()
    ///
    /// - Throws: as ``lock()``.
    public func forgetUnlocked() throws(KeychainError) {
        try perform(.lock(everything: true))
    }

    /// Unlocks every class, for all programs of the user in this user namespace that share this
    /// keychain; where the kernel keeps no keys, for this process: `doctor` says which. Takes a quarter
    /// of a second. Without a passcode there is nothing to unlock, and any is accepted.
    ///
    ///     try Keychain.default.unlock(passcode: SecretBytes(copying: "1234".utf8))
    ///
    /// - Throws: `authenticationFailed` when the passcode is wrong or comes too soon after five or
    ///   more wrong ones (the detail says how long to wait); `parameter` when it is longer than
    ///   ``longestPasscode``; `notAvailable`.
    public func unlock(passcode: SecretBytes) throws(KeychainError) {
        try perform(.unlock(passcode))
    }

    /// Checks a passcode and unlocks nothing.
    ///
    ///     try Keychain.default.verify(passcode: SecretBytes(copying: "1234".utf8))
    ///
    /// - Throws: as ``unlock(passcode:)``; `authenticationFailed` also while none is set.
    public func verify(passcode: SecretBytes) throws(KeychainError) {
        _ = try verification(passcode: passcode)
    }

    /// Checks a passcode, and gives the proof that it was given.
    func verification(passcode: SecretBytes) throws(KeychainError) -> [UInt8] {
        try perform(.verify(passcode))
    }

    /// Checks a passcode, and keeps in a context that it was given; nothing is unlocked.
    ///
    /// - Throws: as ``verify(passcode:)``; `notAvailable` when the lock state can't be read.
    package func verify(
        passcode: SecretBytes, keptIn context: AuthenticationContext
    ) throws(KeychainError) {
        guard let mark = try status().mark else {
            throw KeychainError(.notAvailable, "\(path): its lock state can't be read")
        }
        let proof = try verification(passcode: passcode)
        context.noteVerified(path, mark: mark, proof: proof)
    }

    /// Sets the first passcode, changes it, or removes it; the keychain is unlocked afterwards.
    ///
    ///     try Keychain.default.setPasscode(SecretBytes(copying: "1234".utf8), old: nil)
    ///
    /// The first one makes new keys and seals every item of ak, ck, aku and cku again, and what of
    /// them is in the quarantine. ``filesSetAside()`` stay as they are. A change touches no item.
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
    ///   calls do not end in time, or another program changed it meanwhile.
    @discardableResult
    public func setPasscode(
        _ new: SecretBytes?, old: SecretBytes?
    ) throws(KeychainError) -> PasscodeChange {
        try perform(.setPasscode(new, old: old))
    }

    /// Counts the items of akpu, of all programs, which are deleted when the passcode is removed.
    ///
    ///     let old = SecretBytes(copying: "1234".utf8)
    ///     if try Keychain.default.itemsThatNeedPasscode() == 0 {
    ///         try Keychain.default.setPasscode(nil, old: old)
    ///     }
    ///
    /// - Throws: `notAvailable` when the store or its keys can't be used.
    public func itemsThatNeedPasscode() throws(KeychainError) -> Int {
        try perform(.countItemsThatNeedPasscode)
    }

    /// Returns the paths of the files that repairs moved aside. A passcode that is set later
    /// doesn't protect them: each opens with the keys it had then.
    ///
    ///     for path in try Keychain.default.filesSetAside() { print(path) }
    public func filesSetAside() throws(KeychainError) -> [String] {
        try perform(.filesSetAside)
    }

    /// Returns when the keychain locks by itself.
    ///
    ///     let seconds = try Keychain.default.settings().lockAfter
    ///
    /// - Throws: `notAvailable` when its settings can't be read.
    public func settings() throws(KeychainError) -> LockSettings {
        try perform(.settings)
    }

    /// Sets when the keychain locks by itself; while it is unlocked the time begins anew, and only
    /// sleep from now on counts.
    ///
    ///     try Keychain.default.setSettings(LockSettings(lockAfter: 3600, lockOnSleep: true))
    ///
    /// - Throws: `parameter` for a time that is not positive; `inputOutput`, `diskFull`.
    public func setSettings(_ settings: LockSettings) throws(KeychainError) {
        try perform(.setSettings(settings))
    }
}
