// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainSealing
import SwiftKeychainStore

extension Transaction {
    /// Moves every row that doesn't open to the quarantine, and recounts the manifest.
    ///
    /// - Parameters:
    ///   - settings: those that are given up if the manifest doesn't open.
    ///   - acknowledge: marks incidents as seen, and returns what it did.
    func setDamagedAside(
        givingUp settings: LostSettings, progress: (@Sendable (Int) -> Void)?,
        acknowledge: () throws(KeychainError) -> [Finding]
    ) throws(KeychainError) -> [Finding] {
        let (before, isInDoubt) = try manifestBefore(settings)
        var rows = 0
        var damaged: [(StoredRow, String)] = []
        try writer.forEachRow { stored in
            rows += 1
            if rows % 256 == 0 { progress?(rows) }
            if case .damaged(let rule) = try OpenedRow(stored, keybag: keybag, withSecret: true) {
                damaged.append((stored, rule))
            }
        }
        for (stored, rule) in damaged { try quarantine(stored, rule: rule) }
        if try !writer.keybagEqualsCopy() {
            try writer.setKeybag(keybag.record, revision: keybag.revision)
        }
        if let isInDoubt {
            try writer.addIncident(kind: "manifest", detail: isInDoubt)
        }
        let acknowledged = try acknowledge()
        try recountManifest(from: before)
        return try [
            Finding("rows", "\(rows) examined, \(damaged.count) moved to the quarantine"),
            Finding(
                "manifest",
                isInDoubt.map { "counted anew, and records that: \($0)" } ?? "agrees"),
        ] + acknowledged + LostSettings(in: before.others).findings
    }

    /// Marks the incidents as seen by the user who repairs the store, except that a salvage misses items: the next repair
    /// does that.
    func acknowledge(_ files: FileRepair) throws(KeychainError) -> [Finding] {
        let missing = files.salvage.flatMap { $0.isDifferent ? $0.description : nil }
        try writer.acknowledgeAll(except: missing)
        return [
            Finding(
                "incident",
                missing == nil ? "all acknowledged" : "all acknowledged but the salvage")
        ]
    }

    /// Returns the manifest that a repair continues, and why it can't be trusted; nil if it agrees with
    /// the store.
    private func manifestBefore(
        _ settings: LostSettings
    ) throws(KeychainError) -> (Manifest, doubt: String?) {
        var counted = Manifest()
        try keybag.countAll(of: writer, in: &counted)
        var stored = Manifest()
        var doubt: String?
        do throws(KeychainError) {
            stored = try keybag.manifest(of: writer)
            if !stored.agrees(with: counted) {
                doubt =
                    "counted \(stored.count) rows instead of \(counted.count), or other incidents"
            }
        } catch {
            doubt = error.detail
            stored.others[LostSettings.name] = settings.encoded
        }
        if doubt != nil { stored.repairs += 1 }
        return (stored, doubt)
    }

    /// Records as incidents what a repair did to the files.
    func note(_ files: FileRepair) throws(KeychainError) -> [Finding] {
        var findings: [Finding] = []
        if let path = files.replacementPath {
            try writer.addIncident(
                kind: "replacement",
                detail: "a file with the name of a repaired store is now \(path)")
            findings.append(
                Finding("store", "a file with the name of a repaired store was moved to \(path)"))
        }
        if let path = files.foreignLogPath {
            try writer.addIncident(
                kind: "log",
                detail: "another store's log was next to the database; it is now \(path)")
            findings.append(Finding("store", "a log of another store was moved to \(path)"))
        }
        // A salvage records its own incident.
        if let report = files.salvage { findings.append(Finding("store", "salvaged: \(report)")) }
        return findings
    }
}
