// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainService
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let follow = flag("f", "follow", "Wait for more lines, until interrupted")
    fileprivate static let process = word("p", "pid", "process", "Only calls of this process")
    fileprivate static let outcome = word(
        "o", "outcome", "outcome", "Only ok, failed, or the name of an error")
    fileprivate static let group = word(
        "g", "group", "group", "Only calls that name this access group")
    fileprivate static let since = word(
        "s", "since", "time", "Only calls since YYYY-MM-DD-hh:mm:ss (UTC), or 90s, 10m, 2h, 7d ago")
    fileprivate static let json = flag("J", "json", "Print JSON, an object a line")
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
        let filter = try AuditFilter(arguments)
        let path: String
        if let word = arguments.operands.first {
            path = String(path: word)
        } else {
            path = try calling("log") { try standardLog() }
        }
        var reader = AuditReaders(path: path)
        repeat {
            let entries: [AuditEntry]
            do throws(SystemError) {
                entries = try reader.entries()
            } catch {
                throw CommandFailure.message(
                    "\(error.path): \(error.sentence); securityd writes it")
            }
            for entry in entries where filter.accepts(entry) {
                let line = arguments.has(.json) ? entry.line : entry.text.printable
                session.output.write(line + "\n")
            }
            try session.output.flush()
            // Five times a second looks immediate, and costs next to nothing.
            if arguments.has(.follow) { usleep(200_000) }
        } while arguments.has(.follow)
        return 0
    }

    /// Returns the log of the system's service if that has the user's keychains. Otherwise that of the user's service if
    /// there is one, else that of the system's; where neither exists, the former, which the message then names.
    private static func standardLog() throws(KeychainError) -> String {
        let location = try Location.ofEnvironment()
        if case .securityd(_, _, let source) = try ServiceMode.written(for: location),
            source == .adoption || source == .machine
        {
            return Location.systemAuditLogs
        }
        let own = location.auditLogPath
        return [own, Location.systemAuditLogs].first { System.exists($0) } ?? own
    }
}

/// The calls to show.
private struct AuditFilter {
    var process: Int32?
    var outcome: String?
    var group: String?
    /// Seconds since 2001-01-01, as in the log.
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
        case "failed": return entry.isFailure
        case let name: return entry.outcome == name
        }
    }
}
