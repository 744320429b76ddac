// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainStore
import SwiftKeychainSync
import SwiftKeychainSystem

extension Engine {
    /// Returns where the relay is, with its password.
    func relay(_ call: Call) throws(KeychainError) -> RelayPlace {
        let view = try begin(call.deadline)
        let state = try OpenCircle.state(view.reader, view.keybag)
        view.end()
        return try Self.required(state).relay
    }

    /// Uses another relay from now on. The next head announces it to the other devices.
    ///
    /// The first device to do so moves the circle; the others follow it there.
    ///
    /// - Parameter files: the heads that are on that relay.
    /// - Throws: `duplicateItem` if it has heads of another circle.
    func move(
        to place: RelayPlace, _ files: [RelayFile], _ call: Call
    ) throws(KeychainError) {
        try write(call.deadline) { transaction in
            var circle = try OpenCircle(transaction)
            let files = files.compactMap { try? Head($0.bytes) }
            guard files.allSatisfy({ $0.circle == circle.state.circle }) else {
                throw KeychainError(.duplicateItem, "the files of another circle are there")
            }
            let heads = CircleHeads(
                circle, CircleFiles(of: location), received: files.map(\.bytes))
            let present = circle.state.relay
            if let move = heads.move, move.time > circle.state.moved,
                move.address.isSame(as: place.address),
                files.contains(where: { heads.move(of: $0.device) == move })
            {
                circle.state.moved = move.time
            } else if place.text != present.text || !place.address.isSame(as: present.address) {
                // Addresses of folders have no path and are all the same, but the text has it. The same place is no move:
                // only the password or the authorities change.
                let latest = max(circle.state.moved, heads.move?.time ?? 0)
                // A member that is hostile may have moved at the latest time that can be read.
                circle.state.moved = min(
                    max(system.milliseconds, latest + 1), RecordVersion.greatest)
            }
            circle.state.relay = place
            // The new relay needn't have the own head.
            circle.state.published = nil
            try circle.store(transaction, system.random)
        }
    }
}

extension RelayAddress {
    /// Returns whether another address leads to the same relay. Passwords and authorities may differ.
    fileprivate func isSame(as other: RelayAddress) -> Bool {
        (kind, prefix, endpoints, user) == (other.kind, other.prefix, other.endpoints, other.user)
    }
}
