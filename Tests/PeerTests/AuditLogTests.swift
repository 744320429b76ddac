// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport
import Synchronization
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainDaemon
@testable import SwiftKeychainPeers
@testable import SwiftKeychainService

/// The log of calls.
@Suite struct AuditLogTests {
    let home = TemporaryHome()
    var path: String { home.path + "/audit.log" }

    private static let rights = PeerRights(
        .strong, Caller(groups: ["mail"]), program: "/usr/bin/mail \"x\"\u{1b}[1m", source: "")

    private func entry(
        _ call: String, group: String? = nil, outcome: String = "ok", process: Int32 = 7,
        user: UInt32 = 1000
    ) -> AuditEntry {
        AuditEntry(
            process: process, user: user, group: 61235, program: Self.rights.program,
            strength: Self.rights.strength, call: call, itemClass: "genp", accessGroup: group,
            outcome: outcome)
    }

    private func lines(_ suffix: String = "") -> [AuditEntry] {
        let text = (try? String(contentsOfFile: path + suffix, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { AuditEntry($0.utf8) }
    }

    /// A clock that a test moves.
    private final class Clock: Sendable {
        let time = Mutex(800_000_000.0)
        func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
    }

    private func log(
        _ clock: Clock, byUser: Bool = false, largest: Int = 1 << 20, kept: Int = 2,
        _ complain: @escaping @Sendable (String) -> Void = { _ in }
    ) -> AuditLog {
        AuditLog(
            byUser ? home.path + "/log" : path, byUser: byUser, largest: largest, kept: kept,
            now: { clock.time.withLock { $0 } },
            complain: complain)
    }

    /// A user can have thousands of numbers, and the service has a limited number of descriptors.
    @Test func theFilesOfManyUsersAreNotKeptOpen() throws {
        let log = log(Clock(), byUser: true)
        for user in 0..<300 as Range<UInt32> {
            log.record(entry("find", user: user))
            log.record(entry("find", user: user))
        }
        let folder = home.path + "/log/"
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/" + $0)
            return target?.hasPrefix(folder) == true
        }
        #expect(open.count == 64)
        log.flush()
        // The repeated call of each is counted.
        for user in 0..<300 {
            let text = try String(contentsOfFile: "\(folder)\(user).log", encoding: .utf8)
            #expect(text.split(separator: "\n").count == 2)
        }
    }

    @Test func aLineIsRead() throws {
        let log = log(Clock())
        log.record(entry("find", group: "mail\n\u{202e}", outcome: "errSecMissingEntitlement"))
        let line = try #require(lines().first)
        #expect(line.process == 7 && line.user == 1000 && line.group == 61235)
        #expect(line.strength == .strong && line.call == "find" && line.itemClass == "genp")
        #expect(line.outcome == "errSecMissingEntitlement" && line.time == 800_000_000)
        // Nothing that moves the cursor.
        #expect(line.program == "/usr/bin/mail \"x\"\\033[1m")
        #expect(line.accessGroup == "mail\\012\\342\\200\\256")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        for text in ["", "nonsense", "{}", "{\"time\":1}"] {
            #expect(AuditEntry(text.utf8) == nil)
        }
    }

    @Test func equalCallsAreCounted() {
        let clock = Clock()
        let log = log(clock)
        for _ in 0..<10_000 { log.record(entry("find")) }
        log.record(entry("add"))
        #expect(lines().map(\.call) == ["find", "add"])
        clock.advance(2)
        log.record(entry("find"))
        #expect(lines().map(\.count) == [1, 1, 9999, 1])
        log.record(entry("find"))
        log.flush()
        #expect(lines().map(\.count) == [1, 1, 9999, 1, 1])
    }

    /// A program that names ever other groups can't make the log grow without bound.
    @Test func distinctCallsAreLimited() {
        let clock = Clock()
        let log = log(clock)
        for number in 0..<1500 { log.record(entry("find", group: "g\(number)")) }
        #expect(lines().count == 1000)
        clock.advance(2)
        log.record(entry("find"))
        #expect(lines().last?.lost == 500)
    }

