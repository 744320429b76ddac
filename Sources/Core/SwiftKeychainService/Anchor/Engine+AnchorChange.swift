// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSystem
import SwiftKeychainTPM

// Turning the anchor on and off, and accepting what it refuses. These open the store without a comparison.
extension Engine {
    /// Changes the anchor.
    ///
    /// - Returns: what was done, for the user; or the password that it needs.
    /// - Throws: `authenticationFailed` for a wrong passcode or owner password: nothing changes then;
    ///   `notAvailable` when the TPM can't be used.
    func changeAnchor(_ change: AnchorChange) throws(KeychainError) -> Granted<String> {
        switch change.kind {
        case .enable: return try enableAnchor(change)
        case .disable: return try disableAnchor(change)
        case .accept: return try acceptAnchor(change)
        }
    }

    /// Makes a counter in the TPM, and commits its value to the manifest. From then on an earlier copy of the folder is
    /// refused.
    private func enableAnchor(_ change: AnchorChange) throws(KeychainError) -> Granted<String> {
        // As every call, this makes a store that isn't there yet.
        let keybag = try restingKeybag().keybag
        return try alone { (anchor) -> Granted<String> in
            if let anchor {
                return .value("on already, with the TPM counter \(anchor.counter.counted.name)")
            }
            if let demand = try missingOwnerPassword(change) { return .lacks(demand) }
            let counted = try newCounter(keybag, nil, change, incident: nil)
            return .value("on, with the TPM counter \(counted.name)")
        }
    }

    /// Makes a counter, and commits it in place of the store's.
    private func newCounter(
        _ keybag: Keybag, _ old: StoreAnchor.Counter?, _ change: AnchorChange, incident: String?
    ) throws(KeychainError) -> CountedValue {
        let (counter, value) = try TPMCounter.define(
            in: try TPMAddress.configured(), secret: keybag.counterSecret,
            ownerPassword: change.ownerPassword)
        let counted = CountedValue(index: counter.index, value: Int64(clamping: value))
        do throws(KeychainError) {
            try commit(counted, counter.parentName, after: old, keybag, incident: incident)
        } catch {
            try? counter.undefine(ownerPassword: change.ownerPassword)
            throw error
        }
        anchorMemory.keep(counted, keybag)
        return counted
    }

    /// Removes the anchor from the manifest, and the counter from the TPM if it can be reached.
    private func disableAnchor(_ change: AnchorChange) throws(KeychainError) -> Granted<String> {
        try alone { (anchor) -> Granted<String> in
            guard let anchor else { return .value("off already") }
            let verdict = verdict(on: anchor)
            if let demand = try demand(of: verdict, change, anchor) { return .lacks(demand) }
            if case .success = verdict, let demand = try missingOwnerPassword(change) {
                return .lacks(demand)
            }
            try commit(
                nil, [], after: anchor.counter, anchor.keybag,
                incident: verdict.doubt.map { "turned off, although \($0)" })
            anchorMemory.forget(anchor.keybag)
            do throws(KeychainError) {
                try counter(of: anchor).undefine(ownerPassword: change.ownerPassword)
            } catch {
                return .value(
                    "off; the counter \(anchor.counter.counted.name) stays in the TPM:"
                        + " \(error.detail)")
            }
            return .value("off")
        }
    }

