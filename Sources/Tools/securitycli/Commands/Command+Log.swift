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
        let filter = try filter(arguments)
        let path: String
        if let word = arguments.operands.first {
            path = String(path: word)
        } else {
            path = try calling("log") { try Location.ofEnvironment().shownAuditLog }
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

    /// Reads the conditions of the options.
    private static func filter(_ arguments: Arguments) throws(CommandFailure) -> AuditFilter {
        var filter = AuditFilter()
        if let word = arguments.word(.process) {
            filter.process = Int32(String(path: word))
            if filter.process == nil { throw .usage("-p: not the number of a process") }
        }
        filter.outcome = arguments.word(.outcome).map { String(path: $0) }
        filter.group = arguments.word(.group).map { String(path: $0).printable }
        if let word = arguments.word(.since) {
            guard let since = AuditFilter.moment(word) else {
                throw .usage("-s: neither YYYY-MM-DD-hh:mm:ss nor a number with s, m, h or d")
            }
            filter.since = since
        }
        return filter
    }
}
