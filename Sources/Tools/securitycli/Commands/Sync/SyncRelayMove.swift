// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainModel
import SwiftKeychainSystem

/// What `security sync relay` does: it moves a circle to another relay, or follows a device that did.
struct SyncRelayMove {
    private let session: Session
    private let keychain = Keychain.login

    init(_ session: Session) { self.session = session }

    func run(_ options: RelayOptions) throws(CommandFailure) -> Int32 {
        let status = try SyncCommand.status(of: keychain)
        let place = try options.place(for: "relay", following: status.moved)
        let heads = try SyncCommand.heads(in: place)
        let old = try CommandFailure.detail { try keychain.relay() }
        try CommandFailure.detail { try keychain.move(to: place, heads: heads) }
        let command = SyncCommand(session)
        if old.text != place.text {
            // The head that tells the others, where they look.
            do throws(CommandFailure) {
                _ = try command.exchange(through: old)
                try copy(from: old, to: place)
            } catch {
                session.note(
                    "security: \(old.text.printable) isn't there, so other devices don't learn of this;"
                        + " run security sync relay on each")
            }
        }
        return try command.now(acceptsDeletions: false)
    }

    /// Copies what other devices wrote, for devices that join before those follow.
    private func copy(from old: RelayPlace, to new: RelayPlace) throws(CommandFailure) {
        do throws(SyncFailure) {
            try SyncRound.copy(from: old.open(), to: new.open())
        } catch { throw SyncCommand.failure(error) }
    }
}
