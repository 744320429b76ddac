import SwiftKeychainModel
import SwiftKeychainSystem

extension Settlement {
    /// Rebuilds the store from whatever can be read of it, and puts the old files aside.
    ///
    /// Until the new file is whole and durable nothing moves. See Docs/format.md, "Salvage".
    @discardableResult
    func salvage(_ reason: String, _ progress: ((Int) -> Void)?) throws(KeychainError)
        -> SalvageReport
    {
        guard let hands else {
            throw KeychainError(.internalComponent, "\(paths.directory): no engine judges the rows")
        }
        // Reading the file here costs this process the locks of its idle connections to it: they,
        // and everyone's, are to be opened anew whatever comes of this.
        try locks.raiseGeneration()
        let scanner = LeafScanner(source: try PageSource(database: paths.database))
        let findings = try SalvageFindings(scanner)
        let salvager = try hands.salvager(findings.keybags.map(\.record))
        let aside = try asidePath()
        var report: SalvageReport?
        try StoreBuilder(paths: paths, schema: schema).build { (writer) throws(KeychainError) in
            let rebuild = SalvageRebuild(writer, salvager?.accepts ?? { _ in false }, progress)
            for entry in findings.quarantine { try writer.add(entry) }
            for incident in findings.incidents { try writer.add(incident) }
            try rebuild.run(scanner, findings)
            try writer.keepSequences(findings.sequences)
            var kept: [ItemClass: Int] = [:]
            for itemClass in ItemClass.stored { kept[itemClass] = try writer.count(itemClass) }
            let made = SalvageReport(
                reason: reason, kept: kept, refused: try rebuild.refusedCount(),
                superseded: rebuild.superseded, unread: scanner.unread, asidePath: aside)
            try writer.addIncident(kind: "salvage", detail: made.description)
            var sealing = salvager
            if sealing == nil { sealing = try Self.newSalvager(hands) }
            if let sealing { try writer.seal(sealing, findings) }
            report = made
        }
        try translating { () throws(SystemError) in
            try System.rename(paths.building, to: paths.replacement)
            try System.synchronize(directory: paths.directory)
        }
        try replace(asideAt: aside)
        return report!
    }

    /// Makes a keybag where none was found: what it seals is the record of that.
    private static func newSalvager(_ hands: Store.Hands) throws(KeychainError) -> Store.Salvager {
        let records = try hands.makeKeybag()
        guard let salvager = try hands.salvager([records.keybag]) else {
            throw KeychainError(.internalComponent, "keybag: a new one does not open")
        }
        return salvager
    }
}

extension StoreWriter {
    /// Sees to it that no rowid is given out twice.
    fileprivate func keepSequences(_ sequences: [String: Int64]) throws(KeychainError) {
        for itemClass in ItemClass.stored {
            guard let highest = sequences[itemClass.rawValue] else { continue }
            try database.execute(
                """
                INSERT INTO sqlite_sequence(name, seq) SELECT '\(itemClass.rawValue)', 0
                    WHERE NOT EXISTS(SELECT 1 FROM sqlite_sequence WHERE name='\(itemClass.rawValue)');
                UPDATE sqlite_sequence SET seq=max(seq, \(highest)) WHERE name='\(itemClass.rawValue)';
                """)
        }
    }

    fileprivate func seal(
        _ salvager: Store.Salvager, _ findings: SalvageFindings
    ) throws(KeychainError) {
        let candidate = findings.keybags.first { $0.record == salvager.keybag }
        try setKeybag(salvager.keybag, revision: candidate?.revision ?? 1)
        let manifest = try salvager.manifest(self, findings.manifests)
        try setManifest(manifest.record, revision: manifest.revision)
    }
}
