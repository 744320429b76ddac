// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainStore

/// The records of a damaged store that aren't items: keybags, manifests, incidents, quarantine.
struct SalvageFindings {
    private(set) var keybags: [(record: [UInt8], revision: Int64)] = []
    private(set) var manifests: [ManifestRecord] = []
    private(set) var quarantine: [QuarantineRecord] = []
    private(set) var incidents: [Incident] = []
    /// The highest rowid ever assigned, by table.
    private(set) var sequences: [String: Int64] = [:]
    /// The tables of items, with the columns that a newer build added.
    private(set) var layouts: [ItemClass: TableLayout] = [:]

    /// Collects everything but rows in one scan. Repeated records count once, and no more bytes are kept than the file
    /// has.
    init(_ scanner: LeafScanner) throws(KeychainError) {
        var found = self
        var seenKeybags: Set<[UInt8]> = []
        var seen: Set<QuarantineRecord> = []
        var seenIncidents: Set<Incident> = []
        // Records of a sound file share no bytes, so keep no more bytes than the file has.
        var room = scanner.source.pageCount * PageSource.pageSize
        try scanner.scan(SalvagedRecord.mayBeOther) { record in
            room -= record.byteCount
            if room < 0 { return }
            switch SalvagedRecord(other: record) {
            case .keybag(let bytes, let revision):
                if seenKeybags.insert(bytes).inserted { found.keybags.append((bytes, revision)) }
            case .manifest(let bytes, let revision): found.manifests.append((bytes, revision))
            case .quarantine(let entry):
                if seen.insert(entry).inserted { found.quarantine.append(entry) }
            case .incident(let incident):
                if seenIncidents.insert(incident).inserted { found.incidents.append(incident) }
            case .sequence(let table, let rowid) where rowid <= TableLayout.highestRowid:
                found.sequences[table] = max(found.sequences[table] ?? 0, rowid)
            case .table(let name, let sql):
                guard let itemClass = ItemClass(rawValue: name),
                    ItemClass.stored.contains(itemClass)
                else { break }
                let layout = TableLayout.of(itemClass)
                let names = TableLayout.columnNames(inSQL: sql)
                guard names.starts(with: layout.columns.map(\.name)) else { break }
                let added = names.dropFirst(layout.columns.count).filter(TableLayout.isAddedName)
                if !added.isEmpty { found.layouts[itemClass] = layout.adding(added) }
            case .sequence, nil: break
            }
        }
        found.keybags.sort { $0.revision > $1.revision }
        found.manifests.sort { $0.revision > $1.revision }
        found.quarantine.sort { $0.date < $1.date }
        found.incidents.sort { $0.seconds < $1.seconds }
        self = found
    }

    /// Returns the layout of the rows of a class in the damaged file.
    func layout(of itemClass: ItemClass) -> TableLayout {
        layouts[itemClass] ?? TableLayout.of(itemClass)
    }
}

/// The findings of a salvage in the files of a database, without changing anything.
package struct SalvageScan {
    /// Possible keybags, the newest first.
    package let keybags: [[UInt8]]
    /// Possible rows, in the order in which they were found; none is judged.
    package let rows: [SealedRow]

    /// Reads the database at `path` and its log.
    package init(database path: String) throws(KeychainError) {
        let scanner = LeafScanner(source: try PageSource(database: path))
        let findings = try SalvageFindings(scanner)
        keybags = findings.keybags.map(\.record)
        var rows: [SealedRow] = []
        try scanner.scan(SalvagedRecord.mayBeRow) { record in
            rows += SalvagedRecord.rows(record, findings.layout)
        }
        self.rows = rows
    }
}
