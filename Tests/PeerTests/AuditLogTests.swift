// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport
import Synchronization
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainDaemon
@testable import SwiftKeychainService

/// The log of calls.
@Suite struct AuditLogTests {
    let home = TemporaryHome()
    var path: String { home.path + "/audit.log" }

    private static let rights = PeerRights(
        .strong, Caller(groups: ["mail"]), program: "/usr/bin/mail \"x\"\u{1b}[1m", source: "")

    private func entry(_ call: String, group: String? = nil, outcome: String = "ok") -> AuditEntry {
        AuditEntry(
            process: 7, user: 1000, group: 61235, rights: Self.rights, call: call,
            itemClass: "genp", accessGroup: group, outcome: outcome)
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
        _ clock: Clock, largest: Int = 1 << 20, kept: Int = 2,
        _ complain: @escaping @Sendable (String) -> Void = { _ in }
    ) -> AuditLog {
        AuditLog(
            path, largest: largest, kept: kept, now: { clock.time.withLock { $0 } },
            complain: complain)
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
        withFaults({ full.load(ordering: .relaxed) && $1 == path && $0 == .pwrite ? ENOSPC : nil })
        {
            for number in 0..<5 { failing.record(entry("find", group: "g\(number)")) }
        }
        failing.record(entry("after"))
        #expect(complaints.withLock { $0.count } == 1)
        #expect(complaints.withLock { $0.first?.contains(path) } == true)
        #expect(lines().map(\.call) == ["before", "after"])
        #expect(lines().last?.lost == 5)
    }

    private func withFaults(
        _ rule: @escaping SystemFaults.Rule, _ body: () -> Void
    ) {
        SystemFaults.inject(rule)
        defer { SystemFaults.inject(nil) }
        body()
    }
}
