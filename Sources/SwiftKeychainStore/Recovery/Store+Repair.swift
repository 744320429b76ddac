import Glibc
import SwiftKeychainModel

extension Store {
    /// Tells what a repair did to the files of a store.
    public struct FileRepair: Sendable {
        /// Where something lies that had the name of a replacement and was none.
        public fileprivate(set) var replacementPath: String?
        /// Where another database's log lies.
        public fileprivate(set) var foreignLogPath: String?
        public fileprivate(set) var salvage: SalvageReport?
    }

    /// Mends the files of the store, then runs `body` as a write; no call of any process is in flight
    /// meanwhile.
    ///
    /// A file that SQLite can't use as a whole is salvaged. Nothing is thrown away: what is replaced,
    /// or lay in the way, has another name then, and ``damagedFiles()`` lists it.
    ///
    /// - Parameters:
    ///   - deadline: until when to wait for calls in flight; the work itself takes as long as it takes.
    ///   - progress: called now and then with the number of rows kept so far.
    /// - Returns: what `body` returns; nil when there is no store.
    /// - Throws: what `body` and ``Hands/salvager`` throw, `notAvailable` for a file that is newer or
    ///   another program's, `diskFull`, `inputOutput`.
    public func repair<R>(
        deadline: Deadline, progress: ((Int) -> Void)? = nil,
        _ body: (StoreWriter, FileRepair) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        let connection = Connection(paths)
        for _ in 0..<4 {
            let result = try alone(connection, deadline) {
                (settlement) throws(KeychainError) -> R? in
                try settlement.repair(progress, body)
            }
            if let result { return result }
        }
        throw KeychainError(.notAvailable, "\(directory): the store kept changing under the call")
    }

    /// Tells what keeps the store from being opened, as sentences; changes nothing.
    public func fileProblems(deadline: Deadline) throws(KeychainError) -> [String] {
        try alone(Connection(paths), deadline) { (settlement) throws(KeychainError) in
            try settlement.fileProblems()
        } ?? []
    }

    /// The path of what has the name of a repair's replacement, where a database is there as well.
    public var replacementPath: String? {
        access(paths.database, F_OK) == 0 && access(paths.replacement, F_OK) == 0
            ? paths.replacement : nil
    }

    /// Tells whether the database file at `path` was there and is missing: its log has content, or a
    /// replacement waits.
    public static func isLost(_ path: String) -> Bool {
        var status = stat()
        if lstat(path, &status) == 0, status.st_size > 0 { return false }
        if lstat(StorePaths.log(path), &status) == 0, status.st_size > WriteAheadLog.headerBytes {
            return true
        }
        return lstat(StorePaths.replacement(path), &status) == 0
    }

}

extension Settlement {
    fileprivate func repair<R>(
        _ progress: ((Int) -> Void)?,
        _ body: (StoreWriter, Store.FileRepair) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        var done = Store.FileRepair()
        done.replacementPath = try settleReplacement()
        if try isLogForeign() { done.foreignLogPath = try setLogAside() }
        if let reason = try reasonToSalvage() { done.salvage = try salvage(reason, progress) }
        guard try FileIdentity(at: paths.database) != nil else { return nil }
        guard case .opened(let database) = try Connection.open(paths.database, schema, deadline)
        else {
            throw KeychainError(.notAvailable, "\(paths.database): can't be opened after a repair")
        }
        try locks.raiseGeneration()
        return try database.writing { () throws(KeychainError) in
            let writer = StoreWriter(database, try locks.generation())
            defer { writer.end() }
            return try body(writer, done)
        }
    }

    /// Says why the database can't stay as it is; nil when it can, or there is none.
    private func reasonToSalvage() throws(KeychainError) -> String? {
        guard try FileIdentity(at: paths.database) != nil else {
            return try size(StorePaths.log(paths.database)) > WriteAheadLog.headerBytes
                ? "the database file is missing, its log is not" : nil
        }
        do throws(KeychainError) {
            // An older one is brought up to date first.
            try run()
            switch try Connection.open(paths.database, schema, deadline) {
            case .malformed(let words): return words
            case .older: return nil
            case .opened(let database):
                do throws(KeychainError) {
                    return try database.problems(limit: 1).first
                } catch {
                    if let words = database.corruption { return words }
                    throw error
                }
            }
        } catch {
            // The schema is not what a statement of ours was written for.
            if error.code == .internalComponent { return error.detail }
            throw error
        }
    }

    fileprivate func fileProblems() throws(KeychainError) -> [String] {
        var problems: [String] = []
        if try FileIdentity(at: paths.database) == nil {
            do throws(KeychainError) { try requireNothingLost() } catch {
                problems = [error.detail]
            }
        } else if try isRegularFile(paths.database) {
            // Closing the file here costs this process the locks of its idle connections to it.
            try locks.raiseGeneration()
            if let header = try PageFile(at: paths.database)?.read(
                at: 0, count: Schema.headerBytes)
            {
                problems += DatabaseHeader.problems(header).map { "\(paths.database): \($0)" }
            }
            if (try? isLogForeign()) == true {
                problems.append(Store.foreignLog(paths.database).detail)
            }
        }
        return problems
    }
}
