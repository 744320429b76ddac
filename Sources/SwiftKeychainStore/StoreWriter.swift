import SwiftKeychainModel
import SwiftKeychainSystem

/// Writes to the store; everything is kept when the call that lends it returns, or nothing is.
public final class StoreWriter: StoreReader {
    override var passesOverDamage: Bool { false }

    /// What was noted since the write began, for the manifest.
    public private(set) var events: [StoreEvent] = []

    func note(_ event: StoreEvent) { events.append(event) }

    /// Notes that the manifest counts all of ``events``.
    public func forgetEvents() { events = [] }

    /// Runs SQL of a migration step.
    package func execute(_ sql: String) throws(KeychainError) { try database.execute(sql) }

    /// Writes the keybag record and its copy; the revision grows with every change.
    public func setKeybag(_ record: [UInt8], revision: Int64) throws(KeychainError) {
        for copy in [false, true] {
            let table = copy ? "keybag_copy" : "keybag"
            try database.withStatement(
                .setKeybag(copy: copy),
                "INSERT OR REPLACE INTO \(table)(id,rev,record) VALUES(1,?,?)"
            ) { (statement) throws(KeychainError) in
                try statement.bind(1, revision)
                try statement.bind(2, record)
                try statement.run()
                statement.clear()
            }
        }
    }

    /// Writes the sealed manifest.
    public func setManifest(_ record: [UInt8], revision: Int64) throws(KeychainError) {
        try database.withStatement(
            .setManifest, "INSERT OR REPLACE INTO manifest(id,record,rev) VALUES(1,?,?)"
        ) { (statement) throws(KeychainError) in
            try statement.bind(1, record)
            try statement.bind(2, revision)
            try statement.run()
        }
    }

    /// Records that something befell the store, now.
    ///
    /// - Parameters:
    ///   - kind: one word.
    ///   - detail: a sentence without any value of an item.
    public func addIncident(kind: String, detail: String) throws(KeychainError) {
        try add(
            Incident(
                seconds: SystemClock.seconds, kind: kind, detail: detail, isAcknowledged: false))
    }

    func add(_ incident: Incident) throws(KeychainError) {
        note(.added(incident))
        try database.withStatement(
            .addIncident, "INSERT INTO incidents(date,kind,detail,acknowledged) VALUES(?,?,?,?)"
        ) { (statement) throws(KeychainError) in
            try statement.bind(1, incident.seconds)
            try statement.bind(2, incident.kind)
            try statement.bind(3, incident.detail)
            try statement.bind(4, incident.isAcknowledged ? 1 : 0)
            try statement.run()
        }
    }

    /// Marks every incident and everything set aside as seen.
    public func acknowledgeAll() throws(KeychainError) {
        events += try incidents().filter { !$0.isAcknowledged }.map { .acknowledged($0) }
        try database.execute(
            """
            UPDATE incidents SET acknowledged=1 WHERE acknowledged=0; \
            UPDATE quarantine SET acknowledged=1 WHERE acknowledged=0;
            """)
    }
}
