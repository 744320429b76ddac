// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSystem
import Synchronization

// Creates, examines and removes keychain files, together with their entry in the search list.
extension EmbeddedService {
    /// Returns whether the file exists, and whether this process may read and write it; for a missing
    /// file, whether it can be created.
    ///
    /// - Throws: `notAvailable` when a folder of the path can't be searched.
    func fileState(_ location: Location) throws(KeychainError) -> Reply.FileState {
        // Writing creates files next to the database: its log and its index.
        // Of missing folders, the one above them decides, in which they would be made.
        let folder = System.nearestFolder(location.directory)
        let mayWrite = System.exists(folder, for: W_OK | X_OK)
        guard try location.exists else {
            // Of the login keychain the library asks, before it takes there to be no trust settings.
            if location.fileName == Location.standardFileName {
                try engine(at: location).requireKnown(nil)
            }
            return Reply.FileState(exists: false, mayRead: mayWrite, mayWrite: mayWrite)
        }
        let path = location.databasePath
        return Reply.FileState(
            exists: true, mayRead: System.exists(path, for: R_OK),
            mayWrite: mayWrite && System.exists(path, for: W_OK))
    }

    /// Creates a keychain file and appends it to the search list, or does neither.
    ///
    /// The file appears with its password or not at all, even if the process is killed.
    ///
    /// - Throws: `duplicateKeychain` when the name exists, unless it is a file of zero bytes;
    ///   `notAvailable`, `diskFull`, `readOnly` when it can't be created.
    func create(_ new: NewKeychainFile, at location: Location) throws(KeychainError) -> Reply {
        guard !location.isTooLong else {
            throw KeychainError(
                .notAvailable,
                "\(location.databasePath): too long; the name of a keychain has at most"
                    + " \(Location.longestName) bytes, and its path \(Location.longestPath)")
        }
        guard case .given(let password) = new.password else {
            try Self.requireFree(location)
            return .lacks(Demand(.newKeychainPassword))
        }
        let spare = try SpareDescriptors(forKeychain: location.databasePath)
        try engine(at: new.home).changeKeychainList { (list) throws(KeychainError) in
            try Self.requireFree(location)
            // Before there is a file: securityd may refuse to open another keychain.
            let unmade = location.sibling(location.fileName)
            _ = try system.owned?.engine(at: unmade, system: system)
            do throws(KeychainError) {
                try sweep(location)
                try make(location, password: password, spare)
            } catch {
                // A keychain that wasn't made isn't open.
                if (try? location.exists) == false { system.owned?.forget(unmade) }
                throw error
            }
            var listed = list.searched ?? [new.home.fileName]
            if !listed.contains(new.name) { listed.append(new.name) }
            list.searched = listed
        } undo: {
            removeUnfinished(location, spare)
        }
        return .done
    }

    /// Removes a keychain that couldn't be completed: it isn't listed, and would prevent another attempt.
    private func removeUnfinished(_ location: Location, _ spare: SpareDescriptors) {
        spare.close()
        try? removeFiles(at: location)
    }

    /// Checks that no file has the name of a new keychain.
    ///
    /// - Throws: `duplicateKeychain`.
    private static func requireFree(_ location: Location) throws(KeychainError) {
        if try location.exists {
            throw KeychainError(
                .duplicateKeychain, "\(location.databasePath): a file of that name exists")
        }
    }

    /// Removes the files that an earlier keychain of this name left behind, so that its incorrect
    /// passwords don't count for the new one, and forgets that keychain.
    private func sweep(_ location: Location) throws(KeychainError) {
        let engine = Engine(location: location, system: system)
        try engine.forgetKnown()
        if engine.attempts.isOwn { try? System.unlink(engine.attempts.path) }
        if engine.lockEpochs.isOwn { try? System.unlink(engine.lockEpochs.path) }
    }

