// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSystem

// An attacker with write access can swap two keychains of the same user; both keybags authenticate. So a write compares the
// keychain with the one that is known at its path. The first write records a new keychain or passcode; a process killed
// before leaves no record, so nothing is refused.
extension Engine {
    private var known: KnownKeychainsFile { KnownKeychainsFile(source: storeKeys.source) }

    /// Whether a keychain is known here, if that can be read.
    var isKnown: Bool { (try? known.entries())?.contains { $0 != nil } ?? false }

    /// Checks once for each generation of the store that its keychain is the known one: before a write, and before trust
    /// settings, preferred identities, or nothing at all are read. In another, denials would be missing.
    ///
    /// - Parameter reader: only a ``StoreWriter`` makes a note of a keychain that isn't known yet.
    /// - Throws: `notAvailable` when another one is known there, or when the known ones can't be read.
    func requireKnown(_ keybag: Keybag, _ reader: StoreReader) throws(KeychainError) {
        let isCompared = compared.withLock {
            $0?.keybag == keybag.record && $0?.generation == reader.generation
        }
        if isCompared { return }
        let before = try requireKnown(keybag)
        if before.contains(where: { $0 != KnownKeychains.Keychain(keybag) }) {
            guard reader is StoreWriter else { return }
            // Other writers wait meanwhile.
            rememberIfPossible(keybag, deadline: .after(.milliseconds(250)))
        }
        compared.withLock { $0 = (keybag.record, reader.generation) }
    }

    /// Compares the keychain with the known one.
    ///
    /// - Parameter keybag: that of the store; nil where there is none.
    /// - Returns: what was known at each path of the keychain.
    /// - Throws: as ``requireKnown(_:_:)``.
    @discardableResult
    func requireKnown(_ keybag: Keybag?) throws(KeychainError) -> [KnownKeychains.Keychain?] {
        let before = try known.entries()
        let now = keybag.map(KnownKeychains.Keychain.init)
        if let refusal = refusal(of: now, after: before) { throw refusal }
        return before
    }

    /// Returns the error for a keychain that isn't the one that was known here; nil if it may be.
    ///
    /// - Parameter now: nil where there is no keychain.
    private func refusal(
        of now: KnownKeychains.Keychain?, after entries: [KnownKeychains.Keychain?]
    ) -> KeychainError? {
        for case let before? in entries {
            guard let now else { return known.refusal(.missing) }
            if now.store != before.store {
                return known.refusal(
                    .other(hadPasscode: before.hasPasscode, hasPasscode: now.hasPasscode))
            }
            if before.hasPasscode && !now.hasPasscode { return known.refusal(.withoutPasscode) }
        }
        return nil
    }

    /// Makes the keychain the known one of its path.
    ///
    /// - Parameter most: how many keychains may be known after it; 0: only one that is known already is changed.
    /// - Throws: as ``KnownKeychainsFile/change(anew:deadline:_:)``.
    func remember(
        _ keybag: Keybag, anew: Bool = false, most: Int = KnownKeychains.most,
        deadline: Deadline = .standard
    ) throws(KeychainError) {
        try known.change(anew: anew, deadline: deadline) { known, keys in
            for key in keys where known.keychains[key] != nil || known.keychains.count < most {
                known.keychains[key] = KnownKeychains.Keychain(keybag)
            }
        }
    }

    /// Makes the keychain the known one. Without it the keychain can be used as before; the next process tries again.
    func rememberIfPossible(_ keybag: Keybag, deadline: Deadline = .standard) {
        do throws(KeychainError) {
            try remember(keybag, deadline: deadline)
        } catch {
            Log.tellOnce(
                "\(location.databasePath): another keychain in its place wouldn't be noticed:"
                    + " \(error.detail)")
        }
    }

    /// Makes a repaired keychain the known one: salvaged without its keybag it has a new identity. Where the known one
    /// had a passcode, changes are refused until the user accepts that the new one has none.
    ///
    /// - Parameter damaged: the keybag before the repair; nil if it didn't open. A keychain that was put in place of the
    ///   known one stays refused.
    func rememberRepaired(_ damaged: Keybag?) {
        guard let before = try? known.entries().compactMap(\.self), !before.isEmpty,
            before.allSatisfy({
                !$0.hasPasscode && (damaged == nil || damaged?.storeIdentifier == $0.store)
            }),
            let keybag = try? restingKeybag().keybag
        else { return }
        rememberIfPossible(keybag)
    }

    /// Forgets the keychain before it is removed, and an earlier keychain at this path before a new one is made.
    ///
    /// - Throws: `notAvailable`, `diskFull`, `readOnly` when the file can't be written.
    func forgetKnown() throws(KeychainError) {
        // If the file doesn't open, writes are refused until the user has it made anew.
        if (try? known.load()) != nil { try forget() }
    }

    private func forget(anew: Bool = false) throws(KeychainError) {
        try known.change(anew: anew) { known, keys in
            for key in keys { known.keychains[key] = nil }
        }
    }

    /// Has calls write to the keychain that is there, or make a new one if none is.
    ///
    /// - Returns: what was done, for the user.
    /// - Throws: `notAvailable` when the keychain can't be opened or the file can't be written.
    func acceptKeychain() throws(KeychainError) -> String {
        guard try location.hasStore else {
            try forget(anew: true)
            return "none is there"
                + (location.mustExist ? " any more" : "; the next call makes a new one")
        }
        try remember(try restingKeybag().keybag, anew: true)
        return "this is the known one from now on"
    }

    /// Returns what an examination says of a keychain that writes refuse; nil if they don't.
    ///
    /// - Parameter keybag: that of the store; nil where there is none.
    func knownFinding(_ keybag: Keybag?) -> Finding? {
        do throws(KeychainError) {
            try requireKnown(keybag)
            return nil
        } catch {
            return Finding(Finding.keychain, error.detail, isProblem: true)
        }
    }
}

extension Finding {
    /// The subject of findings about which keychain is there.
    package static let keychain = "keychain"
}
