import Glibc
import KeychainModel

/// Holds what one call needs: lock files and a database of its own, used by one thread at a time.
final class Connection {
    private let named: StorePaths
    private let epoch = ProcessEpoch.current
    private(set) var locks: StoreLocks?
    private(set) var paths: StorePaths?
    private(set) var database: Database?
    private(set) var generation: UInt64 = 0
    private var identity: FileIdentity?
    private var isWriting = false
    private var isSharing = false

    init(_ paths: StorePaths) { named = paths }

    deinit {
        // After fork() the descriptors are closed already, and their numbers may be others'.
        if epoch != ProcessEpoch.current { locks?.forget() }
    }

    /// Says what has to be done, alone, before a call can run.
    enum Need {
        /// No database lies there, the lock record is new, or a replacement waits.
        case settling
        case migration
        /// SQLite calls the file malformed; the words are its own.
        case examination(String, generation: UInt64)
    }

    /// Takes the locks of a call and sees to it that the database is the current one.
    ///
    /// - Returns: nil when the call can run; then ``leave()`` ends it. Otherwise what is needed
    ///   first, with no lock held and the database closed.
    func enter(writing: Bool, schema: Schema, deadline: Deadline) throws(KeychainError) -> Need? {
        // A read learns from the database file itself that the folder was replaced.
        let locks = try openLocks(checking: writing || database == nil)
        if writing { try locks.takeWriter(deadline: deadline) }
        isWriting = writing
        do throws(KeychainError) {
            guard let need = try share(locks, schema, deadline) else { return nil }
            closeDatabase()
            leave()
            return need
        } catch {
            leave()
            throw error
        }
    }

    private func share(
        _ locks: StoreLocks, _ schema: Schema, _ deadline: Deadline
    ) throws(KeychainError) -> Need? {
        let current = try locks.share(deadline: deadline)
        isSharing = true
        guard let current, let paths else { return .settling }
        guard let file = try FileIdentity(at: paths.database) else { return .settling }
        if database != nil, current == generation, file == identity {
            database?.busyDeadline = deadline
            return nil
        }
        closeDatabase()
        // A folder that was removed and made anew has other lock files than the ones held here.
        guard try locks.isInPlace() else { return .settling }
        return try openDatabase(paths, file, current, schema, deadline)
    }

    private func openDatabase(
        _ paths: StorePaths, _ file: FileIdentity, _ current: UInt64, _ schema: Schema,
        _ deadline: Deadline
    ) throws(KeychainError) -> Need? {
        let waits = try translating { () throws(SystemError) in
            try System.status(paths.replacement) != nil
        }
        if waits { return .settling }
        switch try Self.open(paths.database, schema, deadline) {
        case .opened(let opened):
            (database, identity, generation) = (opened, file, current)
            return nil
        case .older: return .migration
        case .malformed(let words): return .examination(words, generation: current)
        }
    }

    /// Says what opening the database file gave.
    enum Opening {
        case opened(Database)
        case older(Database, version: Int64)
        case malformed(String)
    }

    static func open(
        _ path: String, _ schema: Schema, _ deadline: Deadline
    ) throws(KeychainError) -> Opening {
        // SQLite opens them by itself, and would wait for ever for a FIFO's other end.
        for path in [path + "-journal", StorePaths.log(path), StorePaths.index(path)] {
            _ = try FileIdentity(at: path)
        }
        let database: Database
        do throws(Database.OpenFailure) {
            database = try Database.open(path, for: .store)
        } catch {
            if let words = error.corruption { return .malformed(words) }
            throw error.error
        }
        database.busyDeadline = deadline
        do throws(KeychainError) {
            switch try schema.standing(of: database) {
            case .current: return .opened(database)
            case .older(let version): return .older(database, version: version)
            }
        } catch {
            if let words = database.corruption { return .malformed(words) }
            throw error
        }
    }

    /// Opens the lock files, in a folder that is made when it is absent.
    ///
    /// - Parameter checking: whether to look if they are still the ones in the folder.
    func openLocks(checking: Bool) throws(KeychainError) -> StoreLocks {
        if let locks, locks.isUsable {
            if !checking { return locks }
            if try locks.isInPlace() { return locks }
        }
        closeDatabase()
        locks = nil
        let paths = try StoreFolder.prepare(named)
        let fresh = try StoreLocks(paths)
        (self.paths, locks) = (paths, fresh)
        return fresh
    }

    /// Gives up the locks of a call.
    func leave() {
        guard epoch == ProcessEpoch.current else { return }
        if isSharing { locks?.unshare() }
        if isWriting { locks?.leaveWriter() }
        (isSharing, isWriting) = (false, false)
    }

    func closeDatabase() {
        database = nil
        identity = nil
    }

    /// Tells whether the connection can serve another call.
    var isSound: Bool {
        epoch == ProcessEpoch.current && database?.isDoubtful == false && locks?.isUsable == true
    }
}
