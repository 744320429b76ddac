// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainSystem
import Synchronization
import Testing

@testable import SwiftKeychainRelay

/// A folder as a relay, and what tools, users and faults do to it.
@Suite struct FolderRelayTests {
    private let folder: URL
    private let relay: FolderRelay
    private static let head = RelayName("h/01")!
    private static let pack = RelayName("p/01/0000000000000001")!

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        relay = try FolderRelay(folder.path)
    }

    private func publish(
        _ head: String, former: RelayTag? = nil, removing: [RelayName] = []
    ) throws -> RelayPublication.Outcome {
        try relay.publish(
            RelayPublication(
                [(Self.pack, Array("pack of \(head)".utf8))],
                head: (Self.head, Array(head.utf8)), former: former, removals: removing))
    }

    private func place(_ name: String, _ contents: String = "x") throws {
        try Data(contents.utf8).write(to: folder.appending(path: name))
    }

    @Test func whatIsPublishedIsThere() throws {
        #expect(try relay.list("h/", most: 10) == [:])
        let tag = try publish("one").tag()
        #expect(try relay.list("h/", most: 10) == [Self.head: tag])
        #expect(try relay.text(Self.head) == "one" && relay.text(Self.pack) == "pack of one")
        let next = try publish("two", former: tag, removing: [Self.pack]).tag()
        #expect(next != tag)
        #expect(try relay.text(Self.head) == "two" && relay.text(Self.pack) == nil)
        try relay.remove([Self.head, Self.pack])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func aHeadThatAnotherWroteIsNotReplaced() throws {
        let tag = try publish("one").tag()
        try place("h-01", "other")
        #expect(try publish("two", former: tag) == .superseded)
        #expect(try publish("two") == .superseded)
        #expect(try relay.text(Self.head) == "other" && relay.text(Self.pack) == "pack of one")
    }

    @Test(arguments: ["", "/", "h/", "/h", "h//1", "H/1", "h-1", "../x", "h/é", "h/.", "h 1"])
    func namesAreLettersAndDigits(_ text: String) {
        #expect(RelayName(text) == nil)
        #expect(RelayName(String(repeating: "a", count: 129)) == nil)
    }

    @Test func whatOthersPutIntoTheFolderIsLeftAlone() throws {
        _ = try publish("one")
        for name in [
            "h-01.txt", "notes", "h-Ö", ".DS_Store", ".stfolder",
            "h-01.sync-conflict-20261126-120000-ABCDEFG", "h-01 (ann's conflicted copy 2026-11-26)",
        ] { try place(name) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "h-02"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/h-03", withDestinationPath: "/etc/passwd")
        #expect(mkfifo(folder.path + "/h-04", 0o600) == 0)
        #expect(try relay.list("h/", most: 10).keys.map(\.text) == ["h/01"])
        for name in ["h/02", "h/03", "h/04"] {
            let path = folder.path + "/" + name.replacingOccurrences(of: "/", with: "-")
            #expect(throws: RelayFailure.noFile("\(path): no regular file")) {
                try relay.get(RelayName(name)!, most: 100)
            }
        }
        try place("h-05", String(repeating: "x", count: 101))
        #expect(throws: RelayFailure.tooLarge("\(folder.path)/h-05: larger than 100 bytes")) {
            try relay.get(RelayName("h/05")!, most: 100)
        }
    }

    @Test func aListHasABound() throws {
        for number in 0..<50 { try place("h-\(number)") }
        #expect(try relay.list("h/", most: 20).count == 20)
    }

    @Test func aFolderThatIsGoneIsNotAnEmptyOne() throws {
        try FileManager.default.removeItem(at: folder)
        let gone = RelayFailure.unreachable("\(folder.path): no such folder")
        #expect(throws: gone) { try relay.list("h/", most: 1) }
        #expect(throws: gone) { try relay.get(Self.head, most: 1) }
        #expect(throws: gone) { try publish("one") }
        #expect(throws: gone) { try FolderRelay(folder.path) }
        try Data().write(to: folder)
        #expect(throws: gone) { try FolderRelay(folder.path) }
    }

    /// One whose listing is refused, and one that a fault of the disk ends early.
    @Test(arguments: [(SystemCall.open, EACCES), (.readdir, EIO)])
    func aFolderThatCanNotBeListedIsNotAnEmptyOne(_ call: SystemCall, _ number: Int32) throws {
        _ = try publish("one")
        let failing = relay.folder
        let failure = RelayFailure(SystemError(call: call, path: failing, number: number))
        SystemFaults.inject {
            $0 == call && $1 == failing ? number : nil
        } during: {
            #expect(throws: failure) { try relay.list("h/", most: 10) }
            #expect(throws: failure) { try publish("two", former: relay.tag(of: Self.head)) }
        }
        #expect(try relay.text(Self.head) == "one")
    }

    /// A file system in memory keeps any time.
    @Test(arguments: [Int.min, .max]) func aFileOfAnyTimeHindersNothing(_ seconds: Int) throws {
        let path = "/dev/shm/" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data().write(to: URL(filePath: path + "/.tmp-1"))
        let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
        #expect(utimensat(AT_FDCWD, path + "/.tmp-1", times, 0) == 0)
        let outcome = try FolderRelay(path).publish(
            RelayPublication([], head: (Self.head, [1]), former: nil))
        #expect(outcome != .superseded)
        #expect((access(path + "/.tmp-1", F_OK) == 0) == (seconds == .max))
    }

    @Test func aTagIsOfTheNameItself() throws {
        #expect(try relay.tag(of: Self.head) == nil)
        for number in 0..<20 { try place("h-01-\(number)") }
        #expect(try relay.tag(of: Self.head) == nil)
        let tag = try publish("one").tag()
        #expect(try relay.tag(of: Self.head) == tag)
    }

    @Test func aChangeEndsAWait() throws {
        #expect(try !relay.wait(.milliseconds(1), or: nil))
        let other = try FolderRelay(folder.path)
        _ = try publish("one")
        #expect(try relay.wait(.seconds(60), or: nil) && other.wait(.seconds(60), or: nil))
        #expect(try !other.wait(.milliseconds(1), or: nil))
        // A time that has passed isn't one without an end.
        #expect(try !other.wait(.seconds(-1), or: nil))
    }

    @Test func whatAKilledProcessLeftIsRemovedAfterADay() throws {
        for (name, age) in [(".tmp-old", 90_000), (".tmp-new", 80_000)] {
            try place(name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -Double(age))],
                ofItemAtPath: folder.path + "/" + name)
        }
        _ = try publish("one")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == [".tmp-new", "h-01", "p-01-0000000000000001"])
    }
}

