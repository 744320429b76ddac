// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
@_exported import SwiftKeychainSeam
import SwiftKeychainStore
import SwiftKeychainSystem
import Synchronization

/// One store and its keys, in this process.
///
/// This module is the service behind the seam (``KeychainService``): what a caller may do, in which order, and what it
/// costs the store. The engine is where storage and keys meet. ``Store`` has rows and no key, ``Keybag`` has keys and
/// no SQL; neither knows the other.
///
/// Its idea is that every call passes through types that can't be made out of order. A request becomes an
/// ``Authorised`` request (the caller may do this), then a query of digests, then sealed rows, then items.
///
/// 1. Authorise first, before a store is opened, so that a refusal reveals nothing about it.
/// 2. Then begin: ``begin(_:)`` for a read, ``write(_:isLong:_:)`` for a write. Both open the keys and compare the
///    anchor before a row is touched; a write also compares the known keychains.
/// 3. Keys are opened once for each generation of the store. A passcode's keys are borrowed for one call and wiped at
///    its end.
/// 4. The manifest changes in the same transaction as the rows that it counts.
/// 5. The counter in the TPM moves only after the change is durable.
///
/// What may surprise: a write may run twice, when another thread's write in the same transaction failed. No call asks
/// the user; what a call lacks is a reply.
final class Engine: Sendable {
    let location: Location
    let store: Store
    let storeKeys: StoreKeys
    let system: SystemSources
    /// The revision of the keybag that refused the passcode of the passcode file.
    let refusedAtNeed = Mutex<Int64>(0)
    private let cache = SharedValue<Keys?>(nil)
    /// By the identifier of the store. They outlive the cached keys: boxes may be in this process alone.
    private let unlocked = SharedValue<[[UInt8]: UnlockedState]>([:])
    /// The settings in the manifest as they were last read, kept for the calls until the next write.
    let settings = SharedValue<
        (generation: StoreGeneration, revision: Int64, entries: [String: [UInt8]])?
    >(nil)
    let anchorMemory: AnchorMemory
    /// The keybag that was last compared with the known keychains, and the generation of the store at that time.
    let compared = SharedValue<(keybag: [UInt8], generation: StoreGeneration)?>(nil)
    /// Whether ``prepare(_:)`` has nothing to do.
    private let isPrepared = Atomic<Bool>(false)

    /// The keys of a store, and the unlocked ones that a passcode protects.
    struct Keys {
        let generation: StoreGeneration
        let keybag: Keybag
        let state: UnlockedState
    }

    /// - Parameter keys: makes the keys of a new store; nil to make keys without a passcode.
    init(
        location: Location, system: SystemSources,
        keys: (any StoreKeyProvider)? = nil
    ) {
        self.location = location
        self.system = system
        anchorMemory = AnchorMemory(system)
        storeKeys = StoreKeys(
            location: location, mustExist: location.mustExist, system: system)
        store = Store(
            directory: location.directory, fileName: location.fileName,
            isOwned: system.owned != nil, keys: keys ?? storeKeys)
    }

    /// Runs a write with the keys of the store, and updates the manifest in the same transaction.
    ///
    /// - Parameter isLong: as of ``Store/write(deadline:isLong:_:)``.
    func write<Result>(
        _ deadline: Deadline, isLong: Bool = false,
        _ body: (Transaction) throws -> Result
    ) throws(KeychainError) -> Result {
        var changed: (manifest: Manifest, keybag: Keybag)?
        try prepare(deadline)
        let result = try store.write(deadline: deadline, isLong: isLong) {
            (writer: StoreWriter) throws(KeychainError) in
            let transaction = Transaction(writer: writer, keybag: try keybag(writer))
            try requireKnown(transaction.keybag, writer)
            let result = try translating { try body(transaction) }
            changed = try transaction.updateManifest().map { ($0, transaction.keybag) }
            return result
        }
        // The change is durable: only now may the counter go on.
        if let changed, let counter = try? StoreAnchor(in: changed.manifest.others).counter {
            moveAnchorAfterWrite(counter, changed.keybag)
        }
        return result
    }

