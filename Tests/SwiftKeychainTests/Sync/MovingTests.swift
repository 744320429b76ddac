// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainAgent
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSeam
import SwiftKeychainSync
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// A circle that moves to another relay.
@Suite struct MovingTests {
    private let devices: [SyncingDevice]
    private var laptop: SyncingDevice { devices[0] }
    private var phone: SyncingDevice { devices[1] }
    private let other = TestRelay()

    init() throws {
        devices = try SyncingDevice.circle(2)
        try laptop.add("one", "1")
        try devices.settle()
    }

    private func heads(_ relay: TestRelay) -> [RelayFile] {
        relay.files.filter { $0.key.hasPrefix("h/") }.map { RelayFile(name: $0, bytes: $1) }
    }

    /// Moves a device as the command does.
    private func move(
        _ device: SyncingDevice, _ place: RelayPlace, from old: TestRelay, to new: TestRelay
    ) throws {
        try device.keychain.perform(.move(place, heads(new)))
        try exchange(device, old)
        try SyncRound.copy(from: old, to: new)
        try exchange(device, new)
    }

    /// Exchanges. A move is no loss: the files of devices that haven't followed are only copies.
    @discardableResult private func exchange(
        _ device: SyncingDevice, _ relay: TestRelay
    ) throws -> SyncRound.Outcome {
        let outcome = try SyncRound(device.keychain, through: relay).run()
        #expect(outcome.faults == [])
        return outcome
    }

    private func moved(_ device: SyncingDevice) throws -> RelayAddress? {
        try #require(try device.keychain.perform(.syncStatus)).moved
    }

    @Test func theOthersLearnOfItAndFollow() throws {
        try move(laptop, .folder("/new"), from: laptop.relay, to: other)
        #expect(try laptop.keychain.perform(.relay) == .folder("/new"))
        try laptop.add("two", "2")
        try exchange(laptop, other)
        #expect(try moved(phone) == nil)
        #expect(
            try exchange(phone, phone.relay).waiting == [
                "this device to follow the circle; see security sync status"
            ])
        #expect(try moved(phone) == .folder() && phone.secrets() == ["one": "1"])
        try move(phone, .folder("/elsewhere"), from: phone.relay, to: other)
        #expect(try phone.secrets() == ["one": "1", "two": "2"])
        // Whoever follows doesn't move the circle again.
        try exchange(laptop, other)
        for device in devices { #expect(try moved(device) == nil) }
        #expect(other.files.keys.filter { $0.hasPrefix("h/") }.count == 2)
    }

    /// What a device that hasn't followed wrote where it still is, isn't at the new relay.
    @Test func whoHasNotFollowedIsNotPutBack() throws {
        let (old, tablet) = (laptop.relay, try laptop.joined(by: "tablet"))
        try (devices + [tablet]).settle()
        try move(laptop, .folder("/new"), from: old, to: other)
        try phone.add("two", "2")
        try exchange(phone, old)
        try exchange(tablet, old)
        try move(tablet, .folder("/new"), from: old, to: other)
        try exchange(laptop, other)
        other.files[try RelayFile.head(phone.name)] = nil
        try exchange(tablet, other)
    }

    @Test func wayBackIsAnotherMove() throws {
        let old = laptop.relay
        for device in devices { try move(device, .folder("/new"), from: old, to: other) }
        try move(laptop, .folder("/old"), from: other, to: old)
        try exchange(phone, other)
        #expect(try moved(phone) == .folder())
        try move(phone, .folder("/old"), from: other, to: old)
        for device in devices { try exchange(device, old) }
        for device in devices { #expect(try moved(device) == nil) }
    }

    /// A member that is hostile may say that it moved at the latest time there is.
    @Test func aMoveFollowsOneOfTheLatestTime() throws {
        let state = try phone.circle.state
        try phone.keychain.engine().write(.standard) { transaction in
            var circle = try OpenCircle(transaction)
            circle.state.moved = RecordVersion.greatest
            try circle.store(transaction, .system)
        }
        try exchange(phone, phone.relay)
        try exchange(laptop, laptop.relay)
        #expect(try moved(laptop) == .folder())
        try laptop.keychain.perform(.move(.folder("/new"), heads(other)))
        #expect(try laptop.keychain.perform(.relay) == .folder("/new"))
        #expect(try laptop.circle.state.circle == state.circle)
    }

    /// The password of a cluster is told to nobody but by an invitation.
    @Test func thePresentFolderIsNoMove() throws {
        try move(laptop, .folder("/"), from: laptop.relay, to: laptop.relay)
        try exchange(phone, phone.relay)
        #expect(try moved(phone) == nil)
    }

    @Test func anAddressIsToldWithoutItsPassword() throws {
        let address = RelayAddress(
            .etcd, prefix: "/keychain/ann/", endpoints: ["https://a"], user: "ann",
            password: "secret".passcode, authorities: [[1]])
        let place = RelayPlace(address, RelayPaths(certificate: "/c", key: "/k"))
        try move(laptop, place, from: laptop.relay, to: other)
        try exchange(phone, phone.relay)
        var told = address
        told.password = nil
        #expect(try moved(phone) == told)
        #expect(try laptop.keychain.perform(.relay) == place)
        #expect(try #require(try laptop.keychain.perform(.syncStatus)).relay.address == told)
        // Another password of the same cluster is no move.
        let time = try laptop.circle.state.moved
        try laptop.keychain.perform(.move(place, heads(other)))
        #expect(try laptop.circle.state.moved == time)
    }

    @Test func whoJoinsThereIsThere() throws {
        try move(laptop, .folder("/new"), from: laptop.relay, to: other)
        let tablet = try laptop.joined(by: "tablet")
        try exchange(laptop, other)
        try exchange(tablet, other)
        #expect(try tablet.secrets() == ["one": "1"])
        #expect(try moved(tablet) == nil)
        try exchange(laptop, other)
        #expect(try moved(laptop) == nil)
    }

    @Test func theFilesOfAnotherCircleAreRefused() throws {
        let strangers = try SyncingDevice.circle(1)
        try strangers.settle()
        #expect {
            try laptop.keychain.perform(.move(.folder("/new"), heads(strangers[0].relay)))
        } throws: { ($0 as? KeychainError)?.code == .duplicateItem }
        #expect(try laptop.keychain.perform(.relay) == .folder("/"))
    }
}
