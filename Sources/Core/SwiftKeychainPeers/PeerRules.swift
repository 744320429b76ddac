// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// The rules by which `securityd` gives access groups to programs.
///
/// A process is known by what the kernel says about it: its user and groups, its executable, its systemd unit. The
/// rules rank that evidence by who can imitate it. The first rule that applies decides:
///
/// | rule | evidence | who can imitate it |
/// |---|---|---|
/// | **strong** | `access-groups.plist` maps the effective Unix group of the process, which only a set-group-ID program of the administrator can have, or its systemd unit, if that runs as the user of a service | root |
/// | **medium** | `entitlements.d` has a list for the path of the program, and only root can change the program and every folder above it. An interpreter gets nothing by its path, because it runs anybody's code | the user, with code loaded into the program (LD_PRELOAD, ptrace) |
/// | **weak** | anything else. With `--user` the list next to the program counts, since the user could read the files anyway; with `--system` such a program has no entitlements | any program of the user |
///
/// Three rules hold for all of them:
///
/// 1. No rule gives a group that a stronger one has given to other programs.
/// 2. A fault in a file refuses the programs that it may be about, so that a damaged list never makes a program
///    stronger or moves its secrets to another group.
/// 3. A process is judged once, when it connects, by the files as they are then.
package struct PeerRules: Sendable {
    package let mode: DaemonMode
    private let folder: String
    private let accounts: UnixAccounts
    private let administrator: uid_t

    /// - Parameters:
    ///   - folder: the folder of `access-groups.plist` and `entitlements.d`.
    ///   - accounts: the folder of `group`, `gshadow`, `passwd` and `subgid`.
    ///   - administrator: a user besides root who may own files of the administrator, for tests.
    package init(
        _ mode: DaemonMode, folder: String = "/etc/keychain", accounts: String = "/etc",
        administrator: uid_t = 0
    ) {
        self.mode = mode
        self.folder = folder
        self.accounts = UnixAccounts(folder: accounts)
        self.administrator = administrator
    }

    /// Returns what a process gets. Its caller has a failure other than `missingEntitlement` if the kernel lacks descriptors or
    /// memory now: the rights aren't known then.
    package func rights(of process: ProcessEvidence) -> PeerRights {
        do throws(KeychainError) {
            if let failure = process.failure { throw failure }
            let map = try self.map
            if let rights = strong(process, map) { return rights }
            if let rights = try medium(process, map) { return rights }
            return try weak(process, map)
        } catch {
            return PeerRights(refusing: error, program: process.path)
        }
    }

    /// The file `access-groups.plist`, read anew for each process.
    private var map: AccessGroupMap {
        get throws(KeychainError) {
            try AccessGroupMap(
                "\(folder)/access-groups.plist", accounts: accounts, administrator: administrator)
        }
    }

    private var installed: InstalledEntitlements {
        get throws(KeychainError) {
            try InstalledEntitlements(
                folder: "\(folder)/entitlements.d", administrator: administrator)
        }
    }

    /// Applies the first rule; nil if no entry of the map is about this process. A Unix group comes before a unit.
    private func strong(_ process: ProcessEvidence, _ map: AccessGroupMap) -> PeerRights? {
        let entries = map.entries.filter { entry in
            entry.isUnit ? entry.name == process.unit : entry.number == process.group
        }
        if let entry = entries.first(where: { $0.fault != nil }) {
            return PeerRights(
                refusing: "\(map.path): \(entry.name): \(entry.fault!)", program: process.path)
        }
        guard let entry = entries.first(where: { !$0.isUnit }) ?? entries.first else { return nil }
        if entry.isUnit, !Self.isUserOfAService(process.user) {
            return PeerRights(
                refusing: "\(map.path): \(entry.name): runs as user \(process.user), which isn't"
                    + " a dedicated service user", program: process.path)
        }
        return PeerRights(
            .strong, Caller(groups: entry.accessGroups, isEntitledByFile: true),
            program: process.path,
            source: "\(map.path): \(entry.isUnit ? "the unit" : "the Unix group") \(entry.name)")
    }

    /// The numbers that distributions and the service manager (`DynamicUser=`) give to services.
    private static func isUserOfAService(_ user: uid_t) -> Bool {
        1...999 ~= user || 61184...65519 ~= user
    }

    /// Applies the second rule; nil if no list is about this program. A program in another user or process namespace is
    /// refused: its path may mean another file there.
    private func medium(
        _ process: ProcessEvidence, _ map: AccessGroupMap
    ) throws(KeychainError) -> PeerRights? {
        guard let path = process.path else { return nil }
        let installed = try self.installed
        func refusing(_ reason: String) -> PeerRights {
            PeerRights(refusing: reason, program: path)
        }
        if Interpreters.contains(path) { return nil }
        if let fault = installed.faults[path] { return refusing(fault) }
        guard let list = installed.lists[path] else {
            // An unreadable list may be that of any program of the administrator.
            guard let reason = installed.unknown.first, fault(ofProgram: path) == nil else {
                return nil
            }
            return refusing(reason)
        }
        guard case .known(let file) = process.program else {
            return refusing(Self.gone(path))
        }
        if let fault = fault(ofProgram: path) ?? fault(of: file) {
            return refusing("\(list.path): \(fault)")
        }
        guard process.isInSameNamespaces else {
            return refusing("\(list.path): \(path) runs in another user or process namespace")
        }
        return entitled(
            .medium, list, path,
            except: [(map.accessGroups, "\(map.path) gives it to other programs")])
    }

    /// Applies the last rule, which always has a result. Without entitlements a program is unsigned, which is no
    /// refusal.
    private func weak(
        _ process: ProcessEvidence, _ map: AccessGroupMap
    ) throws(KeychainError) -> PeerRights {
        let path = process.path
        func unsigned(_ reason: String) -> PeerRights {
            PeerRights(.weak, .unsigned, program: path, source: reason)
        }
        if mode == .system {
            return unsigned(
                path == nil
                    ? "securityd can't see which program it is"
                    : "neither a mapped Unix group or unit nor a list in \(folder)/entitlements.d")
        }
        guard let path else {
            return PeerRights(
                refusing: "securityd can't see which program it is (/proc/PID/exe)", program: nil)
        }
        guard case .known = process.program else {
            return PeerRights(refusing: Self.gone(path), program: path)
        }
        guard let list = try EntitlementList(beside: path) else {
            return unsigned("there is no \(path).entitlements")
        }
        let installed = try self.installed
        if let reason = installed.unknown.first ?? installed.unread {
            return PeerRights(refusing: reason, program: path)
        }
        return entitled(
            .weak, list, path,
            except: [
                (map.accessGroups, "\(map.path) gives it to other programs"),
                (installed.accessGroups, "a list in \(installed.folder) gives it to others"),
            ])
    }

    /// Returns the groups of a list without those that only stronger programs get, nor every group while there
    /// are such.
    private func entitled(
        _ strength: PeerStrength, _ list: EntitlementList, _ path: String,
        except reserved: [(groups: [String], reason: String)]
    ) -> PeerRights {
        var refused: [PeerRights.Refused] = []
        let groups = list.groups.filter { group in
            let owner = reserved.first { (groups, _) in
                group == "*"
                    ? !groups.isEmpty : groups.contains { $0.hasSameBytes(as: group) || $0 == "*" }
            }
            guard let owner else { return true }
            refused.append(PeerRights.Refused(group: group, reason: owner.reason))
            return false
        }
        return PeerRights(
            strength, Caller(groups: groups, isEntitledByFile: true), program: path,
            source: list.path, refused: refused)
    }

    /// Returns the refusal of a program whose path doesn't name it.
    private static func gone(_ path: String) -> String {
        "\(path): the program was moved or removed since it was started, or this path is"
            + " another file where it runs"
    }

    // MARK: Files of the administrator

    /// Returns why users other than the administrator can change the program at a path; nil when only the
    /// administrator can.
    private func fault(ofProgram path: String) -> String? {
        var place = ""
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        for part in ["" as Substring] + parts {
            if part == "." || part == ".." { return "\(path): must be a path without . and .." }
            place += part.isEmpty ? "" : "/\(part)"
            let shown = place.isEmpty ? "/" : place
            guard let status = (try? System.status(shown)) ?? nil else {
                return "\(shown): no such file"
            }
            if status.st_mode & S_IFMT == S_IFLNK {
                return "\(shown): is a symbolic link; name the file itself"
            }
            if let fault = AdministratorFile.fault(status, administrator) {
                return "\(shown): \(fault)"
            }
        }
        return nil
    }

    /// Returns why users other than the administrator can change the file that runs; nil if none can.
    private func fault(of file: ProcessEvidence.Executable) -> String? {
        var status = stat()
        (status.st_uid, status.st_mode) = (file.owner, file.mode)
        return AdministratorFile.fault(status, administrator).map { "\(file.path): \($0)" }
    }

    // MARK: The configuration

    /// Examines the files that the administrator wrote. A problem means that a program doesn't get what a
    /// file seems to give it.
    package func check() -> [Finding] {
        var findings: [Finding] = []
        func add(_ text: String, isProblem: Bool = true) {
            findings.append(Finding("access groups", text, isProblem: isProblem))
        }
        var strong: [String] = []
        do throws(KeychainError) {
            let map = try self.map
            strong = map.accessGroups
            for entry in map.entries {
                let groups = entry.accessGroups.joined(separator: ", ")
                if let fault = entry.fault {
                    add("\(map.path): \(entry.name): \(fault)")
                } else if let number = entry.number,
                    try accounts.verdict(onGroup: number) == .fitButForItsPassword
                {
                    add(
                        "\(map.path): \(entry.name): gets \(groups); run as root to check that"
                            + " the Unix group has no password", isProblem: false)
                } else {
                    add("\(map.path): \(entry.name): gets \(groups)", isProblem: false)
                }
            }
        } catch {
            add("\(error.detail); no program gets rights")
        }
        let installed: InstalledEntitlements
        do throws(KeychainError) { installed = try self.installed } catch {
            add(error.detail)
            return findings
        }
        for fault in installed.unknown {
            add("\(fault); programs that only root can write get no rights")
        }
        for (_, fault) in installed.faults.sorted(by: { $0.key < $1.key }) { add(fault) }
        for (program, list) in installed.lists.sorted(by: { $0.key < $1.key }) {
            if Interpreters.contains(program) {
                add("\(list.path): \(program): an interpreter can't have entitlements")
            } else if let fault = fault(ofProgram: program) {
                add("\(list.path): \(fault)")
            } else {
                let lost = list.groups.filter { $0 == "*" ? !strong.isEmpty : strong.contains($0) }
                for group in lost {
                    add("\(list.path): \(group): \(folder)/access-groups.plist gives it to others")
                }
                let groups = list.groups.filter { !lost.contains($0) }.joined(separator: ", ")
                add("\(list.path): \(program): gets \(groups)", isProblem: false)
            }
        }
        return findings
    }
}

extension ProcessEvidence {
    /// The path of the program; nil when it isn't known.
    fileprivate var path: String? {
        switch program {
        case .known(let file): file.path
        case .elsewhere(let path): path
        case .hidden: nil
        }
    }
}