    /// Returns the keybag of the store for one call, with the unlocked class keys.
    func keybag(_ reader: StoreReader) throws(KeychainError) -> Keybag {
        let keys = try keys(reader)
        guard keys.keybag.hasPasscode else { return keys.keybag }
        // Read the settings now: when a class key is needed, the store is busy with this call.
        let settings: LockSettings? =
            mayUnlockAtNeed(keys.keybag) ? try keys.keybag.setting(of: reader) : nil
        return lending(keys.keybag, keys.state, settings)
    }

    /// Returns a keybag with the unlocked class keys.
    ///
    /// - Parameter settings: applied when a call has to unlock; nil if no call may unlock.
    func lending(
        _ keybag: Keybag, _ state: UnlockedState, _ settings: LockSettings? = nil
    ) -> Keybag {
        guard keybag.hasPasscode else { return keybag }
        return keybag.lending { [self] group in
            if let unlocked = state.keys(group, keybag) { return unlocked }
            guard let settings else { return nil }
            return unlockAtNeed(group, keybag, state, settings)
        }
    }

    /// Does what can't be done during the first read or write: compares the anchor, and completes a change of the passcode
    /// that another process started before it was killed.
    func prepare(_ deadline: Deadline) throws(KeychainError) {
        if isPrepared.load(ordering: .acquiring) { return }
        let view = try store.begin(deadline)
        let isVerified = try openKeys(view.reader) != nil
        view.end()
        if !isVerified { try verifyAnchor(deadline) }
        // If readers block this, the next process tries again.
        if store.hasLeftovers { try? store.removeLeftovers(deadline: .after(.seconds(1))) }
        isPrepared.store(true, ordering: .releasing)
    }

    /// Returns the keys, opened once for each generation of the store; a change of the keybag raises it.
    ///
    /// - Throws: `notAvailable` also when the anchor must be compared first, which the next call does.
    func keys(_ reader: StoreReader) throws(KeychainError) -> Keys {
        let cached = cache.withLock { $0 }
        if let cached, cached.generation == reader.generation { return cached }
        guard let keys = try openKeys(reader) else {
            forgetKeys()
            throw KeychainError(
                .notAvailable,
                "anchor: the store changed while it was compared with the TPM; try again")
        }
        if store.hasLeftovers { isPrepared.store(false, ordering: .releasing) }
        return keys
    }

    /// Opens the keys; nil if the anchor must be compared first.
    private func openKeys(_ reader: StoreReader) throws(KeychainError) -> Keys? {
        let keybag = try openKeybag(reader)
        guard try isVerified(keybag, reader) else { return nil }
        let fresh = Keys(
            generation: reader.generation, keybag: keybag, state: unlockedState(of: keybag))
        cache.withLock { $0 = fresh }
        try? report(reader)
        return fresh
    }

    /// Has the next call open the keys again.
    func forgetKeys() {
        cache.withLock { $0 = nil }
        isPrepared.store(false, ordering: .releasing)
    }

    /// Returns the unlocked keys of a keybag: the same object for all threads.
    func unlockedState(of keybag: Keybag) -> UnlockedState {
        unlocked.withLock {
            if let state = $0[keybag.storeIdentifier] { return state }
            let state = UnlockedState(
                store: keybag.storeIdentifier, path: location.databasePath, epochs: lockEpochs,
                system: system)
            $0[keybag.storeIdentifier] = state
            return state
        }
    }

    /// Removes the boxes of groups that this process knows of. Waits for no call.
    func dropUnlocked(_ groups: [LockGroup]) {
        for state in unlocked.withLock({ Array($0.values) }) { state.drop(groups) }
    }

    /// Logs the incidents that were not acknowledged yet, and refusals to lock memory.
    private func report(_ reader: StoreReader) throws(KeychainError) {
        let open = try reader.incidents().filter { !$0.isAcknowledged }
        if let last = open.last {
            Log.tellOnce(
                "\(location.databasePath): \(open.count) \(open.count == 1 ? "incident" : "incidents")"
                    + " not acknowledged, the last "
                    + "\(last.date) \(last.kind); see security doctor")
        }
        if LockedMemory.shared.refusals > 0 {
            Log.tellOnce("locking memory was refused (ulimit -l): secrets may reach the swap")
        }
    }
}