    /// Creates a keychain file, and leaves it unlocked.
    ///
    /// - Parameter password: nil or empty for none.
    /// - Throws: `duplicateKeychain` when another process has created it.
    private func make(
        _ location: Location, password: SecretBytes?, _ spare: SpareDescriptors
    ) throws(KeychainError) {
        let keys = StoreKeys(location: location, system: system)
        guard let password, password.count > 0 else {
            return try make(location, NewFileKeys(keys), spare)
        }
        // Derive the keys before the store is locked, because that is slow.
        let made = try keys.makeRecords(passcode: password, cost: system.passcodeCost)
        try make(location, NewFileKeys(keys, made.records), spare)
        do throws(KeychainError) {
            // If the kernel keeps no keys, the engine registered for this process must keep them.
            let own = try self.engine(at: location)
            let (keybag, state) = try own.restingKeybag()
            state.keep(made.keys, of: keybag, try own.setting())
        } catch {
            removeUnfinished(location, spare)
            throw error
        }
    }

    /// The keys of a new file, and whether the store used them.
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

        func migrate(_ writer: StoreWriter) throws(KeychainError) {
            try keys.migrate(writer)
        }
    }

    /// Makes a keychain with these keys. Removes what it made if it can't be opened then.
    ///
    /// - Throws: `duplicateKeychain` if another process made one there first, whose keys are others.
    private func make(
        _ location: Location, _ keys: NewFileKeys, _ spare: SpareDescriptors
    ) throws(KeychainError) {
        let engine = Engine(location: location, system: system, keys: keys)
        do throws(KeychainError) {
            try engine.begin().end()
        } catch {
            if keys.areUsed { removeUnfinished(location, spare) }
            throw error
        }
        guard keys.areUsed else {
            throw KeychainError(
                .duplicateKeychain,
                "\(location.databasePath): another process has created a keychain of that name")
        }
    }

    /// Removes the file of a keychain and its name from the search list. If it was the default
    /// keychain, the user's own becomes the default again.
    ///
    /// - Parameter rule: the rule by which only a keychain without items is removed.
    /// - Throws: `noSuchKeychain`, `invalidKeychain`, `notAvailable`; `missingEntitlement` by the rule.
    func remove(
        _ location: Location, listedIn home: Location, as name: String, emptyBy rule: String?
    ) throws(KeychainError) {
        let removed = try engine(at: location, evenIfLost: true)
        // Before the list changes. What is added from here on is found while no other call runs.
        if let rule, try location.hasStore, (try? removed.countItems()) != 0 {
            throw removed.refusal(by: rule)
        }
        let owner = try engine(at: home)
        if location.isSameFile(as: home) {
            // The store contains the list, and even a damaged one can be removed.
            return try owner.withKeychainListLock {
                try removeFiles(at: location, emptyBy: rule)
            }
        }
        // Change the list first. A crash then leaves a keychain that can be deleted by its name, and no
        // entry for a missing file.
        func isRemoved(_ listed: String) -> Bool {
            listed == name || home.sibling(listed).isSameFile(as: location)
        }
        try owner.changeKeychainList { (list) in
            list.searched?.removeAll(where: isRemoved)
            if list.standard.map(isRemoved) == true { list.standard = nil }
        } afterwards: {
            try removeFiles(at: location, emptyBy: rule)
        }
    }

    /// Removes the database, the files that belong to it, and its unlocked keys.
    func removeFiles(at location: Location, emptyBy rule: String? = nil) throws(KeychainError) {
        let engine = try engine(at: location, evenIfLost: true)
        // A file can be deleted even if its keybag doesn't open any more.
        let state = (try? engine.restingKeybag())?.state
        let anchor = (try? engine.committedAnchor(.standard)) ?? nil
        // Before the removal: a known keychain that is missing would be refused.
        try engine.store.remove(deadline: .standard) { (access) throws(KeychainError) in
            if let rule, try access.exists(access.paths.database) {
                guard case .opened(let database) = try access.open() else {
                    throw engine.refusal(by: rule)
                }
                try access.write(database) { try engine.requireEmpty($0, by: rule) }
            }
            // A refused removal leaves the keychain unlocked.
            try? state?.lock(LockGroup.allCases)
            try engine.forgetKnown()
        }
        for path in [engine.attempts.path, engine.lockEpochs.path, engine.anchorLock] {
            try? System.unlink(path)
        }
        CircleFiles(of: location).remove()
        // Its lock was on a file that is gone, and its open files would keep their room on the disk.
        system.owned?.forget(location)
        Engines.forget(location)
        // An owner password would have to be asked for; the counter stays in the TPM then.
        if let anchor {
            engine.anchorMemory.forget(anchor.keybag)
            try? engine.counter(of: anchor).undefine(ownerPassword: nil)
        }
    }
}
