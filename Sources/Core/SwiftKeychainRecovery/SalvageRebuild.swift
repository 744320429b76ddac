// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainStore

/// The rows of the new file: one for each persistent reference and primary key.
final class SalvageRebuild {
    private let writer: StoreWriter
    private let judge: (any RowJudge)?
    private let progress: ((Int) -> Void)?
    /// The items of which a row was refused; an older or newer row of the same item may still be accepted.
    private var refused: Set<Identity> = []
    private var accepted = 0
    private(set) var superseded = 0

    /// What stays the same when an item is changed.
    private struct Identity: Hashable {
        let itemClass: ItemClass
        let reference: [UInt8]
    }

    init(
        _ writer: StoreWriter, _ judge: (any RowJudge)?, _ progress: ((Int) -> Void)?
    ) {
        self.writer = writer
        self.judge = judge
        self.progress = progress
    }

    /// Adds every acceptable row that `scanner` finds.
    func run(_ scanner: LeafScanner, _ findings: SalvageFindings) throws(KeychainError) {
        for (itemClass, layout) in findings.layouts {
            try writer.addColumns(layout.added, of: itemClass)
        }
        try scanner.scan(SalvagedRecord.mayBeRow) { record in
            for row in SalvagedRecord.rows(record, findings.layout) { try offer(row) }
        }
        progress?(accepted)
    }

    /// Returns the number of items of which no row was accepted.
    func refusedCount() throws(KeychainError) -> Int {
        var count = 0
        for identity in refused where try stored(identity) == nil { count += 1 }
        return count
    }

    /// Keeps a row if the judge accepts it, and if no newer revision of the same item was kept before.
    private func offer(_ row: SealedRow) throws(KeychainError) {
        let identity = Identity(itemClass: row.itemClass, reference: row.persistentReference)
        guard judge?.accepts(row) == true else {
            refused.insert(identity)
            return
        }
        // A damaged file may have several revisions of one row.
        if let other = try stored(identity) {
            if other.revision >= row.revision { return }
            try writer.delete(row.itemClass, rowid: other.rowid)
        }
        try keep(row)
        accepted += 1
        if accepted % 256 == 0 { progress?(accepted) }
    }

    /// Adds a row. Of two with one primary key the younger one is kept, and the other set aside.
    private func keep(_ row: SealedRow) throws(KeychainError) {
        var row = row
        if let rival = try first(StoreQuery(itemClass: row.itemClass, primaryKey: row.primaryKey)) {
            superseded += 1
            // Of two items with the same primary key, the younger one replaced the other.
            let reason = "found in a salvage next to a younger item with the same primary key"
            if rival.rowid > row.rowid {
                return try writer.setAside(row, reason: reason)
            }
            try writer.quarantine(row.itemClass, rowid: rival.rowid, reason: reason)
        }
        // A rowid that is taken becomes a new one.
        if try writer.hasRow(row.itemClass, rowid: row.rowid) { row.rowid = 0 }
        try writer.insert(row)
    }

    /// Returns the row with a persistent reference that was kept; nil if there is none yet.
    private func stored(_ identity: Identity) throws(KeychainError) -> SealedRow? {
        try first(
            StoreQuery(
                itemClass: identity.itemClass, persistentReferences: [identity.reference]))
    }

    private func first(_ query: StoreQuery) throws(KeychainError) -> SealedRow? {
        try writer.rows(query, limit: 1).first?.sealed
    }
}
