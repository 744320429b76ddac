// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainModel
import SwiftKeychainSystem

extension SyncCommand {
    /// Moves a circle to another relay, or follows a device that did.
    func moveRelay() throws(CommandFailure) -> Int32 {
        let place = try place(for: "relay", following: status().moved)
        let heads = try heads(in: place)
        try requireWritable(place)
        let old = try CommandFailure.detail { try keychain.perform(.relay) }
        try CommandFailure.detail { try keychain.perform(.move(place, heads)) }
        if old.text != place.text {
            // Publishes the head with the move where the other devices still look.
            do throws(CommandFailure) {
                _ = try exchange(through: old)
                // What other devices wrote, for devices that join before those follow.
                try CommandFailure.only { try SyncRound.copy(from: old.open(), to: place.open()) }
            } catch {
                session.note(
                    "security: \(old.text) isn't there, so other devices don't learn of this;"
                        + " run security sync relay on each")
            }
        }
        return try exchangeOnce()
    }
}