/// Calls of the system that fail while a device publishes: one at a time, each in its turn.
@Suite struct FailingFolderTests {
    private static let head = RelayName("h/01")!
    private static let pack = RelayName("p/01/0000000000000001")!

    @Test func aHeadIsThereOnlyWithItsPacks() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let relay = try FolderRelay(folder.path)
        for failing in 0..<100 {
            let calls = Mutex(0)
            let rule: SystemFaults.Rule = { _, path in
                guard path.hasPrefix(folder.path) else { return nil }
                return calls.withLock { calls in
                    defer { calls += 1 }
                    return calls == failing ? ENOSPC : nil
                }
            }
            var failure: RelayFailure?
            do throws(RelayFailure) {
                _ = try SystemFaults.inject(rule) { () throws(RelayFailure) in
                    try relay.publish(
                        RelayPublication(
                            [(Self.pack, [1, 2, 3])], head: (Self.head, [4]), former: nil))
                }
            } catch { failure = error }
            let (head, pack) = (
                try relay.get(Self.head, most: 9), try relay.get(Self.pack, most: 9)
            )
            #expect(head == nil || head == [4] && pack == [1, 2, 3])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!names.contains { $0.hasPrefix(".tmp-") })
            if calls.withLock({ $0 }) <= failing {
                // No call was left to fail.
                #expect(failure == nil && head == [4] && failing > 10)
                return
            }
            if case .full = failure {} else { Issue.record("call \(failing): \(failure as Any)") }
            try relay.remove([Self.head, Self.pack])
        }
        Issue.record("never published")
    }
}
