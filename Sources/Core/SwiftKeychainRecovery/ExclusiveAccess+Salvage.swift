// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// The result of a salvage: what it kept and where the old file is.
package struct SalvageReport: Sendable, Equatable, CustomStringConvertible {
    /// The reason why the store was rebuilt.
    package let reason: String
    /// The number of rows in the new file, by class.
    package let kept: [ItemClass: Int]
    /// The number of items that were found but don't open; only the old file has them.
    package let refused: Int
    /// The number of rows moved to the table `quarantine` because a newer one has their primary key.
    package let superseded: Int
    /// The number of records that weren't read: together they claim more pages than the file has.
    package let unread: Int
    /// The number of rows that the old manifest counted; nil if none opens.
    package let counted: Int64?
    /// The old file; its log is next to it.
    package let asidePath: String

    private var keptCount: Int { kept.values.reduce(0, +) }

    /// Whether the old manifest counted other rows than were found.
    package var isDifferent: Bool {
        counted.map { $0 != Int64(keptCount + superseded) } ?? false
    }

    /// The report as one sentence, for the record of incidents.
    package var description: String {
        "\(reason); \(keptCount) rows kept, \(refused) refused, \(superseded) superseded; "
            + (counted.map { isDifferent ? "the manifest counted \($0); " : "" } ?? "")
            + (unread == 0 ? "" : "\(unread) records claim too many pages; ")
            + "the old file is \(asidePath)"
    }
}

extension ExclusiveAccess {
    /// Rebuilds the store from everything that can be read, and moves the old files aside.
    ///
    /// Nothing is moved until the new file is complete and durable. See Docs/internals/format.md, "Salvage".
    ///
    /// 1. Reads the records that aren't items, and chooses the keybag that authenticates.
    /// 2. Builds a new file with every row whose boxes open, and seals its manifest.
    /// 3. Gives the new file the name of a replacement, from which on an interrupted repair can continue.
    /// 4. Moves the old files aside and the replacement into their place.
    func salvage(
        _ keys: any RecoveryKeyProvider, _ reason: String, _ progress: ((Int) -> Void)?
    ) throws(KeychainError) -> SalvageReport {
        // Reading the file here costs this process the locks of its idle connections to it: every
        // connection must be opened anew, even when the salvage fails.
        try raiseGeneration()
        let scanner = LeafScanner(source: try PageSource(database: paths.database))
        let findings = try SalvageFindings(scanner)
        let judge = try keys.rowJudge(keybags: findings.keybags.map(\.record))
        let aside = try asidePath()
        var report: SalvageReport?
        try StoreBuilder(paths: paths, schema: schema).build { writer in
            let rebuild = SalvageRebuild(writer, judge, progress)
            for entry in findings.quarantine { try writer.add(entry) }
            for incident in findings.incidents { try writer.add(incident) }
            try rebuild.run(scanner, findings)
            try writer.keepSequences(findings.sequences)
            var kept: [ItemClass: Int] = [:]
            for itemClass in ItemClass.stored { kept[itemClass] = try writer.count(itemClass) }
            let made = SalvageReport(
                reason: reason, kept: kept, refused: try rebuild.refusedCount(),
                superseded: rebuild.superseded, unread: scanner.unread,
                counted: judge?.rowCount(in: findings.manifests), asidePath: aside)
            try writer.addIncident(kind: "salvage", detail: made.description)
            try writer.seal(judge ?? Self.newJudge(keys), findings)
            report = made
        }
        try translating {
            try System.rename(paths.building, to: paths.replacement)
            try System.synchronize(directory: paths.directory)
        }
        try replace(asideAt: aside)
        return report!
    }

    /// Makes a keybag when none was found, to seal the record of the salvage.
    private static func newJudge(
        _ keys: any RecoveryKeyProvider
    ) throws(KeychainError) -> any RowJudge {
        guard let judge = try keys.rowJudge(keybags: [try keys.makeRecords().keybag]) else {
            throw KeychainError(.internalComponent, "keybag: a new one does not open")
        }
        return judge
    }
}

extension StoreWriter {
    /// Sets the row counters so that SQLite doesn't assign a rowid twice.
    fileprivate func keepSequences(_ sequences: [String: Int64]) throws(KeychainError) {
        for itemClass in ItemClass.stored {
            guard let highest = sequences[itemClass.rawValue] else { continue }
            try execute(
                """
                INSERT INTO sqlite_sequence(name, seq) SELECT '\(itemClass.rawValue)', 0
                    WHERE NOT EXISTS(SELECT 1 FROM sqlite_sequence WHERE name='\(itemClass.rawValue)');
                UPDATE sqlite_sequence SET seq=max(seq, \(highest)) WHERE name='\(itemClass.rawValue)';
                """)
        }
    }

    /// Stores the keybag of the judge and a manifest of the rows that were kept.
    fileprivate func seal(
        _ judge: any RowJudge, _ findings: SalvageFindings
    ) throws(KeychainError) {
        let candidate = findings.keybags.first { $0.record == judge.keybag }
        try setKeybag(judge.keybag, revision: candidate?.revision ?? 1)
        let manifest = try judge.sealManifest(of: self, found: findings.manifests)
        try setManifest(manifest.record, revision: manifest.revision)
    }
}
