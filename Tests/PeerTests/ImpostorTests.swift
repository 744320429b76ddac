// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import SwiftKeychainRemote
import SwiftKeychainService
import Testing

/// What the library does where something else than its securityd listens.
@Suite(.serialized, .enabled(if: Machine.isPossible, Machine.reason))
struct ImpostorTests {
    private let home = TemporaryHome()
    private var socket: String { home.path + "/s" }

    private func failure(owner: uid_t?) -> KeychainError? {
        let location = Location(home: home.path)
        let remote = RemoteService(RemoteAddress(socket: socket, owner: owner, home: location))
        let reply = remote.perform(Request(.status, at: location), from: .unsigned, progress: nil)
        guard case .failed(let error) = reply else { return nil }
        return error
    }

    @Test func nothingIsSentToAServerOfAnotherUser() throws {
        let impostor = try Child([Child.probe, "impostor", socket, "\(Machine.otherUser)"])
        #expect(impostor.line() == "ready")
        let error = failure(owner: nil)
        #expect(error?.code == .notAvailable)
        #expect(
            error?.detail == "\(socket): refused, because user \(Machine.otherUser) answers there")
        #expect(impostor.line() == "received 0")
        // A user whom the configuration names may answer, and has to greet.
        #expect(
            failure(owner: Machine.otherUser)?.detail
                == "\(socket): securityd didn't answer in time")
        #expect(impostor.line() == "received 0")
    }

    @Test func aFolderOfAnotherUserIsRefused() throws {
        chown(home.path, Machine.otherUser, Machine.otherUser)
        let detail = failure(owner: nil)?.detail
        #expect(
            detail == "\(socket): refused, because its folder belongs to user \(Machine.otherUser)")
        #expect(failure(owner: Machine.otherUser)?.detail.contains("doesn't answer") == true)
    }
}
