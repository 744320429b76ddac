import SwiftKeychainModel
import SwiftKeychainSystem

/// Puts the rows that were found into the new file: one for each persistent reference and key.
final class SalvageRebuild {
    private let writer: StoreWriter
    private let accepts: (SealedRow) -> Bool
    private let progress: ((Int) -> Void)?
    private var refused: Set<Identity> = []
    private var accepted = 0
    private(set) var superseded = 0

    private struct Identity: Hashable {
        let itemClass: ItemClass
        let reference: [UInt8]
    }

    init(
        _ writer: StoreWriter, _ accepts: @escaping (SealedRow) -> Bool,
        _ progress: ((Int) -> Void)?
    ) {
        self.writer = writer
        self.accepts = accepts
        self.progress = progress
    }

    /// Keeps every acceptable row that `scanner` finds.
    func run(_ scanner: LeafScanner, _ findings: SalvageFindings) throws(KeychainError) {
        for (itemClass, layout) in findings.layouts {
            for name in layout.added {
                try writer.database.execute(
                    "ALTER TABLE \(layout.table) ADD COLUMN \"\(name)\" BLOB")
            }
            try writer.database.adopt(layout.added, of: itemClass)
        }
        try scanner.scan(SalvagedRecord.mayBeRow) { (record) throws(KeychainError) in
            for itemClass in ItemClass.stored {
                if let row = SalvagedRecord.row(record, findings.layout(of: itemClass)) {
                    try offer(row)
                }
            }
        }
        progress?(accepted)
    }

    /// Items of which no row was accepted.
    func refusedCount() throws(KeychainError) -> Int {
        var count = 0
        for identity in refused where try stored(identity) == nil { count += 1 }
        return count
    }

    private func offer(_ row: SealedRow) throws(KeychainError) {
        let identity = Identity(itemClass: row.itemClass, reference: row.persistentReference)
        guard accepts(row) else {
            refused.insert(identity)
            return
        }
        if let other = try stored(identity) {
            if other.revision >= row.revision { return }
            try writer.delete(row.itemClass, rowid: other.rowid)
        }
        try keep(row)
        accepted += 1
        if accepted % 256 == 0 { progress?(accepted) }
    }

    private func keep(_ row: SealedRow) throws(KeychainError) {
        if let rival = try stored(key: row) {
            superseded += 1
            // Of two items with one primary key, the younger took the place of the other.
            let reason = "found in a salvage beside a younger item of the same primary key"
            if rival.rowid > row.rowid {
                return try writer.add(
                    QuarantineRecord(
                        itemClass: row.itemClass.rawValue, date: SystemClock.seconds,
                        reason: reason,
                        acknowledged: false, record: QuarantineRecord.encode(row)))
            }
            try writer.quarantine(row.itemClass, rowid: rival.rowid, reason: reason)
        }
        try insertAnywhere(row)
    }

    /// Inserts under the row's own rowid; under a new one if that is taken.
    private func insertAnywhere(_ row: SealedRow) throws(KeychainError) {
        var row = row
        let layout = try writer.database.layout(of: row.itemClass)
        let isTaken = try writer.database.withStatement(.rawRow(row.itemClass), layout.rawRowSQL) {
            (statement) throws(KeychainError) in
            try statement.bind(1, row.rowid)
            return try statement.step()
        }
        if isTaken { row.rowid = 0 }
        try writer.insert(row)
    }

    private func stored(_ identity: Identity) throws(KeychainError) -> SealedRow? {
        try first(
            StoreQuery(
                itemClass: identity.itemClass, persistentReferences: [identity.reference]))
    }

    private func stored(key row: SealedRow) throws(KeychainError) -> SealedRow? {
        try first(StoreQuery(itemClass: row.itemClass, primaryKey: row.primaryKey))
    }

    private func first(_ query: StoreQuery) throws(KeychainError) -> SealedRow? {
        guard case .sealed(let row) = try writer.rows(query, limit: 1).first else { return nil }
        return row
    }
}
