// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainAgent
@testable import SwiftKeychainService

/// Exchanges of which something is missing, damaged, withheld, put back or cut off.
@Suite struct SyncFaultTests {
    private let devices: [SyncingDevice]
    private var laptop: SyncingDevice { devices[0] }
    private var phone: SyncingDevice { devices[1] }
    private var relay: TestRelay { laptop.relay }

    init() throws { devices = try SyncingDevice.circle(2) }

    private func expectSame(_ secrets: [String: String]) throws {
        for device in devices {
            #expect(try device.secrets() == secrets)
            #expect(device.test.isHealthy("manifest"))
        }
    }

    /// Removes the files of the circle that a device keeps.
    private func removeFiles(of device: SyncingDevice) throws {
        try FileManager.default.removeItem(atPath: device.test.home.path + "/keychains/sync")
    }

    /// What a killed process was writing goes after a day, or with the circle.
    @Test func unfinishedFilesAreRemoved() throws {
        try devices.settle()
        let folder = laptop.test.home.path + "/keychains/sync/"
        for name in ["h-0a.1.new", "p-0a.2.new"] {
            try Data([7]).write(to: URL(fileURLWithPath: folder + name))
        }
        func unfinished() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.hasSuffix(".new")
            }
        }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -25 * 3600)],
            ofItemAtPath: folder + "h-0a.1.new")
        try laptop.exchange()
        #expect(try unfinished() == ["p-0a.2.new"])
        try laptop.keychain.perform(.forgetCircle)
        #expect(try unfinished() == [])
    }

    /// An exchange that ends after any number of accesses to the relay.
    @Test(arguments: 0..<12) func anExchangeEndsAnywhere(_ accesses: Int) throws {
        try laptop.add("one", "1")
        try phone.add("two", "2")
        for device in devices {
            device.accesses = accesses
            try device.exchange()
            device.accesses = nil
        }
        try laptop.update("one", secret: "3")
        try devices.settle()
        try expectSame(["one": "3", "two": "2"])
    }

    @Test func filesThatAreRemovedHereAreFetchedAgain() throws {
        try laptop.add("one", "1")
        try devices.settle()
        for device in devices { try removeFiles(of: device) }
        try laptop.add("two", "2")
        try devices.settle()
        try expectSame(["one": "1", "two": "2"])
    }

    @Test func damagedFilesAreFetchedAgain() throws {
        try laptop.add("one", "1")
        try devices.settle()
        let folder = phone.test.home.path + "/keychains/sync/"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder + name))
        }
        try laptop.add("two", "2")
        try devices.settle()
        try expectSame(["one": "1", "two": "2"])
    }

    @Test func aRelayThatLostEverythingGetsItAgain() throws {
        try laptop.add("one", "1")
        try phone.add("two", "2")
        try devices.settle()
        let names = Set(relay.files.keys)
        relay.files = [:]
        // Its own files it puts there again; those of others it can't make.
        #expect(try phone.exchange().faults == ["the relay lost the files of \"device 0\""])
        #expect(try laptop.exchange().faults == [])
        try devices.settle()
        #expect(Set(relay.files.keys) == names)
        try expectSame(["one": "1", "two": "2"])
    }

    @Test func theFilesOfOneDeviceThatAreLostAreTold() throws {
        try devices.settle()
        #expect(try devices.allSatisfy { try $0.exchange().faults.isEmpty })
        let name = try Hexadecimal.text(laptop.name.bytes)
        relay.files = relay.files.filter { !$0.key.contains(name) }
        #expect(try phone.exchange().faults == ["the relay lost the files of \"device 0\""])
        try laptop.exchange()
        #expect(try phone.exchange().faults == [])
    }

    /// A device that joined has published nothing until its first exchange.
    @Test func whoJoinedIsNotLost() throws {
        try devices.settle()
        let tablet = try laptop.joined(by: "tablet")
        for device in [laptop, phone, tablet, laptop, phone] {
            #expect(try device.exchange().faults == [])
        }
    }

    /// The head of a member is wrong, and so many files of strangers follow it that they go in several batches.
    @Test func aFaultIsToldAmongManyFiles() throws {
        try devices.settle()
        let head = try RelayFile.head(laptop.name)
        relay.files[head]?[40] ^= 1
        relay.files[try RelayFile.head(phone.name)] = nil
        try laptop.add("one", "1")
        for number in 0..<40 {
            relay.files["h/f\(number)"] = [UInt8](repeating: 0, count: 256 << 10)
        }
        let faults = try phone.exchange().faults
        #expect(faults.count == 1 && faults.first?.hasPrefix("\"device 0\": ") == true)
    }

    /// What a tool or a stranger named after the own head is another file.
    @Test func neighboursOfTheOwnHeadAreLeftAlone() throws {
        try devices.settle()
        let head = try RelayFile.head(laptop.name)
        for number in 0..<50 { relay.files["\(head)/\(number)"] = [7] }
        try laptop.add("one", "1")
        let outcome = try laptop.exchange()
        #expect(outcome.waiting == [] && outcome.sent == 1)
        try phone.exchange()
        #expect(try phone.secrets() == ["one": "1"])
    }

    /// A head of a time to come, from before the clock was set back, doesn't keep the device from acknowledging.
    @Test func aClockThatWasSetBackEndsNoAcknowledgements() throws {
        let clock = SettableClock()
        let devices = try SyncingDevice.circle(2, clock: clock)
        let (laptop, phone) = (devices[0], devices[1])
        try devices.settle()
        clock.advance(30 * 24 * 3600)
        try laptop.add("one", "1")
        try devices.settle()
        clock.advance(-29 * 24 * 3600)
        try phone.add("two", "2")
        try phone.exchange()
        let former = try #require(laptop.circle.state.own)
        try laptop.exchange()
        #expect(try laptop.circle.state.own?.sequence == former.sequence + 1)
        // Not again within an hour.
        try phone.add("three", "3")
        try phone.exchange()
        try laptop.exchange()
        #expect(try laptop.circle.state.own?.sequence == former.sequence + 1)
    }

    /// What is absent is never a deletion.
    @Test func nothingVanishesWhileFilesAreMissing() throws {
        try laptop.add("one", "1")
        try devices.settle()
        let files = relay.files
        try removeFiles(of: phone)
        relay.files = files.filter { !$0.key.hasPrefix("p/") }
        let outcome = try phone.exchange()
        #expect(outcome.waiting == ["the files of \"device 0\""] && !outcome.isComplete)
        #expect(try phone.secrets() == ["one": "1"])
        relay.files = files
        try phone.add("two", "2")
        try devices.settle()
        try expectSame(["one": "1", "two": "2"])
    }

    /// A device that takes nothing of another one isn't in sync.
    @Test func aHeadThatAnotherHadSeenIsWaitedFor() throws {
        let tablet = try laptop.joined(by: "device 2")
        let devices = devices + [tablet]
        try devices.settle()
        let name = Hexadecimal.text(try phone.name.bytes)
        let old = relay.files.filter { $0.key.contains(name) }
        try phone.add("one", "1")
        try phone.exchange()
        try laptop.exchange()
        try laptop.add("two", "2")
        try laptop.exchange()
        let files = relay.files
        relay.files.merge(old) { $1 }
        let outcome = try tablet.exchange()
        #expect(outcome.waiting == ["the files of \"device 1\""] && !outcome.isComplete)
        #expect(try tablet.secrets() == [:])
        relay.files = files
        #expect(try tablet.exchange().waiting == [])
        #expect(try tablet.secrets() == ["one": "1", "two": "2"])
    }

    /// The manifest has the mark by which a delete leaves a tombstone.
    @Test func aRepairForgetsNoCircle() throws {
        try laptop.add("one", "1")
        try laptop.add("two", "2")
        try devices.settle()
        laptop.test.tamper("DELETE FROM manifest")
        _ = try laptop.keychain.repair()
        #expect(try laptop.keychain.perform(.syncStatus)?.items == 2)
        try laptop.exchange()
        try laptop.delete("one")
        try devices.settle()
        #expect(try laptop.secrets() == ["two": "2"] && phone.secrets() == ["two": "2"])
    }

    /// Without its own files a device can't know what it said.
    @Test func aDeviceWhoseOwnFilesAreGoneSaysSo() throws {
        try laptop.add("one", "1")
        try devices.settle()
        try removeFiles(of: laptop)
        relay.files = [:]
        #expect { try laptop.exchange() } throws: { error in
            guard case .keychain(let error) = error as? SyncFailure else { return false }
            return error.code == .notAvailable
                && error.detail
                    == "this device's own files are gone, here and from the relay; leave the circle and join again"
        }
        #expect(try laptop.secrets() == ["one": "1"])
        // That helps, though no other map has the item.
        try phone.exchange()
        try laptop.keychain.perform(.forgetCircle)
        try phone.admit(laptop, as: "again")
        for _ in 0..<3 { for device in [phone, laptop] { try device.exchange() } }
        try expectSame(["one": "1"])
    }

    /// A head counts only with all of its packs.
    @Test func packsThatAreWithheldAreWaitedFor() throws {
        try laptop.add("one", "1")
        try devices.settle()
        try laptop.update("one", secret: "2")
        try laptop.delete("one")
        try laptop.add("two", "2")
        let before = relay.files
        try laptop.exchange()
        let after = relay.files
        relay.files = after.filter { !$0.key.hasPrefix("p/") || before[$0.key] != nil }
        let outcome = try phone.exchange()
        #expect(outcome.waiting == ["the files of \"device 0\""] && outcome.faults == [])
        #expect(try phone.secrets() == ["one": "1"])
        relay.files = after
        #expect(try phone.exchange().waiting == [])
        try devices.settle()
        try expectSame(["two": "2"])
    }

    /// Also one of the same length, and while the device goes on: it reads its packs again if their tags change.
    @Test(arguments: [0, 1]) func aPackThatIsDamagedOnTheRelayIsPutAgain(_ cut: Int) throws {
        try laptop.add("one", "1")
        let round = SyncRound(laptop.keychain, through: relay)
        _ = try round.run()
        let good = relay.files
        let pack = try #require(good.keys.first { $0.hasPrefix("p/") })
        for _ in 0..<2 {
            var damaged = try #require(good[pack])
            damaged[40] ^= 1
            relay.files[pack] = Array(damaged.dropLast(cut))
            #expect(try phone.exchange().waiting == ["the files of \"device 0\""])
            #expect(try round.run().problems == [])
            let isPutAgain = relay.files[pack] == good[pack]
            #expect(isPutAgain)
        }
        relay.files[pack] = Array(repeating: 0, count: SyncRound.longestFile + 1)
        #expect(try laptop.exchange().faults == [pack])
        _ = try round.run()
        // Two lists, and the own head with its tag and both heads: no pack is read again.
        relay.accesses = 6
        _ = try round.run()
        relay.accesses = nil
        try devices.settle()
        try expectSame(["one": "1"])
    }

    @Test func anOlderStateOfTheRelayChangesNothing() throws {
        try laptop.add("one", "1")
        try devices.settle()
        let old = relay.files
        try laptop.update("one", secret: "2")
        try phone.add("two", "2")
        try devices.settle()
        let known = try #require(phone.circle.state.held[laptop.name]).sequence
        relay.files = old
        let shown = try Head(#require(old[RelayFile.head(laptop.name)])).sequence
        #expect(
            try phone.exchange().faults == [
                "the relay shows an older state of \"device 0\" (\(shown), known \(known))"
            ])
        #expect(try phone.secrets() == ["one": "2", "two": "2"])
        try devices.settle()
        try expectSame(["one": "2", "two": "2"])
    }

    /// A device that is slow may still read the head that named them.
    @Test func packsThatNoHeadNamesStayForAWeek() throws {
        let (clock, relay) = (SettableClock(), TestRelay())
        let keychain = clock.keychain(TemporaryHome())
        _ = try keychain.performAsking(.create(NewCircle(deviceName: "d", relay: .folder("/"))))
        try keychain.add(.password(service: "s", [.synchronizable: .number(1)]))
        func change(_ secret: String) throws -> Int {
            _ = try keychain.update(
                .password([.synchronizable: .number(1)]), Change([:], secret: secret.passcode))
            _ = try SyncRound(keychain, through: relay).run()
            return relay.files.keys.count { $0.hasPrefix("p/") }
        }
        for number in 1...4 { #expect(try change("\(number)") == number) }
        clock.advance(6 * 24 * 3600)
        #expect(try change("5") == 5)
        clock.advance(2 * 24 * 3600)
        #expect(try change("6") < 5)
        _ = try change("7")
        let superseded = try keychain.engine().write(.standard) { transaction in
            try OpenCircle(transaction.writer, transaction.keybag)?.state.superseded
        }
        #expect(
            superseded?.values.allSatisfy { clock.now - Double($0) / 1000 < 7 * 24 * 3600 } == true)
    }

    /// A listing has at most 4096 names.
    @Test func moreOldPacksThanAListingHasAreRemoved() throws {
        try devices.settle()
        let (name, engine) = (try laptop.name, try laptop.keychain.engine())
        var files = relay.files
        try engine.write(.standard) { transaction in
            var circle = try OpenCircle(transaction)
            let next = circle.state.nextPack + 5000
            for number in circle.state.nextPack..<next {
                circle.state.superseded[number] = engine.system.milliseconds
                files[RelayFile.pack(name, number)] = [7]
            }
            circle.state.nextPack = next
            try circle.store(transaction, .system)
        }
        relay.files = files
        try laptop.add("one", "1")
        for _ in 0..<2 { try laptop.exchange() }
        relay.refusesPublications = true
        // Nothing is left to be published.
        _ = try SyncRound(laptop.keychain, through: relay).run()
        relay.refusesPublications = false
        try devices.settle()
        try expectSame(["one": "1"])
    }

    /// What strangers write under names of devices, and bytes that were changed or exchanged.
    @Test func foreignBytesAreReportedOrLeftAlone() throws {
        try laptop.add("one", "1")
        try phone.add("two", "2")
        try devices.settle()
        let (laptopHead, phoneHead) = try (
            RelayFile.head(laptop.name), RelayFile.head(phone.name)
        )
        let other = try SyncingDevice.circle(1)[0]
        try other.exchange()
        let good = relay.files
        relay.files["h/00112233445566778899aabbccddeeff"] = Array("stranger".utf8)
        relay.files["h/ffffffffffffffffffffffffffffffff"] = try other.relay.files[
            RelayFile.head(other.name)]
        relay.files["h/x"] = []
        relay.files["h/eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"] = Array(
            repeating: 0, count: (256 << 10) + 1)
        relay.files[laptopHead] = good[phoneHead]
        var outcome = try phone.exchange()
        #expect(
            outcome.faults == [
                "h/eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
                "\"device 0\": its newest file belongs to another circle or device",
            ])
        #expect(try phone.secrets() == ["one": "1", "two": "2"])
        var changed = try #require(good[laptopHead])
        changed[changed.count - 1] ^= 1
        relay.files[laptopHead] = changed
        outcome = try phone.exchange()
        #expect(
            outcome.faults.contains(
                "\"device 0\": its newest file isn't signed by that device"))
        relay.files = good
        try devices.settle()
        try expectSame(["one": "1", "two": "2"])
    }

    /// Two devices that each made a circle find nothing of each other. In a circle of several the files of a former one lie around.
    @Test func anotherCircleConcernsWhoIsAlone() throws {
        let (one, other) = (try SyncingDevice.circle(1)[0], try SyncingDevice.circle(1)[0])
        try other.exchange()
        for device in [one, laptop] { device.relay.files.merge(other.relay.files) { $1 } }
        #expect(try one.exchange().faults.map { $0.prefix(14) } == ["another circle"])
        #expect(try laptop.exchange().faults == [])
    }

    /// Copies the folders of a device, and puts them back.
    private func copy(_ device: SyncingDevice, to path: String) throws {
        try FileManager.default.copyItem(
            atPath: device.test.home.path + "/keychains", toPath: path)
    }

    /// Adds an item to both devices, and copies the laptop's folder into a new one.
    private func copyOfOne() throws -> TemporaryHome {
        try laptop.add("one", "1")
        try devices.settle()
        let home = TemporaryHome()
        try copy(laptop, to: home.path + "/copy")
        return home
    }

    private func putBack(_ path: String, _ device: SyncingDevice) throws {
        let folder = device.test.home.path + "/keychains"
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.copyItem(atPath: path, toPath: folder)
        try device.keychain.engine().forgetKeys()
    }

    @Test func aDiskThatWasPutBackFollowsTheRelay() throws {
        let home = try copyOfOne()
        try laptop.update("one", secret: "2")
        try laptop.add("two", "2")
        try devices.settle()
        try putBack(home.path + "/copy", laptop)
        #expect(try laptop.secrets() == ["one": "1"])
        try laptop.add("three", "3")
        try devices.settle()
        try expectSame(["one": "2", "three": "3", "two": "2"])
        #expect(try laptop.keychain.perform(.syncStatus)?.standing == .member)
    }

    /// The relay has the head of that time, too, and newer packs, whose numbers the device would use again.
    @Test func aRelayThatWasPutBackInPartDividesNoDevices() throws {
        let home = try copyOfOne()
        let name = try RelayFile.head(laptop.name)
        let head = relay.files[name]
        try laptop.add("two", "2")
        try laptop.exchange()
        try putBack(home.path + "/copy", laptop)
        relay.files[name] = head
        // What anyone may write.
        relay.files[RelayFile.pack(try laptop.name, .max)] = [7]
        try laptop.add("three", "3")
        try devices.settle()
        #expect(try phone.exchange().waiting == [])
        try expectSame(["one": "1", "three": "3"])
    }

    /// What a device had published since its copy was made isn't in any row of it.
    @Test(arguments: [true, false]) func aDiskThatWasPutBackKeepsWhatLoses(isChange: Bool) throws {
        let home = try copyOfOne()
        try laptop.update("one", secret: "laptop")
        try laptop.exchange()
        if isChange { try phone.update("one", secret: "phone") } else { try phone.delete("one") }
        try putBack(home.path + "/copy", laptop)
        try phone.exchange()
        try devices.settle()
        try expectSame(isChange ? ["one": "phone"] : [:])
        let conflicts = try laptop.keychain.perform(.conflicts(withSecrets: true))
        #expect(conflicts.count == 1)
        #expect(conflicts.first?.item.secret?.copied == Array("laptop".utf8))
    }

    /// Before its own newer head was read as a whole, a device that was put back publishes nothing.
    @Test func aNewerHeadOfItsOwnIsNotReplaced() throws {
        let home = try copyOfOne()
        let before = relay.files
        try laptop.update("one", secret: "2")
        try devices.settle()
        let after = relay.files
        try putBack(home.path + "/copy", laptop)
        relay.files = after.filter { !$0.key.hasPrefix("p/") || before[$0.key] != nil }
        let present = relay.files
        let outcome = try laptop.exchange()
        #expect(outcome.waiting == ["another head of this device, whose files aren't complete"])
        #expect(relay.files == present)
        relay.files = after
        try devices.settle()
        try expectSame(["one": "2"])
    }

    /// Two machines with one device's keys: the one that notices stops, and loses nothing.
    @Test func aCopiedDeviceStops() throws {
        let home = try copyOfOne()
        for secret in ["2", "3"] {
            try laptop.update("one", secret: secret)
            try devices.settle()
            try putBack(home.path + "/copy", laptop)
            try laptop.exchange()
            try FileManager.default.removeItem(atPath: home.path + "/copy")
            try copy(laptop, to: home.path + "/copy")
        }
        let head = relay.files[try RelayFile.head(laptop.name)]
        #expect(try laptop.keychain.perform(.syncStatus)?.standing == .copied)
        try laptop.add("two", "2")
        #expect(
            try laptop.exchange().waiting == [
                "this device to leave and join again, since another machine uses a copy of it"
            ])
        #expect(relay.files[try RelayFile.head(laptop.name)] == head)
        #expect(try laptop.secrets().keys.sorted() == ["one", "two"])
    }

    /// Its last head isn't one that this device made, nor do the others end its membership.
    @Test func aDeviceWhoseCopyLeftSaysSo() throws {
        let home = try copyOfOne()
        try laptop.keychain.perform(.leaveCircle)
        try laptop.exchange()
        try putBack(home.path + "/copy", laptop)
        try laptop.add("two", "2")
        #expect(
            try laptop.exchange().waiting == [
                "this device to leave and join again, since another machine uses a copy of it"
            ])
        #expect(try laptop.keychain.perform(.syncStatus)?.standing == .copied)
        try laptop.keychain.perform(.forgetCircle)
        try phone.exchange()
        try phone.admit(laptop, as: "again")
        try devices.settle()
        try expectSame(["one": "1", "two": "2"])
    }

    /// What went wrong can't be kept, and the device says so.
    @Test func aFullDiskIsNotInSync() throws {
        try devices.settle()
        let folder = laptop.test.home.path
        var status = try #require(try laptop.keychain.perform(.syncStatus))
        status.tryToNote(in: laptop.keychain)
        #expect(status.waiting == [])
        SystemFaults.inject { call, path in
            call == .pwrite && path.hasPrefix(folder) ? ENOSPC : nil
        } during: {
            status.tryToNote(in: laptop.keychain)
        }
        #expect(status.waiting.count == 1)
        #expect(status.waiting.first?.hasPrefix("exchanges can't be stored: \(folder)") == true)
    }

    /// Makes a head whose transaction fails, as on a full disk.
    private func failToCommit(_ device: SyncingDevice) throws {
        let engine = try device.keychain.engine()
        let files = CircleFiles(of: engine.location)
        let head = relay.files[try RelayFile.head(device.name)]
        let before = files.hashes(.head).count
        #expect(
            failure {
                try engine.write(.standard) { transaction in
                    let heads = CircleHeads(
                        try OpenCircle(transaction), files, onRelay: head)
                    var exchange = SyncExchange(heads, files, transaction, engine.system)
                    _ = try exchange.run(acceptsDeletions: false)
                    throw KeychainError(.diskFull, "test")
                }
            } == .diskFull)
        #expect(files.hashes(.head).count > before)
    }

    @Test func interruptedExchangesAreNoCopies() throws {
        // Also before the first head was published.
        for secret in ["1", "2", "3"] {
            try laptop.add(secret)
            try failToCommit(laptop)
            try devices.settle()
            #expect(try laptop.circle.state.memory.foreignHeads == 0)
        }
        #expect(try laptop.keychain.perform(.syncStatus)?.standing == .member)
        // An exchange that was stopped before it published, too.
        try laptop.add("4")
        laptop.crashes = true
        try laptop.exchange()
        laptop.crashes = false
        try laptop.add("5")
        try failToCommit(laptop)
        try devices.settle()
        #expect(try laptop.circle.state.memory.foreignHeads == 0)
        #expect(try phone.secrets().count == 5 && laptop.exchange().isComplete)
    }

    /// The relay and the state are older; what another device has seen is no leftover.
    @Test func aPublishedHeadIsNoLeftover() throws {
        let home = try copyOfOne()
        let (name, folder) = (
            try RelayFile.head(laptop.name), laptop.test.home.path + "/keychains"
        )
        let old = relay.files[name]
        try laptop.add("two", "2")
        try laptop.exchange()
        try phone.add("three", "3")
        try phone.exchange()
        try laptop.exchange()
        relay.files[name] = old
        let kept = home.path + "/sync"
        try FileManager.default.copyItem(atPath: folder + "/sync", toPath: kept)
        try putBack(home.path + "/copy", laptop)
        try FileManager.default.removeItem(atPath: folder + "/sync")
        try FileManager.default.copyItem(atPath: kept, toPath: folder + "/sync")
        try laptop.exchange()
        #expect(try laptop.circle.state.memory.foreignHeads == 1)
        try devices.settle()
        try expectSame(["one": "1", "two": "2", "three": "3"])
    }

    @Test func manyDeletionsNeedConsent() throws {
        for number in 0..<12 { try laptop.add("\(number)") }
        try devices.settle()
        for number in 0..<12 { try phone.delete("\(number)") }
        try phone.exchange()
        #expect(try laptop.exchange().refusedDeletions == 12)
        #expect(try laptop.secrets().count == 12)
        #expect(try laptop.exchange().refusedDeletions == 12)
        #expect(try laptop.exchange(acceptsDeletions: true).refusedDeletions == 0)
        try devices.settle()
        try expectSame([:])
    }

    /// An item that comes again under another name isn't deleted, also if it has other attributes then.
    @Test func manyRenamedItemsNeedNoConsent() throws {
        for number in 0..<12 { try laptop.add("\(number)", "secret \(number)") }
        try devices.settle()
        for number in 0..<12 {
            try phone.update(
                "\(number)", [.account: .string("new \(number)"), .label: .string("label")])
        }
        try phone.exchange()
        #expect(try laptop.exchange().refusedDeletions == 0)
        try devices.settle()
        try expectSame(
            Dictionary(uniqueKeysWithValues: (0..<12).map { ("new \($0)", "secret \($0)") }))
    }

    /// Of items that look alike one was renamed. Others were made anew, and two got another secret with another name.
    @Test func renamedItemsHideNoDeletion() throws {
        let clock = SettableClock()
        let devices = try SyncingDevice.circle(2, clock: clock)
        let (laptop, phone) = (devices[0], devices[1])
        for number in 0..<14 { try laptop.add("\(number)") }
        try devices.settle()
        try phone.update("0", [.account: .string("renamed")])
        for number in 1..<3 {
            try phone.update("\(number)", secret: "other", [.account: .string("other \(number)")])
        }
        for number in 3..<14 { try phone.delete("\(number)") }
        for number in 0..<12 { try phone.add("new \(number)") }
        try phone.exchange()
        #expect(try laptop.exchange().refusedDeletions == 13)
        #expect(try laptop.secrets().count == 14)
        try laptop.exchange(acceptsDeletions: true)
        #expect(try laptop.secrets().count == 15)
    }

    @Test func fewDeletionsNeedNone() throws {
        for number in 0..<30 { try laptop.add("\(number)") }
        try devices.settle()
        for number in 0..<12 { try phone.delete("\(number)") }
        try devices.settle()
        #expect(try laptop.secrets().count == 18)
    }

    /// A long password is several files. Until all are there nothing of the head is taken.
    @Test func aLongItemArrivesOnceItIsWhole() throws {
        let long = String(repeating: "long ", count: 120_000)
        try devices.settle()
        let before = relay.files
        try laptop.add("long", long)
        try laptop.exchange()
        let files = relay.files
        let parts = files.keys.filter { $0.hasPrefix("p/") && before[$0] == nil }.sorted()
        #expect(parts.count == 3)
        relay.files = files.filter { $0.key != parts[1] }
        #expect(try phone.exchange().received == 0)
        relay.files[parts[1]] = files[parts[1]]?.map { $0 ^ 1 }
        #expect(try phone.exchange().received == 0)
        relay.files = files
        #expect(try phone.exchange().received == 1)
        try laptop.add("short", "1")
        try devices.settle()
        // The long one wasn't written again.
        #expect(parts.allSatisfy { relay.files[$0] == files[$0] })
        try expectSame(["long": long, "short": "1"])
    }

    /// A loop and a command of one device, at the same time: what one publishes the other doesn't replace.
    @Test func twoProcessesOfOneDeviceAreOneDevice() throws {
        try devices.settle()
        let (keychain, relay) = (laptop.keychain, relay)
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for number in 0..<8 {
                do {
                    try keychain.add(
                        .password(
                            service: "s", account: "\(thread) \(number)", secret: "x",
                            [.synchronizable: .number(1)]))
                    _ = try SyncRound(keychain, through: relay).run()
                } catch { failures.withLock { $0.append("\(error)") } }
            }
        }
        #expect(failures.withLock(\.self) == [])
        try devices.settle()
        #expect(try phone.secrets().count == 16 && laptop.secrets() == phone.secrets())
        #expect(try laptop.keychain.perform(.syncStatus)?.standing == .member)
    }
}
