// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// What the writes of a transaction write together, once, before its commit.
package protocol JointWrite {
    func write(to writer: StoreWriter) throws(KeychainError)
}

/// The writes of one call; all of them are kept when the call returns, or none.
package final class StoreWriter: StoreReader {
    override var skipsDamage: Bool { false }

    /// The connection, as long as SQLite hasn't undone the write: after some errors (no memory, a read that fails) it does,
    /// also when the caller ignores the error, and would commit each change after that by itself.
    package override var database: Database {
        get throws(KeychainError) {
            let database = try super.database
            guard database.isInTransaction else {
                throw KeychainError(
                    .notAvailable, "\(database.path): an error has undone the write")
            }
            return database
        }
    }

    /// The events since the write began, for the manifest.
    package private(set) var events: [StoreEvent] = []

    /// What is written before the commit, for this call and those that are committed with it.
    package var joint: (any JointWrite)?

    func note(_ event: StoreEvent) { events.append(event) }

    /// Removes the ``events``, once the manifest counts them.
    package func forgetEvents() { events = [] }

    /// Adds columns that a newer build made to the table of a class.
    package func addColumns(_ names: [String], of itemClass: ItemClass) throws(KeychainError) {
        let database = try database
        for name in names {
            try database.execute(
                "ALTER TABLE \(itemClass.rawValue) ADD COLUMN \"\(name)\" BLOB")
        }
        database.adopt(names, of: itemClass)
    }

    /// Returns whether a row with this rowid is stored.
    package func hasRow(_ itemClass: ItemClass, rowid: Int64) throws(KeychainError) -> Bool {
        let layout = try database.layout(of: itemClass)
        var statement = try database.statement(.rawRow(itemClass), layout.rawRowSQL)
        try statement.bind(rowid)
        return try statement.step()
    }

    /// Runs SQL of a migration step.
    package func execute(_ sql: String) throws(KeychainError) { try database.execute(sql) }

    /// Writes the keybag record and its copy; the revision grows with every change.
    package func setKeybag(_ record: [UInt8], revision: Int64) throws(KeychainError) {
        for copy in [false, true] {
            let table = copy ? "keybag_copy" : "keybag"
            var statement = try database.statement(
                .setKeybag(copy: copy),
                "INSERT OR REPLACE INTO \(table)(id,rev,record) VALUES(1,?,?)"
            )
            try statement.bind(revision)
            try statement.bind(record)
            try statement.run()
        }
    }

    /// Writes the sealed manifest.
    package func setManifest(_ record: [UInt8], revision: Int64) throws(KeychainError) {
        var statement = try database.statement(
            .setManifest, "INSERT OR REPLACE INTO manifest(id,record,rev) VALUES(1,?,?)"
        )
        try statement.bind(record)
        try statement.bind(revision)
        try statement.run()
    }

    /// Records an incident of this moment.
    ///
    /// - Parameters:
    ///   - kind: one word.
    ///   - detail: a sentence without any value of an item.
    package func addIncident(kind: String, detail: String) throws(KeychainError) {
        try add(
            Incident(
                seconds: SystemClock.seconds, kind: kind, detail: detail, isAcknowledged: false))
    }

    /// Adds an incident, which stays until the user acknowledges it.
    package func add(_ incident: Incident) throws(KeychainError) {
        note(.added(incident))
        var statement = try database.statement(
            .addIncident, "INSERT INTO incidents(date,kind,detail,acknowledged) VALUES(?,?,?,?)"
        )
        try statement.bind(incident.seconds)
        try statement.bind(incident.kind)
        try statement.bind(incident.detail)
        try statement.bind(incident.isAcknowledged ? 1 : 0)
        try statement.run()
    }

    /// Marks every incident and everything set aside as seen.
    ///
    /// - Parameter detail: the detail of an incident that stays.
    package func acknowledgeAll(except detail: String? = nil) throws(KeychainError) {
        events += try incidents().filter { !$0.isAcknowledged && $0.detail != detail }.map {
            .acknowledged($0)
        }
        var statement = try database.statement(
            .acknowledge,
            "UPDATE incidents SET acknowledged=1 WHERE acknowledged=0 AND detail IS NOT ?")
        if let detail { try statement.bind(detail) } else { try statement.bind([UInt8]?.none) }
        try statement.run()
        try database.execute("UPDATE quarantine SET acknowledged=1 WHERE acknowledged=0")
    }
}
