// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel

/// The file that keys and settings were read from, as it was since its keys changed last.
package struct StoreGeneration: Equatable, Sendable {
    /// That of the lock record, which this software raises. Other programs that put back a folder don't.
    let number: UInt64
    /// nil while a process has the store to itself.
    let file: FileIdentity?

    /// That of a store which isn't in its place yet.
    static let none = StoreGeneration(number: 0, file: nil)
}

/// One unchanging view of the store, valid only inside the call that passes it.
package class StoreReader {
    /// Changes when the database file is replaced; the keybag must then be read again.
    package let generation: StoreGeneration
    let lent: Database
    private var isOver = false
    /// The damage that a search skipped: its result may lack rows.
    package internal(set) var skippedDamage: KeychainError?
    /// Whether a search skips damage. A write must know every row that it may change.
    var skipsDamage: Bool { true }

    init(_ database: Database, _ generation: StoreGeneration) {
        lent = database
        self.generation = generation
    }

    func end() { isOver = true }

    /// The connection, as long as the call lasts.
    package var database: Database {
        get throws(KeychainError) {
            guard !isOver, lent.isOwn else {
                throw KeychainError(.internalComponent, "\(lent.path): used after its call")
            }
            return lent
        }
    }

    /// The version of the tables: older files were migrated, newer ones refused.
    package var schemaVersion: Int64 { lent.schemaVersion }
}

extension StoreReader {
    /// Returns the keybag record and its copy, where they exist and differ; one on a
    /// damaged page is left out.
    package func keybags() throws(KeychainError) -> [[UInt8]] {
        var records: [[UInt8]] = []
        var damage: KeychainError?
        for copy in [false, true] {
            do throws(KeychainError) {
                if let record = try keybag(copy: copy), !records.contains(record) {
                    records.append(record)
                }
            } catch {
                guard try database.corruption != nil else { throw error }
                damage = error
            }
        }
        if records.isEmpty, let damage { throw damage }
        return records
    }

    /// Returns the record of the keybag or of its copy, which is in another table in case a page is damaged; nil if
    /// there is none.
    private func keybag(copy: Bool) throws(KeychainError) -> [UInt8]? {
        let table = copy ? "keybag_copy" : "keybag"
        let statement = try database.statement(
            .keybag(copy: copy), "SELECT record FROM \(table) WHERE id=1"
        )
        return try statement.step() ? statement.blob(0) : nil
    }

    /// Returns whether the keybag and its copy are the same, as every write leaves them.
    package func keybagEqualsCopy() throws(KeychainError) -> Bool {
        try database.integer(
            "SELECT count(*) FROM keybag JOIN keybag_copy USING(id, rev, record)") == 1
    }

    /// Returns the revision of the manifest, which every write raises; nil when there is no manifest.
    package func manifestRevision() throws(KeychainError) -> Int64? {
        let statement = try database.statement(
            .manifestRevision, "SELECT rev FROM manifest WHERE id=1")
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Returns the sealed manifest and its revision; nil when there is none.
    package func manifest() throws(KeychainError) -> (record: [UInt8], revision: Int64)? {
        let statement = try database.statement(
            .manifest, "SELECT record, rev FROM manifest WHERE id=1")
        guard try statement.step(), let record = statement.blob(0),
            let revision = statement.integer(1)
        else { return nil }
        return (record, revision)
    }

    /// Returns, for each row that was set aside because it didn't open, whether the user has acknowledged that.
    /// The oldest is first.
    package func quarantineAcknowledgements() throws(KeychainError) -> [Bool] {
        try database.statement(once: "SELECT acknowledged FROM quarantine ORDER BY id")
            .values { $0.integer(0) == 1 }
    }

    /// Returns the incidents, oldest first.
    package func incidents() throws(KeychainError) -> [Incident] {
        let statement = try database.statement(
            once: "SELECT date, kind, detail, acknowledged FROM incidents ORDER BY id")
        return try statement.values { row in
            Incident(
                seconds: row.integer(0) ?? 0, kind: row.text(1) ?? "",
                detail: row.text(2) ?? "", isAcknowledged: row.integer(3) == 1)
        }
    }
}
