import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// Makes or migrates the database, while no call is in flight in any process.
struct Settlement {
    let paths: StorePaths
    let locks: StoreLocks
    let schema: Schema
    let hands: Store.Hands?
    let deadline: Deadline

    /// Makes the database where there is none, or brings an older one up to date.
    func run() throws(KeychainError) {
        guard try FileIdentity(at: paths.database) != nil else {
            try requireNothingLost()
            return try create()
        }
        if case .older(let database, let version) =
            try Connection.open(paths.database, schema, deadline)
        {
            try schema.migrate(database, from: version, hands)
            try locks.raiseGeneration()
        }
    }

    /// Refuses to make a new store in place of one that was lost, or that a repair was replacing.
    func requireNothingLost() throws(KeychainError) {
        // A log with frames and no file to go with it: the file was lost, not never made.
        if try size(StorePaths.log(paths.database)) > WriteAheadLog.headerBytes {
            throw SQLiteErrors.damage(
                .notAvailable, paths.database, "the file is missing, its log is there")
        }
        if try exists(paths.replacement) {
            throw SQLiteErrors.damage(
                .notAvailable, paths.database, "a repair was interrupted")
        }
    }

    // MARK: A new store

    private func create() throws(KeychainError) {
        guard let hands else {
            throw KeychainError(.internalComponent, "\(paths.directory): no engine makes a keybag")
        }
        let records = try hands.makeKeybag()
        try StoreBuilder(paths: paths, schema: schema).build { (writer) throws(KeychainError) in
            try writer.setKeybag(records.keybag, revision: records.keybagRevision)
            try writer.setManifest(records.manifest, revision: records.manifestRevision)
        }
        try locks.raiseGeneration()
        try translating { () throws(SystemError) in
            // They hold nothing, but SQLite would take them for the new file's.
            for path in [StorePaths.log(paths.database), StorePaths.index(paths.database)]
            where try System.status(path) != nil {
                try System.unlink(path)
            }
            try System.rename(paths.building, to: paths.database)
            try System.synchronize(directory: paths.directory)
        }
    }

    func exists(_ path: String) throws(KeychainError) -> Bool {
        try translating { () throws(SystemError) in try System.status(path) != nil }
    }

    func isRegularFile(_ path: String) throws(KeychainError) -> Bool {
        try translating { () throws(SystemError) in
            try System.status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
        }
    }

    func size(_ path: String) throws(KeychainError) -> Int {
        try translating { () throws(SystemError) in Int(try System.status(path)?.st_size ?? 0) }
    }
}
