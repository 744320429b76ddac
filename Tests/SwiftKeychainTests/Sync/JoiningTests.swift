// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSeam
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// A device that joins through requests, with its own store and a mailbox on a relay.
@Suite struct JoiningTests {
    private let laptop: SyncingDevice
    private let phone = TestKeychain().keychain
    private var relay: TestRelay { laptop.relay }

    init() throws { laptop = try SyncingDevice.circle(1)[0] }

    /// One step of an end: hands the mailbox over, and puts its messages.
    private func step(
        _ keychain: Keychain, code: String? = nil
    ) throws(KeychainError) -> SyncPairing {
        let files = relay.files.filter { $0.key.hasPrefix("m/") }
        let pairing = try keychain.perform(
            .pair(
                files.map { RelayFile(name: $0, bytes: $1) }, code: code))
        for put in pairing.puts where files[put.name] == nil { relay.files[put.name] = put.bytes }
        return pairing
    }

    private func begin(isUnattended: Bool = false) throws {
        let text = try laptop.keychain.performAsking(.invite(isUnattended: isUnattended))
        _ = try phone.performAsking(
            .join(
                JoiningDevice(invitation: text, deviceName: "phone", paths: RelayPaths(folder: "/"))
            ))
    }

    @Test func aDeviceJoinsByTwoCodes() throws {
        try laptop.add("one", "1")
        try laptop.exchange()
        try begin()
        for _ in 0..<2 { _ = (try step(phone), try step(laptop.keychain)) }
        let shown = try step(phone)
        #expect(shown.stage == .asking && shown.otherName == "device 0")
        var member = try step(laptop.keychain)
        #expect(member.stage == .asking && member.otherName == "phone" && member.code == nil)
        member = try step(laptop.keychain, code: shown.code)
        let code = try #require(member.code)
        #expect(try step(phone, code: code).stage == .waiting)
        #expect(try phone.perform(.syncStatus) == nil)
        #expect(try step(laptop.keychain).stage == .finished)
        #expect(try step(phone).stage == .finished)
        #expect(try phone.perform(.syncStatus)?.devices.count == 2)
        // The invitation is used up.
        #expect(throws: KeychainError.self) { try step(laptop.keychain) }
        #expect(throws: KeychainError.self) { try step(phone) }
    }

    @Test func aWrongCodeEndsThePairing() throws {
        try begin()
        for _ in 0..<3 { _ = (try step(phone), try step(laptop.keychain)) }
        #expect {
            try step(laptop.keychain, code: "x")
        } throws: { ($0 as? KeychainError)?.code == .authenticationFailed }
        #expect {
            try step(laptop.keychain)
        } throws: { ($0 as? KeychainError)?.code == .itemNotFound }
        #expect(try laptop.keychain.perform(.syncStatus)?.devices.count == 1)
    }

    /// The clock of the member counts.
    @Test func anInvitationExpires() throws {
        let time = SettableClock()
        let member = time.keychain(TemporaryHome())
        _ = try member.performAsking(.create(NewCircle(deviceName: "laptop", relay: .folder("/"))))
        _ = try member.performAsking(.invite(isUnattended: false))
        time.advance(599)
        #expect(try step(member).stage == .waiting)
        time.advance(2)
        #expect {
            try step(member)
        } throws: { ($0 as? KeychainError)?.code == .authenticationFailed }
    }

    @Test func onlyTheNewestInvitationIsGood() throws {
        let old = try laptop.keychain.performAsking(.invite(isUnattended: true))
        _ = try laptop.keychain.performAsking(.invite(isUnattended: true))
        _ = try phone.performAsking(
            .join(
                JoiningDevice(invitation: old, deviceName: "phone", paths: RelayPaths(folder: "/")))
        )
        for _ in 0..<4 { _ = (try step(phone), try step(laptop.keychain)) }
        #expect(try phone.perform(.syncStatus) == nil)
    }

    @Test func anInvitationToAFolderNeedsOne() throws {
        let text = try laptop.keychain.performAsking(.invite(isUnattended: true))
        let device = JoiningDevice(invitation: text, deviceName: "phone", paths: RelayPaths())
        #expect { _ = try phone.performAsking(.join(device)) } throws: {
            ($0 as? KeychainError)?.code == .parameter
        }
    }

    @Test(arguments: ["", "KEYCHAIN-INVITE-1:", "KEYCHAIN-INVITE-2:AAAA", "hello"])
    func otherTextIsNoInvitation(_ text: String) throws {
        let device = JoiningDevice(
            invitation: SecretBytes(copying: text.utf8), deviceName: "phone",
            paths: RelayPaths(folder: "/"))
        #expect { _ = try phone.performAsking(.join(device)) } throws: {
            ($0 as? KeychainError)?.code == .parameter
        }
    }

    @Test func aMemberCantJoin() throws {
        let text = try laptop.keychain.performAsking(.invite(isUnattended: true))
        let device = JoiningDevice(
            invitation: text, deviceName: "phone", paths: RelayPaths(folder: "/"))
        #expect { _ = try laptop.keychain.performAsking(.join(device)) } throws: {
            ($0 as? KeychainError)?.code == .duplicateItem
        }
    }
}
