// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSync
import SwiftKeychainSystem

extension CircleState {
    /// Returns what the merge knows of who is a member, without any head.
    func membership(_ roster: Roster) -> SyncState {
        SyncState(
            memory, first: genesis.device.name, recovery: Set(roster.recovery),
            own: SyncHead(device), held: [:], unlocked: [], added: roster.added)
    }
}

extension CircleState {
    /// Signs, as a recovery member, the statement that adds this device, which made that member. It proves to the holder of
    /// the code that the circle is genuine, and not one that someone else made with the member's public keys.
    func statement(by recovery: MemberKeys, sequence: UInt64) -> MemberStatement {
        let consent = MemberStatement.consent(
            circle: circle, sponsor: recovery.publicKeys.name, name: name, keys: keys)
        return MemberStatement(
            .member(keys.publicKeys, name: name, consent: consent), circle: circle,
            author: recovery.publicKeys.name, sequence: sequence, keys: recovery)
    }
}

extension OpenCircle {
    /// Makes a device a member with the next own head.
    ///
    /// - Returns: what the device must know.
    /// - Throws: `interactionNotAllowed` while this device is locked; `parameter` if the circle has its most members.
    mutating func admit(
        _ joining: MemberPublicKeys, name: String, consent: [UInt8]
    ) throws(KeychainError) -> CircleWelcome {
        guard let secrets else {
            throw KeychainError(
                .interactionNotAllowed, "a device can join only while the keychain is unlocked")
        }
        guard state.roster.keys.count < Self.mostMembers else {
            throw KeychainError(
                .parameter, "a circle has at most \(Self.mostMembers) devices, also former ones")
        }
        // Who reads the heads sees that the device has the secrets of all epochs.
        let grants =
            state.grants + secrets.compactMap { $0.grant(to: joining, circle: state.circle) }
        guard grants.reduce(0, { $0 + $1.bytes }) <= Self.mostOfGrants else {
            throw KeychainError(
                .parameter,
                "this device admitted too many; invite on another one, or leave and join again")
        }
        let statement = MemberStatement(
            .member(joining, name: name, consent: consent), circle: state.circle,
            // The next head is the first that has the statement.
            author: state.device, sequence: (state.own?.sequence ?? 0) + 1, keys: state.keys)
        state.statements.append(statement)
        state.grants = grants
        return CircleWelcome(
            state.genesis, state.statements, epoch: state.epoch, secrets)
    }

    /// The most entries of a roster, which keeps former devices and all recovery members.
    private static let mostMembers = 64
    /// The most bytes of grants with which a head admits a device. What else it has needs room, too.
    private static let mostOfGrants = Head.longest / 4 * 3

    /// Begins a membership with the welcome of a member.
    ///
    /// - Parameter seed: what the keys of the device are made from, which the statement of the member names.
    /// - Throws: `decode` if no statement names them.
    init(
        _ welcome: CircleWelcome, seed: SecretBytes, name: String, relay: RelayPlace
    ) throws(KeychainError) {
        var state = try CircleState(
            welcome.genesis, seed: seed, name: name, relay: relay,
            epoch: welcome.epoch)
        state.statements = welcome.statements
        guard state.roster.keys[state.device] == state.keys.publicKeys else {
            throw KeychainError(.decode, "the member's answer: it doesn't name this device")
        }
        self.init(state, welcome.secrets)
    }
}
