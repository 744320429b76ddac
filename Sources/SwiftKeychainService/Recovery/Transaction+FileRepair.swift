import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore

extension Transaction {
    /// Records what a repair did to the files, and tells it.
    func note(_ files: FileRepair) throws(KeychainError) -> [Finding] {
        var findings: [Finding] = []
        if let path = files.replacementPath {
            try writer.addIncident(
                kind: "replacement", detail: "what had the name of a repaired file is now \(path)")
            findings.append(
                Finding("store", "what had the name of a repaired file was moved to \(path)"))
        }
        if let path = files.foreignLogPath {
            try writer.addIncident(
                kind: "log", detail: "another store's lay beside the database, now \(path)")
            findings.append(Finding("store", "a log of another store was moved to \(path)"))
        }
        // The salvage has recorded itself.
        if let report = files.salvage { findings.append(Finding("store", "salvaged: \(report)")) }
        return findings
    }
}
