// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainAgent
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainSeam
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// The requests about a circle, and the items that the store keeps of it.
@Suite struct CircleRequestTests {
    @Test func aKeychainWithoutCircleSaysSo() throws {
        let keychain = TestKeychain().keychain
        #expect(try keychain.perform(.syncStatus) == nil)
        try keychain.add(.password(service: "s"))
        #expect(try keychain.perform(.syncStatus) == nil)
        #expect(failure { _ = try keychain.perform(.receive([])) } == .notAvailable)
        #expect(
            failure {
                _ = try keychain.perform(
                    .plan(RelayView(head: nil, packs: [], acceptsDeletions: false)))
            } == .notAvailable)
        #expect(failure { try keychain.perform(.sentHead) } == .notAvailable)
        #expect(failure { try keychain.perform(.note(problem: nil)) } == .notAvailable)
        #expect(failure { _ = try keychain.perform(.include(nil, true)) } == .notAvailable)
        #expect(
            failure { _ = try keychain.performAsking(.invite(isUnattended: false)) }
                == .notAvailable)
        #expect(failure { _ = try keychain.perform(.pair([], code: nil)) } == .itemNotFound)
    }

    @Test func aDeviceIsInOneCircle() throws {
        let device = try SyncingDevice.circle(1)[0]
        #expect(
            failure {
                _ = try device.keychain.performAsking(
                    .create(NewCircle(deviceName: "d", relay: .folder("/"))))
            }
                == .duplicateItem)
        try device.keychain.perform(.forgetCircle)
        #expect(try device.keychain.perform(.syncStatus) == nil)
        _ = try device.keychain.performAsking(
            .create(NewCircle(deviceName: "d", relay: .folder("/"))))
        #expect(try device.keychain.perform(.syncStatus)?.devices.map(\.name) == ["d"])
    }

    @Test(arguments: ["", String(repeating: "n", count: 129), "a\nb"])
    func aDeviceHasAPrintableName(_ name: String) throws {
        let test = TestKeychain()
        #expect(
            failure {
                _ = try test.keychain.performAsking(
                    .create(NewCircle(deviceName: name, relay: .folder("/"))))
            }
                == .parameter
        )
        let device = try SyncingDevice.circle(1)[0]
        #expect(failure { try device.keychain.perform(.rename(device: name)) } == .parameter)
    }

    @Test func aNewNameReachesTheOthers() throws {
        let devices = try SyncingDevice.circle(2)
        try devices.settle()
        try devices[0].keychain.perform(.rename(device: "Büro"))
        try devices.settle()
        let names = try devices[1].keychain.perform(.syncStatus)?.devices.map(\.name)
        #expect(names == ["device 1", "Büro"])
    }

    @Test func theStatusCountsItems() throws {
        let device = try SyncingDevice.circle(1)[0]
        try device.add("one")
        try device.keychain.add(.password(service: "s", account: "ordinary"))
        try device.add(
            "bound", "s", [.accessible: .string(ProtectionClass.alwaysThisDeviceOnly.rawValue)])
        try device.add("long", String(repeating: "x", count: 4 << 20))
        var status = try #require(try device.keychain.perform(.syncStatus))
        #expect(status.items == 1 && status.changed == 1 && status.ordinary == 1)
        #expect(status.notSent == 1 && status.tooLong == 1 && !status.isPublished)
        try device.exchange()
        status = try #require(try device.keychain.perform(.syncStatus))
        #expect(status.items == 1 && status.changed == 0 && status.isPublished)
        try device.exchange()
        #expect(try device.secrets().count == 4)
    }

    /// No program, backup or query reaches the keys of the device, whatever groups it has.
    @Test func noProgramReachesTheItemsOfTheCircle() throws {
        let device = try SyncingDevice.circle(1)[0]
        try device.exchange()
        for groups in [["*"], ["keychain.sync"], ["keychain.sync", "other"]] {
            let program = device.test.asProgram(groups: groups)
            for tombstones in [false, true] {
                var conditions = Query.Conditions()
                (conditions.synchronizable, conditions.limit) = (.any, .all)
                if tombstones { conditions.attributes[.tombstone] = .number(1) }
                #expect(
                    [.itemNotFound, .missingEntitlement].contains(
                        failure { _ = try program.find(Query(.genericPassword, conditions)) }))
                #expect(
                    [.itemNotFound, .missingEntitlement].contains(
                        failure { _ = try program.delete(Query(.genericPassword, conditions)) }))
            }
            #expect(
                failure {
                    _ = try program.find(
                        .password([.accessGroup: .string("keychain.sync")]))
                } == .missingEntitlement)
            #expect(
                failure {
                    _ = try program.add(
                        .password(service: "s", [.accessGroup: .string("keychain.sync")]))
                } == .missingEntitlement)
        }
        let program = device.test.asProgram(groups: ["*"])
        let archive = device.test.home.path + "/archive"
        let tally = try program.backUp(to: archive, passphrase: "p".passcode, cost: .leastArchive)
        #expect(tally.items == 0)
        #expect(try device.keychain.perform(.syncStatus) != nil)
    }

    /// A circle's item that is damaged or gone is named, and nothing else is touched.
    @Test(
        arguments: ["UPDATE genp SET data=zeroblob(length(data))", "DELETE FROM genp"],
        ["", " AND pdmn='dku'", " AND pdmn='aku'"])
    func aDamagedStateIsNamed(_ sql: String, _ rows: String) throws {
        let device = try SyncingDevice.circle(1)[0]
        try device.add("one", "1")
        try device.exchange()
        device.test.tamper("\(sql) WHERE agrp='keychain.sync'\(rows)")
        #expect(failure { _ = try device.keychain.perform(.syncStatus) } == .decode)
        #expect(try device.secrets() == ["one": "1"])
        try device.keychain.perform(.forgetCircle)
        #expect(try device.keychain.perform(.syncStatus) == nil)
        #expect(try device.secrets() == ["one": "1"])
    }

    /// What came while the keychain was locked is merged when it is unlocked, also by another process.
    @Test func whatCameWhileLockedIsMergedLater() throws {
        let devices = try SyncingDevice.circle(2)
        let (laptop, phone) = (devices[0], devices[1])
        for account in ["kept", "changed", "deleted"] { try laptop.add(account, "1") }
        try devices.settle()
        try phone.keychain.setPasscode("1234".passcode, old: nil)
        defer { try? phone.keychain.forgetUnlocked() }
        try phone.keychain.lock()
        #expect(try phone.keychain.perform(.syncStatus)?.isLocked == true)
        try laptop.update("changed", secret: "2")
        try laptop.delete("deleted")
        try laptop.exchange()
        try phone.exchange()
        try laptop.add("new", "3")
        try laptop.exchange()
        try phone.exchange()
        #expect(try phone.circle.state.unlocked?.count == 2)
        #expect(failure { _ = try phone.keychain.perform(.include(nil, true)) } == nil)
        #expect(
            failure { _ = try phone.keychain.performAsking(.invite(isUnattended: false)) }
                == .interactionNotAllowed)
        try phone.keychain.unlock(passcode: "1234".passcode)
        try devices.settle()
        let all = ["kept": "1", "changed": "2", "new": "3"]
        #expect(try laptop.secrets() == all && phone.secrets() == all)
        #expect(try phone.circle.state.unlocked == nil)
    }

    @Test func theUserIncludesAllPasswordsThatCanBe() throws {
        let devices = try SyncingDevice.circle(2)
        let keychain = devices[0].keychain
        try keychain.add(.password(service: "s", account: "one"))
        try keychain.add(.password(service: "s", account: "two"))
        try keychain.add(
            .password(
                service: "s", account: "bound",
                [.accessible: .string(ProtectionClass.alwaysThisDeviceOnly.rawValue)]))
        // What the Secret Service keeps, such as a browser's key, belongs to its machine.
        let attributes = try LookupAttributes([LookupAttributes.Pair("application", "browser")])
        try keychain.add(
            .password(
                service: "s", account: "browser", [.lookupAttributes: .data(attributes.encoded)]))
        #expect(try keychain.perform(.syncStatus)?.ordinary == 2)
        #expect(try keychain.perform(.include(nil, true)) == 2)
        #expect(try keychain.perform(.include(nil, true)) == 0)
        #expect(try keychain.perform(.syncStatus)?.ordinary == 0)
        try devices.settle()
        #expect(try devices[1].secrets().keys.sorted() == ["one", "two"])
        #expect(try devices[1].keychain.perform(.include(nil, false)) == 2)
        try devices.settle()
        #expect(try devices[0].keychain.perform(.syncStatus)?.items == 0)
        #expect(try devices[0].secrets().count == 4 && devices[1].secrets().count == 2)
        // By its name it can be included, and excluded with all others.
        let browser = try #require(
            keychain.find(.password([.account: .string("browser")])).first?.reference)
        #expect(try keychain.perform(.include([browser], true)) == 1)
        #expect(try keychain.perform(.include(nil, false)) == 1)
        let bound = try #require(
            keychain.find(.password([.account: .string("bound")])).first?.reference)
        #expect(failure { _ = try keychain.perform(.include([bound], true)) } == .parameter)
        try devices[0].add("program's")
        let synchronized = try #require(
            keychain.find(.password([.synchronizable: .number(1)])).first?.reference)
        #expect(failure { _ = try keychain.perform(.include([synchronized], false)) } == .parameter)
    }

    /// What only other programs may use isn't counted, since `include` leaves it out.
    @Test func onlyWhatTheCallerMayIncludeIsCounted() throws {
        let device = try SyncingDevice.circle(1)[0]
        try device.keychain.add(.password(service: "s"))
        let program = device.test.asProgram(groups: ["other"])
        for account in ["one", "two"] { try program.add(.password(service: "s", account: account)) }
        for (caller, count) in [
            (program, 2), (device.keychain, 1), (device.test.asProgram(groups: ["*"]), 0),
        ] {
            #expect(try caller.perform(.syncStatus)?.ordinary == count)
            #expect(try caller.perform(.include(nil, true)) == count)
        }
    }

    /// Before the first unlock not even the keys of heads can be read.
    @Test func anExchangeWaitsForTheFirstUnlock() throws {
        let device = try SyncingDevice.circle(1)[0]
        try device.exchange()
        try device.keychain.setPasscode("1234".passcode, old: nil)
        try device.keychain.forgetUnlocked()
        let failure = #expect(throws: SyncFailure.self) { try device.exchange() }
        #expect(failure?.text == "waiting for the keychain to be unlocked")
        #expect(try device.keychain.perform(.syncStatus)?.isLocked == true)
    }

    /// A later exchange with the same problem writes nothing, which would wake who watches the store.
    @Test func aProblemIsWrittenOnce() throws {
        let clock = SettableClock()
        let device = try SyncingDevice.circle(1, clock: clock)[0]
        let keychain = device.keychain
        for _ in 0..<2 {
            try keychain.perform(.note(problem: "no folder"))
            clock.advance(60)
        }
        let status = try #require(try keychain.perform(.syncStatus))
        #expect(status.problem == "no folder" && status.problemSince == 1_000_000)
        try keychain.perform(.note(problem: "no server"))
        #expect(try keychain.perform(.syncStatus)?.problemSince == 1_000_000)
        try keychain.perform(.note(problem: nil))
        #expect(try keychain.perform(.syncStatus)?.problem == nil)
    }
}
