// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSystem

extension Engine {
    /// Examines the file, rows, keybag, manifest, incidents and quarantine of the store. Changes nothing.
    ///
    /// Doesn't create a store. What can't be examined is reported as a finding, not thrown.
    func examine() throws(KeychainError) -> [Finding] {
        guard try location.hasStore else {
            if let missing = knownFinding(nil) { return [missing] }
            let path = location.databasePath
            guard let folder = closedFolder else {
                return [Finding("store", "none yet; the first call creates \(path)")]
            }
            return [
                Finding(
                    "store",
                    "none, and \(path) can't be created: this user can't write to \(folder);"
                        + " set HOME or KEYCHAIN_HOME to a folder of the user", isProblem: true)
            ]
        }
        var findings: [Finding] = []
        do {
            let view = try store.begin(.standard)
            findings += try Examination(
                reader: view.reader, keybag: unvouchedKeybag(view.reader), location: location
            ).findings()
            view.end()
            findings += anchorFindings()
            // Open the keys in the way of an ordinary call.
            let (keybag, state) = try restingKeybag()
            findings += passcode(keybag, state)
            if let finding = knownFinding(keybag) { findings.append(finding) }
        } catch {
            findings.append(Finding("store", error.detail, isProblem: true))
            let problems = try? store.fileProblems(keys: storeKeys, deadline: .standard)
            findings += (problems ?? []).filter { $0 != error.detail }.map {
                Finding("store", $0, isProblem: true)
            }
        }
        return findings
    }

    /// The nearest folder above the store that exists, if this process can't make anything in it.
    private var closedFolder: String? {
        let folder = System.nearestFolder(location.directory)
        return System.exists(folder, for: W_OK | X_OK) ? nil : folder
    }

    /// Examines the files next to the store, and the memory of this process.
    func examineSurroundings() -> [Finding] {
        leftovers() + filesSetAside() + originals() + examineDeviceKey() + unopenedRecords()
            + permissions() + Self.memory()
    }

    /// Repairs the store: moves damaged rows to the quarantine, recounts the manifest and acknowledges
    /// incidents.
    ///
    /// First moves a log of another store aside, which hides the rows, and salvages a file that SQLite
    /// can't use into a new one. Deletes nothing: rows go to the quarantine, and a replaced file is
    /// kept together with the new one.
    ///
    /// - Parameters:
    ///   - acknowledges: whether incidents are acknowledged, because the user sees what was done.
    ///   - progress: receives the number of rows done, now and then.
    /// - Returns: what was done.
    /// - Throws: `notAvailable` when the store or its keys can't be used; nothing is moved then.
    func repair(acknowledges: Bool, progress: Progress?) throws(KeychainError) -> [Finding] {
        let progress = progress.map { progress in { @Sendable done in progress(done, 0) } }
        let nothing = [Finding("store", "none yet; nothing to repair")]
        guard try location.hasStore else { return nothing }
        let before = try? restingKeybag().keybag
        let done = try store.repair(
            keys: storeKeys, deadline: .standard, progress: progress
        ) { (writer, files) throws(KeychainError) in
            let transaction = Transaction(
                writer: writer, keybag: try keybagForRepair(writer))
            return try transaction.note(files)
                + transaction.setDamagedAside(
                    givingUp: LostSettings(at: location), progress: progress
                ) { () throws(KeychainError) in
                    acknowledges ? try transaction.acknowledge(files) : []
                }
        }
        rememberRepaired(before)
        return done ?? nothing
    }

    /// Reports the state of the passcode, and of a change of it that isn't complete.
    private func passcode(_ keybag: Keybag, _ state: UnlockedState) -> [Finding] {
        var findings: [Finding] = []
        if store.hasLeftovers {
            findings.append(
                Finding(
                    "passcode", "changed, but the keys it replaced may still be in the log",
                    isProblem: true))
        }
        guard keybag.hasPasscode else { return findings }
        do throws(KeychainError) {
            try attempts.requireUsable()
        } catch {
            findings.append(Finding("passcode", error.detail, isProblem: true))
        }
        let wrong = attempts.wrongCount()
        return findings + [
            Finding(
                "passcode",
                "set; unlocked keys are kept in \(state.place); \(wrong) incorrect"
                    + " attempt\(wrong == 1 ? "" : "s") since the last correct one")
        ]
    }

    /// Reports what an interrupted repair left.
    private func leftovers() -> [Finding] {
        guard let path = store.replacementPath else { return [] }
        return [
            Finding(
                "store",
                "\(path): left by an interrupted repair or by another program; security doctor"
                    + " --repair moves it aside", isProblem: true)
        ]
    }

    /// Reports the files that repairs set aside, which still contain items.
    private func filesSetAside() -> [Finding] {
        let files = store.damagedFiles()
        guard let last = files.last else { return [] }
        return [
            Finding(
                "set aside",
                "\(files.count) \(files.count == 1 ? "file" : "files") next to the store, the last"
                    + " \(last): each still opens with the passcode it had when it was moved; delete"
                    + " the files you no longer need")
        ]
    }

    /// Reports the originals of keychains that root gave to the system's service. Without root's file, programs don't ask
    /// the service, and find an empty keychain.
    private func originals() -> [Finding] {
        System.readableNames(in: location.directory)
            .filter { $0.hasPrefix("before-securityd-") }.sorted().map {
                Finding(
                    "set aside",
                    "\(location.directory)/\($0): the keychains before root gave them to the"
                        + " system's securityd; delete it when programs find their items")
            }
    }

    /// Reports files and folders that other users can read or change.
    private func permissions() -> [Finding] {
        let path = location.deviceKeyPath
        let folder = path.parentFolder
        let above = Store.permissions(above: location.directory)
        let others =
            [Location.searchListLockName, ServiceMode.fileName].map {
                location.directory + "/" + $0
            }
            + [attempts.path, lockEpochs.path]
        let faults =
            store.permissions() + others.flatMap { Store.permissions(of: $0, "0600") }
            + Store.permissions(ofFolder: folder) + above
            + Store.permissions(above: folder).filter { !above.contains($0) }
        var findings = faults.map { Finding("permissions", $0, isProblem: true) }
        if let status = try? System.status(following: path), status.st_mode & 0o077 != 0 {
            findings.append(
                Finding(
                    "permissions", "\(path): other users may read it; run chmod 600",
                    isProblem: true))
        }
        if findings.isEmpty {
            findings = [Finding("permissions", "only the user can access the files and folders")]
        }
        return findings
    }

    /// Reports whether this process could lock its memory.
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
