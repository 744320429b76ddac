import KeychainModel
import KeychainStore

extension Transaction {
    /// Moves every row that does not open to the quarantine, and makes the manifest true again.
    func setDamagedAside(progress: (@Sendable (Int) -> Void)?) throws(KeychainError) -> [Finding] {
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
        try recountManifest()
        try writer.acknowledgeAll()
        return [
            Finding("rows", "\(rows) examined, \(damaged.count) moved to the quarantine"),
            Finding("manifest", "counted anew"),
            Finding("incident", "all acknowledged"),
        ]
    }
}
