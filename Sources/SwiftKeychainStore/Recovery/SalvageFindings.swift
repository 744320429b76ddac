import SwiftKeychainModel

/// Gathers what lies beside the items in a damaged store: keybags, and records of what befell it.
struct SalvageFindings {
    private(set) var keybags: [(record: [UInt8], revision: Int64)] = []
    private(set) var manifests: [Store.ManifestRecord] = []
    private(set) var quarantine: [QuarantineRecord] = []
    private(set) var incidents: [Incident] = []
    /// The highest rowid ever given out, by table.
    private(set) var sequences: [String: Int64] = [:]
    /// The tables of items, with the columns that a newer build added.
    private(set) var layouts: [ItemClass: TableLayout] = [:]

    init(_ scanner: LeafScanner) throws(KeychainError) {
        var found = self
        var seenKeybags: Set<[UInt8]> = []
        var seen: Set<QuarantineRecord> = []
        var seenIncidents: Set<Incident> = []
        // Records of a sound file share no byte: more than all of them together is not kept.
        var room = scanner.source.pageCount * PageSource.pageSize
        try scanner.scan(SalvagedRecord.mayBeOther) { (record) throws(KeychainError) in
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
            case .sequence(let table, let rowid) where rowid <= SalvagedRecord.highestRowid:
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

    /// The layout in which rows of a class lie in the damaged file.
    func layout(of itemClass: ItemClass) -> TableLayout {
        layouts[itemClass] ?? TableLayout.of(itemClass)
    }
}
