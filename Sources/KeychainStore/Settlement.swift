import KeychainModel

/// Makes, migrates or replaces the database, while no call is in flight in any process.
struct Settlement {
    let paths: StorePaths
    let locks: StoreLocks
    let schema: Schema
    let hands: Store.Hands?
    let deadline: Deadline

    func run(_ need: Connection.Need) throws(KeychainError) {
        try finishReplacement()
        guard try FileIdentity(at: paths.database) != nil else {
            // A log with frames but no file to go with it: the file was lost, not never made.
            if try size(StorePaths.log(paths.database)) > WriteAheadLog.headerBytes {
                try salvage("the database file is missing, its log is not", nil)
                return
            }
            return try create()
        }
        switch try Connection.open(paths.database, schema, deadline) {
        case .malformed(let words):
            if try isLogForeign() { throw Store.foreignLog(paths.database) }
            try salvage(words, nil)
        case .older(let database, let version):
            try schema.migrate(database, from: version)
            try locks.raiseGeneration()
        case .opened(let database):
            guard case .examination(let words, _) = need else { return }
            // It may have been a stale view of the file: then the next call finds all well.
            if try isWhole(database) { return }
            if try isLogForeign() { throw Store.foreignLog(paths.database) }
            try salvage(words, nil)
        }
    }

    private func isWhole(_ database: Database) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            for itemClass in ItemClass.stored {
                let layout = TableLayout.of(itemClass)
                _ = try database.integer(
                    "SELECT count(*) FROM (SELECT \(layout.selectList) FROM \(layout.table) LIMIT 1)"
                )
            }
            for table in ["keybag", "keybag_copy", "manifest", "quarantine", "incidents"] {
                _ = try database.integer("SELECT count(*) FROM \(table)")
            }
            guard try database.integrityProblems(limit: 1).isEmpty else { return false }
            return try schema.differences(in: database).isEmpty
        } catch {
            if database.corruption != nil { return false }
            throw error
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

    func size(_ path: String) throws(KeychainError) -> Int {
        try translating { () throws(SystemError) in Int(try System.status(path)?.st_size ?? 0) }
    }

    // MARK: Replacing

    /// Ends a replacement that a crash interrupted after it was decided.
    func finishReplacement() throws(KeychainError) {
        let waits = try translating { () throws(SystemError) in
            try System.status(paths.replacement) != nil
        }
        if waits { try replace(asideAt: try asidePath()) }
    }

    /// Moves the database, its log and its index aside, and the replacement into their place.
    ///
    /// The replacement's name is the decision: until it is gone, whoever comes next begins here.
    func replace(asideAt aside: String) throws(KeychainError) {
        try locks.raiseGeneration()
        try translating { () throws(SystemError) in
            for suffix in ["", "-wal", "-shm"]
            where try System.status(paths.database + suffix) != nil {
                try System.rename(paths.database + suffix, to: aside + suffix)
            }
            try System.rename(paths.replacement, to: paths.database)
            try System.synchronize(directory: paths.directory)
        }
    }

    /// A name for what is moved aside: `keychain-2.db.damaged-20260131T235959Z`, numbered if taken.
    func asidePath() throws(KeychainError) -> String {
        let base = paths.database + ".damaged-" + WallClock.stamp(WallClock.seconds)
        return try translating { () throws(SystemError) in
            var (path, number) = (base, 1)
            while try isTaken(path) {
                number += 1
                path = "\(base)-\(number)"
            }
            return path
        }
    }

    private func isTaken(_ path: String) throws(SystemError) -> Bool {
        for suffix in ["", "-wal", "-shm"] where try System.status(path + suffix) != nil {
            return true
        }
        return false
    }
}
