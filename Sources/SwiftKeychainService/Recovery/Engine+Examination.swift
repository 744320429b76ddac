import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSystem

extension Engine {
    /// Examines the store: file, rows, keybag, manifest, permissions, quarantine; changes nothing.
    ///
    /// A store that does not exist is not made. What can't be examined is a finding, not an error.
    func examine() throws(KeychainError) -> [Finding] {
        guard try location.hasStore else {
            return [Finding("store", "none yet; the first call makes \(location.databasePath)")]
        }
        var findings: [Finding] = []
        do {
            findings += try store.read(deadline: .standard) {
                (reader) throws(KeychainError) in
                try Examination(
                    reader: reader, keybag: unvouchedKeybag(reader),
                    location: location
                ).findings()
            }
            // As a call does it.
            findings += try read(.standard) { (reader, _) throws(KeychainError) in
                passcode(try keys(reader))
            }
        } catch {
            findings.append(Finding("store", error.detail, isProblem: true))
            let problems = try? store.fileProblems(keys: storeKeys, deadline: .standard)
            findings += (problems ?? []).filter { $0 != error.detail }.map {
                Finding("store", $0, isProblem: true)
            }
        }
        return findings
    }

    /// Examines what lies beside the store, and the memory of this process.
    func examineSurroundings() -> [Finding] {
        leftovers() + filesSetAside() + permissions() + Self.memory()
    }

    /// Mends a store that is damaged, sets damaged rows aside, counts the manifest anew and acknowledges
    /// what is reported.
    ///
    /// A log of another store, which hides what is stored, is moved aside first; a file that SQLite
    /// can't use as a whole is salvaged into a new one. Nothing is thrown away: rows go to the
    /// quarantine, a whole file is moved aside.
    ///
    /// - Parameter progress: Told the number of rows done, now and then.
    /// - Returns: What was done.
    /// - Throws: `notAvailable` when the store or its keys cannot be used: nothing moves then.
    func repair(progress: Progress?) throws(KeychainError) -> [Finding] {
        let progress = progress.map { progress in { @Sendable done in progress(done, 0) } }
        let nothing = [Finding("store", "none yet; nothing to repair")]
        guard try location.hasStore else { return nothing }
        return try store.repair(
            keys: storeKeys, deadline: .after(.seconds(60)), progress: progress
        ) { (writer, files) throws(KeychainError) in
            let transaction = Transaction(
                writer: writer, keybag: try keybagForRepair(writer))
            return try transaction.note(files) + transaction.setDamagedAside(progress: progress)
        } ?? nothing
    }

    private func passcode(_ keys: Keys) -> [Finding] {
        var findings: [Finding] = []
        if store.hasLeftovers {
            findings.append(
                Finding(
                    "passcode", "changed, and what it replaced may still lie in the log",
                    isProblem: true))
        }
        guard keys.keybag.hasPasscode else { return findings }
        let wrong = attempts.wrongCount()
        return findings + [
            Finding(
                "passcode",
                "set; what it unlocks is kept in \(keys.state.place); \(wrong) wrong since the last"
                    + " right one")
        ]
    }

    private func leftovers() -> [Finding] {
        guard let path = store.replacementPath else { return [] }
        return [
            Finding(
                "store",
                "\(path): a repair was interrupted, or this is none of its files; security doctor"
                    + " --repair moves it aside", isProblem: true)
        ]
    }

    private func filesSetAside() -> [Finding] {
        let files = store.damagedFiles()
        guard let last = files.last else { return [] }
        return [
            Finding(
                "set aside",
                "\(files.count) \(files.count == 1 ? "file" : "files") beside the store, the last"
                    + " \(last): each opens with the keys it had when it was moved, whatever passcode"
                    + " was set since; delete what is not needed any more")
        ]
    }

    private func permissions() -> [Finding] {
        let path = location.deviceKeyPath
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let faults = store.permissions() + Store.permissions(ofFolder: folder)
        var findings = faults.map { Finding("permissions", $0, isProblem: true) }
        if let status = try? System.status(following: path), status.st_mode & 0o077 != 0 {
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
