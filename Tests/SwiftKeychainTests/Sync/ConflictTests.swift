// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Items that lost against another device's change: listed, and stored again.
@Suite struct ConflictTests {
    private let devices: [SyncingDevice]
    private var laptop: SyncingDevice { devices[0] }
    private var phone: SyncingDevice { devices[1] }

    init() throws {
        devices = try SyncingDevice.circle(2)
        try laptop.add("one", "1")
        try devices.settle()
    }

    /// Both devices change the item, and the phone's change is the later one.
    private func collide() throws {
        try laptop.update("one", secret: "laptop")
        try phone.update("one", secret: "phone")
        try devices.settle()
        #expect(try laptop.secrets() == ["one": "phone"])
    }

    private func expectSame(_ secrets: [String: String]) throws {
        for device in devices {
            #expect(try device.secrets() == secrets)
            #expect(device.test.isHealthy("manifest") && device.test.isHealthy("rows"))
        }
    }

    @Test func whatLostIsListedWhereItWasMade() throws {
        #expect(try laptop.keychain.perform(.conflicts(withSecrets: true)).isEmpty)
        try collide()
        #expect(try phone.keychain.perform(.conflicts(withSecrets: true)).isEmpty)
        let conflict = try #require(laptop.keychain.perform(.conflicts(withSecrets: true)).first)
        #expect(conflict.reason == "replaced by a change on device 1")
        #expect(conflict.item[.account] == .string("one"))
        #expect(conflict.item.secret?.copied == Array("laptop".utf8))
        #expect(
            try laptop.keychain.perform(.conflicts(withSecrets: false)).first?.item.secret == nil)
    }

    @Test func whatIsRestoredIsANewChange() throws {
        try collide()
        let number = try #require(
            laptop.keychain.perform(.conflicts(withSecrets: false)).first?.number)
        try laptop.keychain.perform(.restore(conflict: number))
        #expect(try laptop.secrets() == ["one": "laptop"])
        try devices.settle()
        try expectSame(["one": "laptop"])
        // What was there instead can be restored, too.
        let other = try #require(laptop.keychain.perform(.conflicts(withSecrets: true)).last)
        #expect(other.item.secret?.copied == Array("phone".utf8))
        try laptop.keychain.perform(.restore(conflict: other.number))
        try devices.settle()
        try expectSame(["one": "phone"])
    }

    @Test func whatWasDeletedElsewhereIsRestored() throws {
        try laptop.update("one", secret: "laptop")
        try phone.delete("one")
        try devices.settle()
        try expectSame([:])
        let number = try #require(
            laptop.keychain.perform(.conflicts(withSecrets: false)).first?.number)
        try laptop.keychain.perform(.restore(conflict: number))
        try devices.settle()
        try expectSame(["one": "laptop"])
    }

    @Test func aProgramSeesThoseOfItsGroupsAlone() throws {
        try collide()
        let number = try #require(
            laptop.keychain.perform(.conflicts(withSecrets: false)).first?.number)
        let other = laptop.test.asProgram(groups: ["other"])
        #expect(try other.perform(.conflicts(withSecrets: true)).isEmpty)
        for (keychain, number) in [(other, number), (laptop.keychain, number + 1)] {
            #expect {
                try keychain.perform(.restore(conflict: number))
            } throws: { ($0 as? KeychainError)?.code == .itemNotFound }
        }
        #expect(
            try laptop.test.asProgram(groups: ["*"]).perform(.conflicts(withSecrets: true)).count
                == 1)
    }

    /// A secret that was replaced long ago isn't kept.
    @Test func whatIsNotListedAnyMoreIsDeleted() throws {
        let clock = SettableClock()
        let devices = try SyncingDevice.circle(2, clock: clock)
        let (laptop, phone) = (devices[0], devices[1])
        clock.advance(Double(SystemClock.seconds - SystemClock.epochDifference) - clock.now)
        try laptop.add("one", "1")
        try devices.settle()
        try laptop.update("one", secret: "laptop")
        try phone.update("one", secret: "phone")
        try devices.settle()
        // A repair sets another row aside, which stays.
        try laptop.keychain.add(.password(service: "damaged"))
        laptop.test.tamper(
            "UPDATE genp SET meta=\(Tamper.zeroed) WHERE sync=0 AND agrp='\(Caller.unsignedGroup)'")
        _ = try laptop.keychain.repair()
        func setAside() throws -> Int {
            try laptop.keychain.engine().write(.standard) {
                try $0.writer.quarantineAcknowledgements().count
            }
        }
        let all = try setAside()
        clock.advance(29 * 24 * 3600)
        try laptop.exchange()
        #expect(try setAside() == all)
        clock.advance(2 * 24 * 3600)
        try laptop.exchange()
        #expect(try setAside() == all - 1)
        #expect(laptop.test.isHealthy("manifest"))
    }

    /// What a repair set aside is no conflict.
    @Test func whatIsDamagedIsNoConflict() throws {
        laptop.test.tamper(
            "UPDATE genp SET meta=\(Tamper.zeroed) WHERE agrp='\(Caller.unsignedGroup)'")
        _ = try laptop.keychain.repair()
        #expect(try laptop.keychain.perform(.conflicts(withSecrets: false)).isEmpty)
    }
}
