import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSystem
import Synchronization

// Keychain files: made, looked at and removed, together with their entry in the search list.
extension EmbeddedService {
    func keychainList(at home: Location) throws(KeychainError) -> KeychainListFile {
        KeychainListFile(engine: try engine(at: home))
    }

    /// Tells whether the file is there, and what this process may do with it or with the folder where
    /// it would be made.
    ///
    /// - Throws: `notAvailable` when a folder on the way can't be searched.
    func fileState(_ location: Location) throws(KeychainError) -> Reply.FileState {
        // Writing makes files beside the database: its log and its index.
        var folder = location.directory
        while !System.exists(folder), let slash = folder.lastIndex(of: "/"),
            slash > "/".startIndex
        {
            folder = String(folder[..<slash])
        }
        let mayWrite = System.exists(folder, for: W_OK | X_OK)
        guard try location.exists else {
            return Reply.FileState(exists: false, mayRead: mayWrite, mayWrite: mayWrite)
        }
        let path = location.databasePath
        return Reply.FileState(
            exists: true, mayRead: System.exists(path, for: R_OK),
            mayWrite: mayWrite && System.exists(path, for: W_OK))
    }

    /// Makes a keychain file, and adds it to the end of the search list; or does neither.
    ///
    /// The file appears under its name with its password or not at all, whatever stops the process.
    ///
    /// - Throws: `duplicateKeychain` when something of that name is there, unless it is a file of
    ///   zero bytes; `notAvailable`, `diskFull`, `readOnly` when it can't be made.
    func create(_ new: NewKeychainFile, at location: Location) throws(KeychainError) -> Reply {
        guard case .given(let password) = new.password else {
            try Self.requireFree(location)
            return .lacks(Demand(.newKeychainPassword))
        }
        let list = try keychainList(at: new.home)
        try list.change { (list) throws(KeychainError) in
            try Self.requireFree(location)
            sweep(location)
            try make(location, password: password)
            var listed = list.searched ?? [new.home.fileName]
            if !listed.contains(new.name) { listed.append(new.name) }
            list.searched = listed
        } undo: {
            // The next one of the name could not be made, and this one is not listed.
            try? removeFiles(at: location)
        }
        return .done
    }

    private static func requireFree(_ location: Location) throws(KeychainError) {
        if try location.exists {
            throw KeychainError(
                .duplicateKeychain, "\(location.databasePath): there is a file of that name")
        }
    }

    /// Removes what a keychain of this name may have left beside it: wrong passwords that were
    /// counted for it don't count for the next one.
    private func sweep(_ location: Location) {
        let engine = Engine(location: location, system: system)
        if engine.attempts.isOwn { try? System.unlink(engine.attempts.path) }
        if engine.lockEpochs.isOwn { try? System.unlink(engine.lockEpochs.path) }
    }

    /// Makes the file of a keychain that must exist, and leaves it unlocked.
    ///
    /// - Parameter password: nil or empty: none.
    /// - Throws: `duplicateKeychain` when it is there by now.
    private func make(_ location: Location, password: SecretBytes?) throws(KeychainError) {
        let keys = StoreKeys(location: location)
        guard let password, password.count > 0 else {
            return try make(location, NewFileKeys(keys))
        }
        // Before the store's locks are taken: the passcode takes a while.
        let made = try keys.makeRecords(passcode: password, cost: system.passcodeCost)
        try make(location, NewFileKeys(keys, made.records))
        // Where the kernel keeps nothing, it is this process's own engine that does.
        let own = try self.engine(at: location)
        let (keybag, state) = try own.restingKeybag()
        state.keep(made.keys, of: keybag, try own.setting())
    }

    /// The keys of a file that is being made, and whether they became its keys.
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

        func migrate(_ writer: StoreWriter, from version: Int64) throws(KeychainError) {
            try keys.migrate(writer, from: version)
        }
    }

    private func make(_ location: Location, _ keys: NewFileKeys) throws(KeychainError) {
        let engine = Engine(location: location, system: system, keys: keys)
        try engine.read(.standard) { (_, _) in }
        guard keys.areUsed else {
            throw KeychainError(
                .duplicateKeychain,
                "\(location.databasePath): there is a keychain of that name by now")
        }
    }

    /// Removes the file of a keychain and its name from the search list; were it the default
    /// keychain, the user's own is it again.
    ///
    /// - Throws: `noSuchKeychain`, `invalidKeychain`, `notAvailable`.
    func remove(
        _ location: Location, listedIn home: Location, as name: String
    ) throws(KeychainError) {
        _ = try engine(at: location)
        let list = try keychainList(at: home)
        if location.databasePath == home.databasePath {
            // The list goes with it, and a damaged one must not keep it there.
            return try list.withLock { () throws(KeychainError) in
                try removeFiles(at: location)
            }
        }
        // The list first: what a crash leaves is a keychain that can be deleted again by its name,
        // and no list that names what is gone.
        try list.change { (list) in
            list.searched?.removeAll { $0 == name }
            if list.standard == name { list.standard = nil }
        } afterwards: { () throws(KeychainError) in
            try removeFiles(at: location)
        }
    }

    /// Removes the database, what lies beside it, and what was unlocked of it.
    func removeFiles(at location: Location) throws(KeychainError) {
        let engine = try engine(at: location)
        // A keybag that does not open any more keeps no file from being deleted.
        try? engine.lock(everything: true)
        try engine.store.remove(deadline: .after(.seconds(60)))
        for path in [engine.attempts.path, engine.lockEpochs.path] {
            try? System.unlink(path)
        }
    }
}
