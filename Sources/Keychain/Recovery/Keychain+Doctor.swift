import Glibc
import KeychainCrypto
import KeychainModel
import KeychainStore

extension Keychain {
    /// Examines the store: file, rows, keybag, manifest, permissions, quarantine; changes nothing.
    ///
    /// A store that does not exist is not made. What cannot be examined is a finding, not an error.
    public func diagnose() -> [Finding] {
        do {
            return try examine()
        } catch {
            return [Finding("store", error.detail, isProblem: true)]
        }
    }

    private func examine() throws(KeychainError) -> [Finding] {
        let engine = try engine()
        guard try engine.location.exists else {
            return [
                Finding("store", "none yet; the first call makes \(engine.location.databasePath)")
            ]
        }
        var findings: [Finding] = []
        do {
            findings += try engine.read(.standard) { (reader, keybag) throws(KeychainError) in
                try Examination(reader: reader, keybag: keybag, location: engine.location)
                    .findings() + Self.passcode(engine, try engine.keys(reader))
            }
        } catch {
            findings.append(Finding("store", error.detail, isProblem: true))
        }
        if isLogin { findings += Self.examineList() }
        return findings + Self.setAside(engine) + Self.permissions(engine) + Self.memory()
    }

    /// Sets damaged rows aside, counts the manifest anew and acknowledges what is reported.
    ///
    /// A log of another store, which hides what is stored, is moved aside first; a file that SQLite
    /// finds malformed is salvaged. Nothing is thrown away: rows go to the
    /// quarantine, a whole file is moved aside.
    ///
    /// - Parameter progress: Told the number of rows done, now and then.
    /// - Returns: What was done.
    /// - Throws: `notAvailable` when the store or its keys cannot be used: nothing moves then.
    public func repair(progress: (@Sendable (Int) -> Void)? = nil) throws(KeychainError)
        -> [Finding]
    {
        let engine = try engine()
        guard try engine.location.exists else {
            return [Finding("store", "none yet; nothing to repair")]
        }
        var findings: [Finding] = []
        let log = try engine.store.setForeignLogAside(deadline: .after(.seconds(60)))
        if let log {
            findings.append(Finding("store", "a log of another store was moved to \(log)"))
        }
        let complaints = try engine.read(.standard) { (reader, _) throws(KeychainError) in
            try reader.integrityCheck()
        }
        if let complaint = complaints.first {
            let report = try engine.store.salvage(
                deadline: .after(.seconds(60)), reason: "doctor: \(complaint)", progress: progress)
            findings.append(Finding("store", "salvaged: \(report)"))
        }
        findings += try engine.write(.after(.seconds(60))) { (transaction) throws(KeychainError) in
            if let log {
                try transaction.writer.addIncident(
                    kind: "log", detail: "another store's lay beside the database, now \(log)")
            }
            return try transaction.setDamagedAside(progress: progress)
        }
        return findings
    }

    /// Rebuilds the store from what can be read of it, whether or not something is wrong with it.
    ///
    /// - Throws: `notAvailable` when calls in flight do not end in time, or the keys do not fit.
    package func salvage(reason: String) throws(KeychainError) -> SalvageReport {
        try engine().store.salvage(deadline: .after(.seconds(60)), reason: reason)
    }

    private static func passcode(_ engine: Engine, _ keys: Engine.Keys) -> [Finding] {
        var findings: [Finding] = []
        if engine.store.hasLeftovers {
            findings.append(
                Finding(
                    "passcode", "changed, and what it replaced may still lie in the log",
                    isProblem: true))
        }
        guard keys.keybag.hasPasscode else { return findings }
        let wrong = engine.attempts.wrongCount()
        return findings + [
            Finding(
                "passcode",
                "set; what it unlocks is kept in \(keys.state.place); \(wrong) wrong since the last"
                    + " right one")
        ]
    }

    private static func setAside(_ engine: Engine) -> [Finding] {
        let files = engine.store.damagedFiles()
        guard let last = files.last else { return [] }
        return [
            Finding(
                "set aside",
                "\(files.count) \(files.count == 1 ? "file" : "files") beside the store, the last"
                    + " \(last): each opens with the keys it had when it was moved, whatever passcode"
                    + " was set since; delete what is not needed any more")
        ]
    }

    private static func permissions(_ engine: Engine) -> [Finding] {
        let path = engine.location.deviceKeyPath
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let faults = engine.store.permissions() + Store.permissions(ofFolder: folder)
        var findings = faults.map { Finding("permissions", $0, isProblem: true) }
        var status = stat()
        if path.withPath({ stat($0, &status) }) == 0, status.st_mode & 0o077 != 0 {
            findings.append(
                Finding("permissions", "\(path): others may read it; chmod 600", isProblem: true))
        }
        if findings.isEmpty {
            findings = [Finding("permissions", "files and folders are the user's alone")]
        }
        return findings
    }

    private static func memory() -> [Finding] {
        let refusals = LockedMemory.shared.refusals
        if refusals == 0 { return [Finding("memory", "keys and secrets are locked")] }
        return [
            Finding(
                "memory",
                "locking was refused \(refusals) times (ulimit -l): secrets may reach the swap")
        ]
    }
}
