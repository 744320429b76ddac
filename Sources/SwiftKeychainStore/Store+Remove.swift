import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

extension Store {
    /// Removes the database and everything beside it that is this store's own.
    ///
    /// Waits until `deadline` for the calls in flight of every process; later ones find no store.
    ///
    /// - Throws: `notAvailable` when the deadline passes, or a file may not be removed; `readOnly`.
    package func remove(deadline: Deadline) throws(KeychainError) {
        let connection = Connection(paths)
        for _ in 0..<4 {
            let isDone = try alone(connection, deadline) { (settlement) throws(KeychainError) in
                try settlement.remove()
                return true
            }
            if isDone == true { return }
        }
        throw KeychainError(.notAvailable, "\(directory): the store kept changing under the call")
    }

    /// Checks that the file is a database of this kind, or was one: then a lock file of ours lies
    /// beside it, however damaged it is. Whatever else the caller names must not be touched.
    ///
    /// - Throws: `invalidKeychain`; `notAvailable` when the file or its folder can't be read.
    package func requireOurs() throws(KeychainError) {
        // The lock file first: closing a database that SQLite has open in this process would
        // drop its locks, and one without a lock file is open nowhere.
        if try LockRecord.isRecord(beginning(of: paths.lock)) { return }
        if let status = try translating({ () throws(SystemError) in
            try System.status(databasePath)
        }), let kind = FileIdentity.irregularKind(status) {
            throw KeychainError(.invalidKeychain, "\(databasePath): is \(kind), not a keychain")
        }
        guard try Schema.isHeader(beginning(of: databasePath)) else {
            throw KeychainError(.invalidKeychain, "\(databasePath): not a keychain")
        }
    }

    private func beginning(of path: String) throws(KeychainError) -> [UInt8] {
        try translating { () throws(SystemError) in
            let descriptor: Int32
            do throws(SystemError) {
                descriptor = try System.open(path, O_RDONLY, followsLink: true)
            } catch  where error.number == ENOENT {
                return []
            }
            defer { _ = close(descriptor) }
            guard try System.status(descriptor, path).st_mode & S_IFMT == S_IFREG else { return [] }
            return try System.read(descriptor, path, at: 0, count: Schema.headerBytes)
        }
    }
}

extension Settlement {
    /// Removes every file of the store, the database last but for the locks: what a crash leaves
    /// is a keychain, and no log that would be salvaged into the next one of the name.
    func remove() throws(KeychainError) {
        try locks.raiseGeneration()
        // And it is the keychain as it was: not without what lay in the log, a new password even.
        // One that is damaged goes as it is.
        if try FileIdentity(at: paths.database) != nil,
            case .opened(let database)? = try? Connection.open(paths.database, schema, deadline)
        {
            try? database.truncateLog()
        }
        try translating { () throws(SystemError) in
            let database = paths.database
            for path in [
                paths.rewriting, paths.replacement, paths.building, StorePaths.log(database),
                StorePaths.index(database), database, paths.writerLock, paths.lock,
            ] where try System.status(path) != nil {
                try System.unlink(path)
            }
            try System.synchronize(directory: paths.directory)
        }
    }
}

extension Schema {
    static let headerBytes = 100

    /// Tells whether a file that begins with `bytes` is an SQLite database with our identifier,
    /// which lies at byte 68, the highest byte first (SQLite's file format, section 1.3).
    static func isHeader(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == headerBytes else { return false }
        let identifier = bytes[68..<72].reduce(0) { $0 << 8 | Int64($1) }
        return bytes.starts(with: "SQLite format 3\0".utf8) && identifier == applicationID
    }
}
