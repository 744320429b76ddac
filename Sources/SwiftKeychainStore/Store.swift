import SwiftKeychainModel

/// Keeps sealed rows in an SQLite file that several threads and processes share.
///
/// The store sees clear columns, digests and sealed bytes, never a key. How calls exclude each
/// other is described in Docs/sharing.md, the file itself in Docs/format.md.
public final class Store: Sendable {
    /// The folder of the database, `keychain.lock` and `writer.lock`, as given.
    public var directory: String { paths.directory }
    public var databasePath: String { paths.database }
    let paths: StorePaths
    let schema: Schema
    let hands: Hands?
    let pool: ConnectionPool

    /// Names a store. Nothing is read or made until the first call.
    ///
    /// - Parameters:
    ///   - fileName: the database in that folder; one of another name has locks of its own.
    ///   - hands: what the engine does for the store; without them no store can be made.
    public convenience init(
        directory: String, fileName: String = "keychain-2.db", hands: Hands? = nil
    ) {
        self.init(directory: directory, fileName: fileName, hands: hands, schema: .current)
    }

    package init(
        directory: String, fileName: String = "keychain-2.db", hands: Hands?, schema: Schema
    ) {
        paths = StorePaths(directory: directory, fileName: fileName)
        self.schema = schema
        self.hands = hands
        pool = ConnectionPool(paths)
    }

    /// Tells whether a database lies in the folder; one of zero bytes counts as none.
    public var exists: Bool {
        get throws(KeychainError) { try FileIdentity(at: databasePath) != nil }
    }

    /// Runs `body` on one unchanging view of the store, and makes the store when none exists.
    ///
    /// When SQLite finds the file malformed, the store is salvaged and `body` runs once more: it
    /// must not change anything outside. A call of the same store inside `body` may wait for ever
    /// for what `body` holds, until its deadline.
    ///
    /// - Throws: What `body` throws; `notAvailable` when the deadline passes while waiting, and
    ///   when the store cannot be opened; `inputOutput`, `diskFull`.
    public func read<R>(
        deadline: Deadline, _ body: (StoreReader) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try perform(writing: false, deadline) { (database, generation) throws(KeychainError) in
            try database.reading { () throws(KeychainError) in
                let reader = StoreReader(database, generation)
                defer { reader.end() }
                return try body(reader)
            }
        }
    }

    /// Runs `body` after every write before it, and makes what it wrote durable when it returns.
    ///
    /// When `body` throws, nothing is written. Where the volume is full it may run twice too; the
    /// rest of what ``read(deadline:_:)`` says of `body` holds here as well.
    ///
    /// - Throws: As ``read(deadline:_:)``, and `readOnly` where the files may not be written.
    public func write<R>(
        deadline: Deadline, _ body: (StoreWriter) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try perform(writing: true, deadline) { (database, generation) throws(KeychainError) in
            let result = try Self.makingRoom(database) { () throws(KeychainError) in
                try database.writing { () throws(KeychainError) in
                    let writer = StoreWriter(database, generation)
                    defer { writer.end() }
                    return try body(writer)
                }
            }
            database.checkpointIfDue()
            return result
        }
    }

    /// Runs `body`, and where the volume is full once more, after the log has given up its room:
    /// else not even a deletion could be written.
    private static func makingRoom<R>(
        _ database: Database, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) {
            return try body()
        } catch  where error.code == .diskFull && database.isOwn {
            guard (try? database.truncateLog()) != nil else { throw error }
            return try body()
        }
    }

    /// Empties the write-ahead log into the database: nothing overwritten is left in any file.
    ///
    /// - Throws: `notAvailable` when a reader kept it from happening until the deadline.
    public func truncateLog(deadline: Deadline) throws(KeychainError) {
        try perform(writing: true, deadline) { (database, _) throws(KeychainError) in
            try database.truncateLog()
        }
    }
}
