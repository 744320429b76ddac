// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let follow = CommandOption(
        "f", "follow", .none, "Wait for more lines, until interrupted")
    fileprivate static let process = CommandOption(
        "p", "pid", .word("process"), "Only calls of this process")
    fileprivate static let outcome = CommandOption(
        "o", "outcome", .word("outcome"), "Only ok, failed, or the name of an error")
    fileprivate static let group = CommandOption(
        "g", "group", .word("group"), "Only calls that name this access group")
    fileprivate static let since = CommandOption(
        "s", "since", .word("time"),
        "Only calls since YYYY-MM-DD-hh:mm:ss (UTC), or 90s, 10m, 2h, 7d ago")
    fileprivate static let json = CommandOption(
        "J", "json", .none, "Print JSON, an object a line")
}

extension Command {
    static let log = Command(
        name: "log",
        summary: "Show which programs called securityd.",
        options: [.follow, .process, .outcome, .group, .since, .json],
        operands: "[file]",
        notes: [
            "Without a file, the audit log of the user's service is shown, or that of the system if",
            "there is none. A folder has the log of each user.",
        ]
    ) { arguments, session in
        guard arguments.operands.count <= 1 else {
            throw CommandFailure.usage("more than one file")
        }
        let filter = try AuditFilter(arguments)
        let path: String
        if let word = arguments.operands.first {
            path = String(path: word)
        } else {
            path = try calling("log") { try standardLog() }
        }
        var reader = AuditReaders(path: path)
        repeat {
            let entries = try reader.entries()
            for entry in entries where filter.accepts(entry) {
                session.output.write(
                    (arguments.has(.json) ? entry.line : entry.text) + "\n")
            }
            try session.output.flush()
            if arguments.has(.follow) { usleep(200_000) }
        } while arguments.has(.follow)
        return 0
    }

    private static func standardLog() throws(KeychainError) -> String {
        let own = try Location.ofEnvironment().auditLogPath
        return [own, Location.systemAuditLogs].first { System.exists($0) } ?? own
    }
}

/// The calls to show.
private struct AuditFilter {
    var process: Int32?
    var outcome: String?
    var group: String?
    var since = -Double.infinity

    /// Reads the conditions of the options.
    init(_ arguments: Arguments) throws(CommandFailure) {
        if let word = arguments.word(.process) {
            guard let number = Int32(String(path: word)) else {
                throw .usage("-p: not the number of a process")
            }
            process = number
        }
        outcome = arguments.word(.outcome).map { String(path: $0) }
        group = arguments.word(.group).map { String(path: $0).printable }
        if let word = arguments.word(.since) { since = try Self.moment(word) }
    }

    /// Reads the value of -s: a date, or a number of seconds, minutes, hours or days before now.
    private static func moment(_ word: [UInt8]) throws(CommandFailure) -> Double {
        if let date = CalendarDate(option: word) { return date.seconds }
        let units: [UInt8: Double] = [
            UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3600,
            UInt8(ascii: "d"): 86400,
        ]
        guard let last = word.last, let unit = units[last],
            let count = UInt32(String(path: Array(word.dropLast())))
        else { throw .usage("-s: neither YYYY-MM-DD-hh:mm:ss nor a number with s, m, h or d") }
        return SystemClock.absoluteTime() - Double(count) * unit
    }

    /// Returns whether all conditions of the options hold for a line. `failed` means every outcome but `ok` and `asks`.
    func accepts(_ entry: AuditEntry) -> Bool {
        if let process, entry.process != process { return false }
        if let group, entry.accessGroup != group { return false }
        if entry.time < since { return false }
        switch outcome {
        case nil: return true
        case "failed": return !["ok", "asks"].contains(entry.outcome)
        case let name: return entry.outcome == name
        }
    }
}

/// The lines of the audit log at a path, or of those in a folder, in the order of their times.
private struct AuditReaders {
    let path: String
    private var readers: [String: AuditReader] = [:]

    init(path: String) { self.path = path }

    mutating func entries() throws(CommandFailure) -> [AuditEntry] {
        let isFolder = ((try? System.status(following: path))?.st_mode ?? 0) & S_IFMT == S_IFDIR
        let names = isFolder ? System.fileNames(in: path).filter { $0.hasSuffix(".log") } : [""]
        var entries: [AuditEntry] = []
        for name in names.sorted() {
            let file = isFolder ? "\(path)/\(name)" : path
            entries += try readers[file, default: AuditReader(path: file)].entries()
        }
        return names.count > 1 ? entries.sorted { $0.time < $1.time } : entries
    }
}

/// The lines of an audit log, oldest first, and later the lines that were added.
private struct AuditReader {
    let path: String
    /// The file that was read, and how much of it.
    private var device: dev_t = 0
    private var number: ino_t = 0
    private var offset = 0
    private var isFirst = true

    init(path: String) { self.path = path }

    mutating func entries() throws(CommandFailure) -> [AuditEntry] {
        var entries: [AuditEntry] = []
        let isFirst = isFirst
        self.isFirst = false
        // A file that was replaced since is complete now.
        let older = (1...9).reversed().map { "\(path).\($0)" }
        for older in older where System.exists(older) {
            if isFirst {
                entries += try read(older, from: 0).entries
            } else if let status = try? System.status(following: older),
                status.st_dev == device, status.st_ino == number
            {
                entries += try read(older, from: offset).entries
            }
        }
        let status = try? System.status(following: path)
        if status?.st_dev != device || status?.st_ino != number
            || Int(status?.st_size ?? 0) < offset
        {
            offset = 0
        }
        (device, number) = (status?.st_dev ?? 0, status?.st_ino ?? 0)
        if status == nil, !isFirst { return entries }
        let last = try read(path, from: offset)
        offset += last.count
        return entries + last.entries
    }

    /// Reads the complete lines from `offset` on.
    private func read(
        _ path: String, from offset: Int
    ) throws(CommandFailure) -> (entries: [AuditEntry], count: Int) {
        var bytes: [UInt8]
        do throws(SystemError) {
            let descriptor = try System.open(path, O_RDONLY, followsLink: true)
            defer { System.close(descriptor) }
            let size = Int(try System.status(descriptor, path).st_size)
            bytes = try System.read(descriptor, path, at: offset, count: max(0, size - offset))
        } catch {
            throw .message("\(path): \(error.sentence); securityd writes it")
        }
        bytes.removeSubrange((bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)...)
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        return (lines.compactMap { AuditEntry($0) }, bytes.count)
    }
}

extension AuditEntry {
    /// The line for a reader.
    fileprivate var text: String {
        var words = [CalendarDate(seconds: time).iso8601, outcome, call]
        if let itemClass { words.append(itemClass) }
        if let accessGroup { words.append("\"\(accessGroup)\"") }
        let number = process == 0 ? "" : "[\(process)]"
        words.append("by \(program ?? "an unknown program")\(number) of user \(user),")
        words.append(strength?.rawValue ?? "without rights")
        if count != 1 { words.append("(\(count) times)") }
        if lost != 0 { words.append("(\(lost) lines before it are lost)") }
        return words.joined(separator: " ")
    }
}
