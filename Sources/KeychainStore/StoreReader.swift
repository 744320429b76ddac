import CSQLite
import KeychainModel

/// Reads one unchanging view of the store; valid inside the call that lends it only.
public class StoreReader {
    /// Another number than in an earlier call says that the database file was replaced since:
    /// whatever was kept of the keybag has to be read again.
    public let generation: UInt64
    let lent: Database
    private var isOver = false

    init(_ database: Database, _ generation: UInt64) {
        lent = database
        self.generation = generation
    }

    func end() { isOver = true }

    /// The connection, as long as the call lasts.
    var database: Database {
        get throws(KeychainError) {
            guard !isOver, lent.isOwn else {
                throw KeychainError(.internalComponent, "\(lent.path): used after its call")
            }
            return lent
        }
    }

    /// The version of the tables: older files were migrated, newer ones refused.
    public var schemaVersion: Int64 { lent.schemaVersion }

    /// Gives what SQLite's own check of the whole file finds wrong, at most a hundred findings, and
    /// what is in the schema that should not be, or is not.
    public func integrityCheck() throws(KeychainError) -> [String] {
        try database.integrityProblems(limit: 100) + Schema.current.differences(in: database)
    }
}

extension Database {
    func integrityProblems(limit: Int) throws(KeychainError) -> [String] {
        try withStatement(once: "PRAGMA integrity_check(\(limit))") {
            (statement) throws(KeychainError) in
            var problems: [String] = []
            while try statement.step() {
                problems.append(statement.text(0) ?? "unreadable finding")
            }
            return problems == ["ok"] ? [] : problems
        }
    }
}
