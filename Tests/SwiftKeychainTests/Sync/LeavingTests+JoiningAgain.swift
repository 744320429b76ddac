// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainAgent
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainCircle
@testable import SwiftKeychainService

/// Devices that leave and join again, whose rows have versions that nobody else may have.
extension LeavingTests {
    /// The relay's files of a device.
    private func files(of device: SyncingDevice) throws -> [String: [UInt8]] {
        let name = Hexadecimal.text(try device.name.bytes)
        return relay.files.filter { $0.key.contains(name) }
    }

    /// Ends the membership of the phone, and has it join through the laptop.
    private func joinAgain() throws {
        try phone.keychain.perform(.forgetCircle)
        try laptop.admit(phone, as: "again")
        try laptop.exchange()
    }

    private func expectSame(_ secrets: [String: String]) throws {
        try devices.settle()
        for device in devices { #expect(try device.secrets() == secrets) }
        #expect(try phone.keychain.perform(.conflicts(withSecrets: false)).isEmpty)
    }

    /// The laptop's head doesn't count, because it has seen one that is missing.
    @Test func nothingVanishesWhileFilesOfAnotherAreMissing() throws {
        try tablet.add("two", "2")
        for _ in 0..<2 { for device in [tablet, laptop, phone] { try device.exchange() } }
        let files = try files(of: tablet)
        relay.files = relay.files.filter { files[$0.key] == nil }
        try joinAgain()
        #expect(try phone.exchange().waiting == ["the files of \"device 2\""])
        #expect(try phone.secrets() == ["one": "1", "two": "2"])
        relay.files.merge(files) { $1 }
        try expectSame(["one": "1", "two": "2"])
    }

    @Test func whatNeverReachedTheRelayIsSentAgain() throws {
        try phone.add("late", "2")
        try phone.update("one", secret: "3")
        phone.crashes = true
        try phone.exchange()
        phone.crashes = false
        try joinAgain()
        try expectSame(["one": "3", "late": "2"])
    }

    /// On the other devices it counts only then.
    @Test func whatARemovedDeviceWroteLaterIsSentAgain() throws {
        let before = relay.files
        let name = Hexadecimal.text(try phone.name.bytes)
        try laptop.keychain.performAsking(.remove(device: name))
        for _ in 0..<2 { for device in [laptop, tablet] { try device.exchange() } }
        let after = relay.files
        relay.files = before
        try phone.add("late", "2")
        try phone.exchange()
        relay.files = after.merging(try files(of: phone)) { $1 }
        for _ in 0..<2 { for device in [laptop, tablet] { try device.exchange() } }
        #expect(try laptop.secrets() == ["one": "1"] && tablet.secrets() == ["one": "1"])
        try joinAgain()
        try expectSame(["one": "1", "late": "2"])
    }

    /// The phone makes the epoch after it left, and the laptop writes under it, of which the tablet learned nothing yet: not
    /// that the phone, whose new name only a head under that epoch tells, gave it the keys.
    @Test func aDeviceIsKnownWhoeverMadeTheEpoch() throws {
        try phone.keychain.perform(.leaveCircle)
        let before = relay.files
        try phone.exchange()
        let last = try files(of: phone)
        relay.files = before
        try joinAgain()
        relay.files.merge(last) { $1 }
        try phone.exchange()
        try laptop.add("two", "2")
        try laptop.exchange()
        try expectSame(["one": "1", "two": "2"])
    }

    @Test func whatWasDeletedMeanwhileIsDeleted() throws {
        try phone.keychain.perform(.forgetCircle)
        try laptop.delete("one")
        try laptop.exchange()
        try laptop.admit(phone, as: "again")
        try laptop.exchange()
        try expectSame([:])
    }
}