    /// A program without rights names ever other groups, and starts ever other processes.
    @Test func refusalsAreCounted() {
        let clock = Clock()
        let log = log(clock, largest: 100_000, kept: 1)
        log.record(entry("add"))
        func refuse(_ number: Int32) {
            log.record(
                entry(
                    "find", group: "g\(number)", outcome: "errSecMissingEntitlement",
                    process: number))
            log.record(
                AuditEntry(
                    process: number, user: 1000, group: 0, call: "connect",
                    outcome: "connection: process \(number) has ended"))
        }
        for number in 1...10_000 { refuse(Int32(number)) }
        #expect(lines().map(\.call) == ["add", "find", "connect"])
        #expect(lines()[1].accessGroup == "g1" && lines()[1].process == 1)
        clock.advance(61)
        log.record(entry("add"))
        let counted = lines()[3...].filter { $0.call != "add" }
        #expect(counted.map(\.count) == [9999, 9999])
        #expect(counted.allSatisfy { $0.accessGroup == nil && $0.process == 0 })
        #expect(Set(counted.map(\.outcome)) == ["errSecMissingEntitlement", "refused"])
        // Equal failures keep what they have in common.
        for _ in 0..<3 { log.record(entry("find", group: "g", outcome: "errSecItemNotFound")) }
        log.flush()
        #expect(lines().last?.count == 2 && lines().last?.accessGroup == "g")
        // As few in an hour as a file has room for.
        for minute in 0..<60 {
            clock.advance(61)
            for number in 1...100 { refuse(Int32(minute * 100 + number)) }
        }
        #expect(lines(".1").contains { $0.call == "add" } || lines().contains { $0.call == "add" })
    }

    /// The bytes are limited, whatever the characters are.
    @Test func longTextsAreCut() {
        let log = log(Clock())
        let long = "e" + String(repeating: "\u{301}", count: 100_000)
        let controls = String(repeating: "\u{1}", count: 100_000)
        for text in [long, controls, String(repeating: "\"", count: 100_000)] {
            log.record(entry("find", group: text, outcome: "\(text.utf8.count)"))
        }
        #expect(lines().count == 2)
        #expect(
            lines()[0].accessGroup?.unicodeScalars.starts(with: "e\u{301}".unicodeScalars) == true)
        log.flush()
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
        #expect(size ?? .max < 3000)
    }

    @Test func filesOfAUserHaveNoLinesOfOthers() {
        let clock = Clock()
        let log = log(clock, byUser: true, largest: 2000, kept: 1)
        log.record(entry("add", user: 1))
        for number in 0..<500 { log.record(entry("find", group: "g\(number)", user: 2)) }
        clock.advance(2)
        for number in 0..<500 { log.record(entry("find", group: "g\(number)", user: 2)) }
        let folder = home.path + "/log"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        #expect(Set(names) == ["1.log", "2.log", "2.log.1"])
        let text = (try? String(contentsOfFile: folder + "/1.log", encoding: .utf8)) ?? ""
        #expect(
            text.split(separator: "\n").compactMap { AuditEntry($0.utf8) }.map(\.call) == ["add"])
    }

    @Test func filesAreReplacedBySize() {
        let clock = Clock()
        let log = log(clock, largest: 2000, kept: 2)
        for number in 0..<100 { log.record(entry("find", group: "g\(number)")) }
        let all = lines(".2") + lines(".1") + lines()
        #expect(all.last?.accessGroup == "g99" && all.count < 100 && all.count > 20)
        #expect(Set(all.map(\.accessGroup)).count == all.count)
        #expect(access(path + ".3", F_OK) != 0)
        for suffix in ["", ".1", ".2"] {
            var status = stat()
            #expect(stat(path + suffix, &status) == 0 && status.st_size <= 2000)
        }
    }

    /// An administrator deletes the file while the service runs.
    @Test func aDeletedFileIsReplaced() {
        let log = log(Clock(), largest: 2000)
        log.record(entry("before"))
        #expect(unlink(path) == 0)
        for number in 0..<100 { log.record(entry("find", group: "g\(number)")) }
        #expect(lines().last?.accessGroup == "g99")
    }

    @Test func aLogOfBeforeIsContinued() {
        log(Clock()).record(entry("find"))
        log(Clock()).record(entry("add"))
        #expect(lines().map(\.call) == ["find", "add"])
    }

    /// A full disk is mentioned once, and the lost calls are counted.
    @Test func aFullDisk() {
        let clock = Clock()
        let complaints = Mutex<[String]>([])
        let full = Atomic<Bool>(true)
        let path = path
        let failing = log(clock) { line in complaints.withLock { $0.append(line) } }
        failing.record(entry("before"))
        SystemFaults.inject({
            full.load(ordering: .relaxed) && $1 == path && $0 == .pwrite ? ENOSPC : nil
        }) {
            for number in 0..<5 { failing.record(entry("find", group: "g\(number)")) }
        }
        failing.record(entry("after"))
        #expect(complaints.withLock { $0.count } == 1)
        #expect(complaints.withLock { $0.first?.contains(path) } == true)
        #expect(lines().map(\.call) == ["before", "after"])
        #expect(lines().last?.lost == 5)
    }
}
