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
            try schema.migrate(database, from: version, hands)
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
                let layout = database.layout(of: itemClass)
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
}
