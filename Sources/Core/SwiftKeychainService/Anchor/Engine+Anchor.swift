// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainTPM

// The order of a bump: the next value is committed, then the counter is incremented. The counter is therefore at the
// committed value, or one below it after a crash. A lock file lets one process at a time move the two; it is
// taken outside of reads and writes.
extension Engine {
    /// The anchor that the store has committed.
    struct CommittedAnchor {
        let keybag: Keybag
        let counter: StoreAnchor.Counter
        /// The revision of the manifest.
        let revision: Int64
    }

    static let anchorLockName = "anchor.lock"
    var anchorLock: String { location.beside(Self.anchorLockName) }

    /// Returns whether a store has no anchor, or its value was compared with the counter in this boot.
    func isVerified(_ keybag: Keybag, _ reader: StoreReader) throws(KeychainError) -> Bool {
        guard let counter = try keybag.setting(StoreAnchor.self, of: reader).counter else {
            return true
        }
        return isVerified(counter.counted, keybag)
    }

    private func isVerified(_ counted: CountedValue, _ keybag: Keybag) -> Bool {
        guard let known = anchorMemory.value(of: counted.index, keybag) else { return false }
        return counted.value >= known
    }

    /// Reads the committed anchor; nil for a store without one.
    func committedAnchor(_ deadline: Deadline) throws(KeychainError) -> CommittedAnchor? {
        let view = try store.begin(deadline)
        let keybag = try openKeybag(view.reader)
        let manifest = try keybag.manifest(of: view.reader)
        view.end()
        guard let counter = try StoreAnchor(in: manifest.others).counter else { return nil }
        return CommittedAnchor(keybag: keybag, counter: counter, revision: manifest.revision)
    }

    /// Returns the counter in the TPM that the manifest names, with the secret that only the keybag's keys give.
    func counter(of anchor: CommittedAnchor) throws(KeychainError) -> TPMCounter {
        TPMCounter(
            index: anchor.counter.counted.index, parentName: anchor.counter.parentName,
            secret: anchor.keybag.counterSecret, at: try TPMAddress.configured())
    }

    /// Compares the committed value with the counter, and remembers it.
    ///
    /// - Throws: `notAvailable` for an earlier copy, when the counter is missing or another one, and when the
    ///   TPM can't be used: without it any copy could pass for the current store.
    func verifyAnchor(_ deadline: Deadline) throws(KeychainError) {
        // Waiting for a TPM may take longer than a call.
        try LockedFile.alone(anchorLock, deadline: .after(.seconds(15))) {
            () throws(KeychainError) in
            guard let anchor = try committedAnchor(deadline) else { return }
            let counted = anchor.counter.counted
            // Another thread or process may have compared it meanwhile.
            if isVerified(counted, anchor.keybag) { return }
            let state: AnchorState
            do throws(KeychainError) {
                let (reading, use) = try counter(of: anchor).open()
                state = AnchorState(reading, anchor.counter)
                // If it can't be written now, the next bump does it.
                if state == .behind { try? use.increment() }
            } catch {
                throw KeychainError(
                    .notAvailable,
                    "\(location.databasePath): can't be compared with the counter that guards it"
                        + " against an earlier copy: \(error.detail)")
            }
            if case .refused(let reason, _) = state { throw refusal(reason) }
            anchorMemory.keep(counted, anchor.keybag)
        }
    }

    /// Returns the error for a folder that the anchor refuses, with what the user can do.
    func refusal(_ reason: String) -> KeychainError {
        KeychainError(
            .notAvailable,
            "\(location.databasePath): \(reason); put the current folder back, or accept this one"
                + " with security doctor --accept-rollback")
    }

    /// Moves the anchor on after a committed change, if it is due.
    func moveAnchorAfterWrite(_ counter: StoreAnchor.Counter, _ keybag: Keybag) {
        let now = system.seconds
        guard counter.isDue(at: now), !anchorMemory.isPaused(keybag) else { return }
        moveAnchor(keybag) { $0.counter.isDue(at: now) }
    }

    /// Moves the anchor on if something has changed since it last moved.
    func moveAnchorAfterChange() {
        // The settings are known, mostly.
        guard let known = try? setting(StoreAnchor.self), known.counter != nil,
            let anchor = try? committedAnchor(.standard),
            anchor.revision != anchor.counter.revision, !anchorMemory.isPaused(anchor.keybag)
        else { return }
        moveAnchor(anchor.keybag) { $0.revision != $0.counter.revision }
    }

    /// Commits the next value and increments the counter, unless another process does so now. A failure leaves
    /// the write before as it is: it is logged, and a later write tries again.
    private func moveAnchor(_ keybag: Keybag, if isDue: (CommittedAnchor) -> Bool) {
        do throws(KeychainError) {
            _ = try LockedFile.ifFree(anchorLock) { () throws(KeychainError) in
                guard let anchor = try committedAnchor(.standard), isDue(anchor) else { return }
                let (reading, use) = try counter(of: anchor).open()
                switch AnchorState(reading, anchor.counter) {
                case .current: break
                case .behind: try use.increment()
                case .refused(let reason, _):
                    // The next call compares them again, and is refused.
                    anchorMemory.forget(anchor.keybag)
                    forgetKeys()
                    throw refusal(reason)
                }
                let next = CountedValue(
                    index: anchor.counter.counted.index,
                    value: anchor.counter.counted.value + 1)
                try commit(next, anchor.counter.parentName, after: anchor.counter, anchor.keybag)
                try use.increment()
                anchorMemory.keep(next, anchor.keybag)
                anchorMemory.endPause(keybag)
            }
        } catch {
            anchorMemory.pause(keybag)
            Log.tellOnce(
                "\(location.databasePath): the counter in the TPM was not moved: \(error.detail)")
        }
    }

    /// Commits an anchor.
    ///
    /// - Parameters:
    ///   - old: the anchor that the store must have; nil for none.
    ///   - incident: what the store records of this, until the user acknowledges it.
    func commit(
        _ counted: CountedValue?, _ parentName: [UInt8], after old: StoreAnchor.Counter?,
        _ keybag: Keybag,
        incident: String? = nil
    ) throws(KeychainError) {
        let now = system.seconds
        try store.write(deadline: .standard) { (writer) throws(KeychainError) in
            // Opening the keybag may need the TPM, with which the caller is in conversation.
            guard try writer.keybags().contains(keybag.record),
                try keybag.setting(StoreAnchor.self, of: writer).counter == old
            else {
                throw KeychainError(.notAvailable, "anchor: another program has changed it")
            }
            let transaction = Transaction(writer: writer, keybag: keybag)
            if let incident { try writer.addIncident(kind: "anchor", detail: incident) }
            var anchor = StoreAnchor()
            if let counted {
                anchor.counter = StoreAnchor.Counter(
                    counted: counted, parentName: parentName, date: now,
                    revision: try transaction.nextRevision)
            }
            transaction.set(anchor)
            transaction.settle(.anchor)
            try transaction.updateManifest()
        }
    }
}