    /// Accepts a folder that the anchor refuses, because the user says that it is the right one.
    private func acceptAnchor(_ change: AnchorChange) throws(KeychainError) -> Granted<String> {
        try alone { (anchor) -> Granted<String> in
            guard let anchor else { return .value("off: nothing is refused") }
            let verdict = verdict(on: anchor)
            let refused: (reason: String, value: Int64?)
            switch verdict {
            case .success(.refused(let reason, let value)): refused = (reason, value)
            case .success: return .value("nothing is refused: this is the current folder")
            case .failure(let error):
                throw KeychainError(
                    error.code,
                    "\(error.detail); security tpm anchor -d turns the anchor off without the TPM")
            }
            if let demand = try demand(of: verdict, change, anchor) { return .lacks(demand) }
            let incident = "accepted, although \(refused.reason)"
            if let value = refused.value {
                let counted = CountedValue(index: anchor.counter.counted.index, value: value)
                try commit(
                    counted, anchor.counter.parentName, after: anchor.counter, anchor.keybag,
                    incident: incident)
                rememberIfPossible(anchor.keybag)
                anchorMemory.forget(anchor.keybag)
                anchorMemory.keep(counted, anchor.keybag)
                return .value("accepted: this folder is the current one from now on")
            }
            if let demand = try missingOwnerPassword(change) { return .lacks(demand) }
            let counted = try newCounter(
                anchor.keybag, anchor.counter, change, incident: incident)
            rememberIfPossible(anchor.keybag)
            return .value(
                "accepted: this folder is the current one from now on, with the new TPM counter"
                    + " \(counted.name)")
        }
    }

    /// Returns what an examination says about the anchor; nothing for a store without one. Changes nothing.
    func anchorFindings() -> [Finding] {
        guard let anchor = (try? committedAnchor(.standard)) ?? nil else { return [] }
        let counter = anchor.counter
        let value =
            "counter \(counter.counted.name) at \(counter.counted.value) since"
            + " \(SystemClock.stamp(counter.date))"
        let verdict = verdict(on: anchor)
        let text =
            switch verdict {
            case .success(.current): "the TPM's \(value); this is the current folder"
            case .success(.behind):
                "the TPM's \(value), to be incremented; this is the current folder"
            case .success(.refused(let reason, _)): reason
            case .failure(let error): "\(value) can't be compared: \(error.detail)"
            }
        return [Finding("anchor", text, isProblem: verdict.doubt != nil)]
    }

    /// Runs `body` with the committed anchor, while no other process moves it.
    private func alone<Result>(
        _ body: (CommittedAnchor?) throws -> Result
    ) throws(KeychainError) -> Result {
        try LockedFile.alone(anchorLock, deadline: .after(.seconds(15))) {
            () throws(KeychainError) in
            let anchor = try committedAnchor(.standard)
            return try translating { try body(anchor) }
        }
    }

    /// Compares the counter with the manifest; a failure if the TPM can't be asked.
    private func verdict(on anchor: CommittedAnchor) -> Result<AnchorState, KeychainError> {
        do throws(KeychainError) {
            return .success(AnchorState(try counter(of: anchor).read(), anchor.counter))
        } catch {
            return .failure(error)
        }
    }

    /// Returns what a change of a store lacks that calls refuse: its passcode.
    ///
    /// - Throws: `authenticationFailed` for a wrong one.
    private func demand(
        of verdict: Result<AnchorState, KeychainError>, _ change: AnchorChange,
        _ anchor: CommittedAnchor
    ) throws(KeychainError) -> Demand? {
        guard verdict.doubt != nil, anchor.keybag.hasPasscode else { return nil }
        guard let passcode = change.passcode else { return Demand(.keychainPassword) }
        _ = try open(passcode, anchor.keybag)
        return nil
    }

    /// Returns the demand for the password of the TPM's owner, if there is one and the change doesn't contain it.
    private func missingOwnerPassword(_ change: AnchorChange) throws(KeychainError) -> Demand? {
        let address = try TPMAddress.configured()
        guard change.ownerPassword == nil, try address.passwords().owner else { return nil }
        return Demand(.ownerPassword)
    }
}

extension Result where Success == AnchorState, Failure == KeychainError {
    /// Why it isn't certain that the folder is the current one; nil if it is.
    fileprivate var doubt: String? {
        switch self {
        case .success(.current), .success(.behind): nil
        case .success(.refused(let reason, _)): reason
        case .failure(let error): error.detail
        }
    }
}
