import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

extension Transaction {
    /// Moves every row that does not open to the quarantine, and makes the manifest true again.
    func setDamagedAside(progress: (@Sendable (Int) -> Void)?) throws(KeychainError) -> [Finding] {
        let (before, isInDoubt) = try manifestBefore()
        var rows = 0
        var damaged: [(StoredRow, ItemClass, String)] = []
        try writer.forEachRow { (stored, itemClass) throws(KeychainError) in
            rows += 1
            if rows % 256 == 0 { progress?(rows) }
            if case .damaged(let rule) = try OpenedRow(stored, keybag: keybag, withSecret: true) {
                damaged.append((stored, itemClass, rule))
            }
        }
        for (stored, itemClass, rule) in damaged {
            try quarantine(stored, of: itemClass, rule: rule)
        }
        if try !writer.keybagEqualsCopy() {
            try writer.setKeybag(keybag.record, revision: keybag.revision)
        }
        if let isInDoubt {
            try writer.addIncident(kind: "manifest", detail: isInDoubt)
        }
        try writer.acknowledgeAll()
        try recountManifest(from: before)
        return [
            Finding("rows", "\(rows) examined, \(damaged.count) moved to the quarantine"),
            Finding(
                "manifest",
                isInDoubt.map { "counted anew, which is noted in it: \($0)" } ?? "agrees"),
            Finding("incident", "all acknowledged"),
        ]
    }

    /// The manifest that a repair goes on from, and why it can't be relied on; nil: it agrees with
    /// what is there.
    private func manifestBefore() throws(KeychainError) -> (Manifest, doubt: String?) {
        var counted = Manifest()
        try keybag.countAll(of: writer, in: &counted)
        var stored = Manifest()
        var doubt: String?
        do throws(KeychainError) {
            stored = try keybag.manifest(of: writer)
            if !stored.agrees(with: counted) {
                doubt =
                    "counted \(stored.count) rows where \(counted.count) were, or other incidents"
            }
        } catch {
            doubt = error.detail
        }
        if doubt != nil { stored.repairs += 1 }
        return (stored, doubt)
    }
}
