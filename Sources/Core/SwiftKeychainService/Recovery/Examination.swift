// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore
import SwiftKeychainSystem

/// The examination of a store through one reader.
struct Examination {
    let reader: StoreReader
    let keybag: Keybag
    let location: Location

    /// Examines everything in one view: SQLite's structure, each row, the keybag, the manifest, quarantine and
    /// incidents.
    func findings() throws(KeychainError) -> [Finding] {
        var findings = [
            Finding("store", "\(location.databasePath), format \(reader.schemaVersion)")
        ]
        for complaint in try reader.integrityCheck() {
            findings.append(Finding("store", "SQLite: \(complaint)", isProblem: true))
        }
        var counted = Manifest()
        var rows = 0
        var locked = 0
        var damaged: [String] = []
        var newer: [String] = []
        try reader.forEachRow { stored in
            rows += 1
            if case .sealed(let row) = stored { counted.add(keybag.element(row)) }
            switch try OpenedRow(stored, keybag: keybag, withSecret: true) {
            case .item: break
            case .locked: locked += 1
            case .newer(let rule): newer.append(rule)
            case .damaged(let rule):
                damaged.append("\(stored.itemClass.rawValue) row \(stored.rowid): \(rule)")
            }
        }
        findings.append(
            Finding(
                "rows",
                damaged.isEmpty
                    ? "\(rows), \(locked == 0 ? "all open" : "\(locked) of them locked")"
                    : "\(damaged.count) of \(rows) damaged"
                        + ": \(damaged[0])", isProblem: !damaged.isEmpty))
        if let first = newer.first {
            findings.append(Finding("rows", "\(newer.count) left alone: \(first)", isProblem: true))
        }
        findings.append(try keybagFinding())
        try keybag.countNotes(of: reader, in: &counted)
        findings.append(try manifest(counted))
        findings +=
            ((try? keybag.setting(LostSettings.self, of: reader)) ?? LostSettings())
            .findings
        findings.append(try quarantine())
        return findings + (try incidents())
    }

    /// Compares the keybag with its copy, and names the device key that opens it.
    private func keybagFinding() throws(KeychainError) -> Finding {
        if try !reader.keybagEqualsCopy() {
            return Finding("keybag", "opens, but its copy or a revision differs", isProblem: true)
        }
        let isInFile = System.exists(location.deviceKeyPath)
        let path = isInFile ? location.deviceKeyPath : location.tpmDeviceKeyPath
        return Finding(
            "keybag",
            "opens with \(path), \(keybag.hasPasscode ? "with a" : "no") passcode")
    }

    /// Compares the manifest with the rows that were counted. A difference means that rows were removed or put back.
    private func manifest(_ counted: Manifest) throws(KeychainError) -> Finding {
        let manifest: Manifest
        do throws(KeychainError) {
            manifest = try keybag.manifest(of: reader)
        } catch {
            let text = error.detail.dropping(prefix: "manifest: ")
            return Finding("manifest", String(text), isProblem: true)
        }
        if manifest.count != counted.count || manifest.accumulator != counted.accumulator {
            return Finding(
                "manifest",
                "counts \(manifest.count) rows, but the store has \(counted.count): another program"
                    + " deleted, added or rolled back rows", isProblem: true)
        }
        if !manifest.agrees(with: counted) {
            return Finding(
                "manifest",
                "counts other incidents: another program deleted or edited records of them",
                isProblem: true)
        }
        let repairs =
            switch manifest.repairs {
            case 0: ""
            case 1: "; counted anew by a repair"
            default: "; counted anew by \(manifest.repairs) repairs"
            }
        return Finding(
            "manifest",
            "agrees with \(manifest.count) row\(manifest.count == 1 ? "" : "s")\(repairs)")
    }

    /// Reports the rows in quarantine; a problem if the user hasn't acknowledged some.
    private func quarantine() throws(KeychainError) -> Finding {
        let acknowledged = try reader.quarantineAcknowledgements()
        let open = acknowledged.count { !$0 }
        return Finding(
            "quarantine",
            acknowledged.isEmpty
                ? "empty" : "\(acknowledged.count) rows kept, \(open) not acknowledged",
            isProblem: open > 0)
    }

    /// Reports the incidents that the user hasn't acknowledged.
    private func incidents() throws(KeychainError) -> [Finding] {
        try reader.incidents().filter { !$0.isAcknowledged }.map {
            Finding("incident", "\($0.date) \($0.kind): \($0.detail)", isProblem: true)
        }
    }
}
