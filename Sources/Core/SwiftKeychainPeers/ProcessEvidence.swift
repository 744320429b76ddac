// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// What the kernel says about a process: all that decides its rights.
package struct ProcessEvidence: Sendable, Equatable {
    /// An executable file.
    package struct Executable: Sendable, Equatable {
        /// The path, without symbolic links. After an upgrade a newer file has it.
        package let path: String
        let device: dev_t
        let number: ino_t
        let owner: uid_t
        let mode: mode_t

        init(path: String, _ status: stat) {
            self.path = path
            (device, number) = (status.st_dev, status.st_ino)
            (owner, mode) = (status.st_uid, status.st_mode)
        }
    }

    /// The program of a process.
    package enum Program: Sendable, Equatable {
        case known(Executable)
        /// The file was moved or removed, or another file has its path here than where it runs.
        case elsewhere(path: String)
        /// This process may not learn the program of the other.
        case hidden
    }

    package let user: uid_t
    /// The effective group.
    package let group: gid_t
    package private(set) var program: Program
    /// The unit of the system's service manager; nil for a process of a session, or of none.
    package private(set) var unit: String?
    /// Whether it is in the user and process namespaces of this process. Elsewhere a user can send messages
    /// in the name of other processes.
    package private(set) var isInSameNamespaces = true
    /// Why the unit isn't known: the kernel lacked descriptors or memory.
    private(set) var failure: KeychainError?
}

extension ProcessEvidence {
    /// Reads what `/proc` contains about a process. The caller must check afterwards that the process
    /// is still the same.
    package init(process: pid_t, user: uid_t, group: gid_t, proc: String = "/proc") {
        let folder = "\(proc)/\(process)"
        var failure: SystemError?
        let groups = SmallText.read("\(folder)/cgroup") { failure = $0 }
        self.init(
            user: user, group: group, program: Self.program("\(folder)/exe"),
            unit: Self.unit(groups ?? ""),
            isInSameNamespaces: ["user", "pid"].allSatisfy { kind in
                let own = System.linkTarget("\(proc)/self/ns/\(kind)")
                return own != nil && own == System.linkTarget("\(folder)/ns/\(kind)")
            }, failure: failure.flatMap { $0.isPassing ? $0.keychainError : nil })
    }

    /// Reads the effective ids of a process too, for an explanation.
    package init?(explaining process: pid_t, proc: String = "/proc") {
        guard let status = SmallText.read("\(proc)/\(process)/status"),
            let user = Self.effective("Uid:", in: status),
            let group = Self.effective("Gid:", in: status)
        else { return nil }
        self.init(process: process, user: user, group: group, proc: proc)
    }

    /// The evidence for a program that a user starts, for an explanation.
    package init(startingProgramAt path: String, user: uid_t, group: gid_t) {
        guard let status = try? System.status(following: path) else {
            self.init(user: user, group: group, program: .elsewhere(path: path))
            return
        }
        let isSetGroup = status.st_mode & S_ISGID != 0 && status.st_mode & S_IXGRP != 0
        self.init(
            user: status.st_mode & S_ISUID != 0 ? status.st_uid : user,
            group: isSetGroup ? status.st_gid : group,
            program: .known(Executable(path: path, status)))
    }

    /// Returns the evidence that a service has. The one of the system runs as another user, and doesn't see which
    /// program a process runs.
    package func seen(by mode: DaemonMode) -> ProcessEvidence {
        var evidence = self
        if mode == .system { evidence.program = .hidden }
        return evidence
    }

    /// Compares the file that runs with the file at its path, by device and inode. A program whose package was upgraded runs
    /// on from a file that has no name any more; it is the program at its former path.
    private static func program(_ link: String) -> Program {
        // stat() of the link leads to the file itself, whatever its name is now.
        guard let path = System.linkTarget(link), let running = try? System.status(following: link)
        else { return .hidden }
        guard path.hasPrefix("/") else { return .elsewhere(path: path) }
        if let named = try? System.status(following: path), named.isOfSameFile(as: running) {
            return .known(Executable(path: path, running))
        }
        let suffix = " (deleted)"
        if running.st_nlink == 0, path.hasSuffix(suffix) {
            let former = String(path.dropLast(suffix.count))
            if let newer = try? System.status(following: former),
                newer.st_mode & S_IFMT == S_IFREG
            {
                return .known(Executable(path: former, running))
            }
        }
        return .elsewhere(path: path)
    }

    /// Returns the unit in the text of `/proc/PID/cgroup`, such as `/system.slice/mail.service`.
    ///
    ///     0::/system.slice/mail.service                                        mail.service
    ///     1:name=systemd:/system.slice/system-getty.slice/getty@tty1.service   getty@tty1.service
    ///     0::/user.slice/user-1000.slice/user@1000.service/app.slice           nil
    static func unit(_ text: String) -> String? {
        let lines = text.split(separator: "\n")
        // Where there are several hierarchies, the service manager uses a separate one.
        let line =
            lines.first { $0.contains(part: ":name=systemd:") }
            ?? lines.first { $0.hasPrefix("0::") }
        guard let line, let start = line.firstIndex(of: "/") else { return nil }
        var parts = line[start...].split(separator: "/")[...]
        // Units of users are below user.slice.
        guard parts.first == "system.slice" else { return nil }
        while parts.first?.hasSuffix(".slice") == true { parts.removeFirst() }
        return parts.first.flatMap { $0.hasSuffix(".service") ? String($0) : nil }
    }

    /// Reads the effective number from a line of /proc/PID/status, such as `Gid:`, which has the real one first.
    private static func effective(_ key: String, in status: String) -> UInt32? {
        let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
        let words = line?.split(whereSeparator: \.isWhitespace) ?? []
        return words.count > 2 ? UInt32(words[2]) : nil
    }
}

// What an explanation to the user begins with: the path of a program, without symbolic links as /proc/PID/exe shows it,
// and what the kernel says about it.
extension ProcessEvidence {
    package typealias Explained = (program: String, evidence: ProcessEvidence)

    /// Returns the evidence about this process.
    package static func explainingSelf() throws(KeychainError) -> Explained {
        let evidence = ProcessEvidence(process: getpid(), user: geteuid(), group: getegid())
        return (try ProgramFile.path(), evidence)
    }

    /// Returns the evidence about the program that a word of the user means.
    ///
    /// - Parameter word: a path, or a name that is looked up as a shell does, or the number of a process.
    /// - Throws: `parameter` if there is no such process or program.
    package static func explaining(_ word: String) throws(KeychainError) -> Explained {
        func failure(_ reason: String) -> KeychainError {
            KeychainError(.parameter, "\(word): \(reason)")
        }
        if let process = pid_t(word) {
            guard let evidence = ProcessEvidence(explaining: process) else {
                throw failure("no such process")
            }
            guard case .known(let file) = evidence.program else {
                throw failure("the program of the process can't be read, or was replaced")
            }
            return (file.path, evidence)
        }
        // Lists name the file itself, so links are resolved.
        let found = word.contains("/") ? word : ChildProcess.path(of: word)
        guard let found, System.exists(found, for: X_OK), let path = try? System.resolve(found)
        else { throw failure("no such program") }
        return (
            path, ProcessEvidence(startingProgramAt: path, user: geteuid(), group: getegid())
        )
    }
}
