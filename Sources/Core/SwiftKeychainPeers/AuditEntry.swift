// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// A line of the audit log: which program made which call. It never contains a value but names of access groups.
package struct AuditEntry: Sendable, Hashable {
    /// Seconds since 2001-01-01.
    package var time: Double = 0
    /// 0 for several processes of the program.
    package private(set) var process: Int32
    package let user: UInt32
    /// The path of the program; nil when it isn't known.
    package let program: String?
    package let group: UInt32
    /// nil for a program without rights.
    package let strength: PeerStrength?
    /// The operation.
    package let call: String
    /// The class of the items, as a query names it.
    package private(set) var itemClass: String?
    /// The access group that the call names.
    package private(set) var accessGroup: String?
    /// `ok`, `asks`, the name of the error, or why a connection was refused.
    package private(set) var outcome: String
    /// How often the call was made.
    package var count = 1
    /// The number of lines before this one that couldn't be written.
    package var lost = 0

    package init(
        process: Int32, user: UInt32, group: UInt32, program: String? = nil,
        strength: PeerStrength? = nil, call: String, itemClass: String? = nil,
        accessGroup: String? = nil, outcome: String
    ) {
        self.process = process
        self.user = user
        self.group = group
        self.program = program
        self.strength = strength
        self.call = call
        self.itemClass = itemClass
        self.accessGroup = accessGroup
        self.outcome = outcome
    }

    /// The name of the call that is a connection.
    package static let connection = "connect"

    package var isFailure: Bool { !["ok", "asks"].contains(outcome) }

    /// What failures of a program have in common, whatever they name and whichever of its processes has them.
    package var withoutSubject: AuditEntry {
        var entry = self
        (entry.process, entry.itemClass, entry.accessGroup) = (0, nil, nil)
        if call == Self.connection { entry.outcome = "refused" }
        return entry
    }

    /// The line, a JSON object without a newline.
    ///
    ///     {"time":"2026-01-31T23:59:59Z","pid":4711,"uid":1000,"gid":1000,"program":"/usr/bin/mailer",
    ///      "strength":"weak","call":"find","class":"genp","group":"com.example.mail","outcome":"ok"}
    package var line: String {
        var members = ["\"time\":\(Self.quoted(CalendarDate(seconds: time).iso8601))"]
        func add(_ name: String, _ text: String?) {
            if let text { members.append("\"\(name)\":\(Self.quoted(text))") }
        }
        members.append("\"pid\":\(process),\"uid\":\(user),\"gid\":\(group)")
        add("program", program)
        add("strength", strength?.rawValue ?? "none")
        add("call", call)
        add("class", itemClass)
        add("group", accessGroup)
        add("outcome", outcome)
        if count != 1 { members.append("\"count\":\(count)") }
        if lost != 0 { members.append("\"lost\":\(lost)") }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// The line for the user.
    package var text: String {
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

    /// The most bytes of a text in a line.
    private static let longestText = 500

    /// Returns text as JSON, cut where it is too long. Characters that could move the cursor are shown in octal, as in
    /// messages.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            var next = ""
            for shown in scalar.isUnprintable ? String(scalar).printable : String(scalar) {
                next += shown == "\"" || shown == "\\" ? "\\\(shown)" : String(shown)
            }
            guard result.utf8.count + next.utf8.count <= Self.longestText else { break }
            result += next
        }
        return result + "\""
    }

    /// Reads a line; nil for any other text.
    package init?(_ line: some Collection<UInt8>) {
        guard let members = (try? JSONValue(SecretBytes(copying: line)))?.object else { return nil }
        func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
            if case .integer(let value)? = members[name] { Number(exactly: value) } else { nil }
        }
        guard let time = members["time"]?.string, let date = CalendarDate(iso8601: time[...]),
            let process: Int32 = number("pid"), let user: UInt32 = number("uid"),
            let group: UInt32 = number("gid"),
            let call = members["call"]?.string, let outcome = members["outcome"]?.string
        else { return nil }
        (self.time, self.process, self.user, self.group) = (date.seconds, process, user, group)
        program = members["program"]?.string
        strength = members["strength"]?.string.flatMap { PeerStrength(rawValue: $0) }
        (self.call, self.outcome) = (call, outcome)
        itemClass = members["class"]?.string
        accessGroup = members["group"]?.string
        count = number("count") ?? 1
        lost = number("lost") ?? 0
    }
}
