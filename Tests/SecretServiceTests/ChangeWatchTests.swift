// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSecretService

@Suite struct ChangeWatchTests {
    let harness = ServiceHarness()

    /// Waits until something has happened; false after two minutes. After a slow list the service pauses for up to one.
    private func waits(for hasHappened: () -> Bool) -> Bool {
        for _ in 0..<12_000 {
            if hasHappened() { return true }
            usleep(10_000)
        }
        return false
    }

    /// The first list isn't taken during a change, and nothing is written when the change ends.
    @Test func aChangeAtTheStartHidesNoLaterOne() throws {
        try harness.create("a", ["a": "1"])
        let (known, keychain) = (harness.service.known, harness.test.keychain)
        let watch = ChangeWatch(harness.service)
        known.beginChange()
        Thread.detachNewThread {
            Keychain.$override.withValue(keychain) { watch.watch() }
        }
        #expect(waits { known.contents.withLock { $0.collections != nil } })
        // Enough for the other lists that it reads without an event.
        usleep(300_000)
        known.endChange()
        #expect(waits { known.contents.withLock { $0.items[.login] != nil } })
        try keychain.add(.password(service: "example.org", account: "jane"))
        #expect(waits { harness.signals().contains("ItemCreated \(ServiceHarness.login)") })
    }

    /// Compares as after a write into the folder, and returns whether the items were listed.
    private func compare(_ reported: inout [CollectionName: ChangeWatch.ReportedItems]) -> Bool {
        let known = harness.service.known
        let former = known.contents.withLock { $0.items.removeValue(forKey: .login) }
        Keychain.$override.withValue(harness.test.keychain) {
            _ = ChangeWatch(harness.service).compare(&reported)
        }
        return known.contents.withLock {
            if $0.items[.login] != nil { return true }
            $0.items[.login] = former
            return false
        }
    }

    /// The logs of each secret that is read are in the folder, too.
    @Test func onlyAKeychainThatWasWrittenIsListed() throws {
        let keychain = harness.test.keychain
        try harness.create("a", ["a": "1"])
        var reported: [CollectionName: ChangeWatch.ReportedItems] = [:]
        // The clock of the file system may be too coarse to tell a write right after the list.
        #expect((0..<2).map { _ in compare(&reported) } == [true, true])
        func age() {
            for end in ["", "-wal"] {
                let file = harness.test.home.databasePath + end
                var times = [timeval](
                    repeating: timeval(tv_sec: time(nil) - 10, tv_usec: 0), count: 2)
                #expect(utimes(file, &times) == 0)
            }
        }
        age()
        #expect((0..<3).map { _ in compare(&reported) } == [true, false, false])
        try keychain.add(.password(service: "example.org"))
        #expect(compare(&reported))
        age()
        #expect((0..<2).map { _ in compare(&reported) } == [true, false])
    }

    /// As a client's own change.
    @Test func changesOfOthersTellTheProperties() throws {
        let path = try harness.create("one", ["a": "1"])
        var reported: [CollectionName: ChangeWatch.ReportedItems] = [:]
        let watch = ChangeWatch(harness.service)
        try Keychain.$override.withValue(harness.test.keychain) {
            #expect(watch.compare(&reported))
            try harness.test.keychain.update(
                .password([.label: .string("one")]), Change([.label: .string("two")]))
            _ = harness.signals()
            #expect(watch.compare(&reported))
        }
        let signals = harness.signals(to: "")
        #expect(signals.map(\.member) == ["ItemChanged", "PropertiesChanged"])
        let values = try #require(harness.toldProperties().first { $0.path == path }).values
        #expect(values["Label"]?.text == "two")
        #expect(values["Modified"]?.number ?? 0 > 0)
    }

    /// Programs with libsecret crash at a change after a signal that calls the list invalid.
    @Test func aLongListIsSentWhole() throws {
        for number in 0..<150 { try harness.create("", ["n": "\(number)"]) }
        var reported: [CollectionName: ChangeWatch.ReportedItems] = [:]
        let watch = ChangeWatch(harness.service)
        Keychain.$override.withValue(harness.test.keychain) { _ = watch.compare(&reported) }
        _ = harness.signals()
        try harness.create("", ["n": "150"])
        Keychain.$override.withValue(harness.test.keychain) { _ = watch.compare(&reported) }
        let values = try #require(harness.toldProperties().first).values
        #expect(values["Items"]?.objectPaths?.count == 151)
    }
}
