import SwiftKeychainModel

/// Finds what a salvage would find in the files of a database, and changes nothing.
package struct SalvageScan {
    /// What may be keybags, the newest first.
    package let keybags: [[UInt8]]
    /// What may be rows, in the order in which they were found; nobody has judged them.
    package let rows: [SealedRow]

    /// Reads the database at `path` and the log beside it.
    package init(database path: String) throws(KeychainError) {
        let scanner = LeafScanner(source: try PageSource(database: path))
        let findings = try SalvageFindings(scanner)
        keybags = findings.keybags.map(\.record)
        var rows: [SealedRow] = []
        try scanner.scan(SalvagedRecord.mayBeRow) { record in
            for itemClass in ItemClass.stored {
                if let row = SalvagedRecord.row(record, findings.layout(of: itemClass)) {
                    rows.append(row)
                }
            }
        }
        self.rows = rows
    }
}
