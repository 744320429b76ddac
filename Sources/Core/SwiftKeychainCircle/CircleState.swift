// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSync

/// What a device keeps of its circle between two runs: its keys, the members, the heads it accepted, and the address of
/// the relay. The store keeps it as an item (Docs/internals/circle.md, "What a device keeps").
///
/// This module encodes, signs and seals what the devices of a circle exchange. `SwiftKeychainSync` decides what it means, and
/// `SwiftKeychainRelay` carries it. The idea is that no relay is trusted: each device signs its head, which has the hashes of
/// its packs, and items are sealed for members alone.
///
///     Genesis ─▶ MemberStatement … ─▶ Roster: the members and their keys
///     EpochSecret ─▶ EpochKeys ─▶ Head of a device, which names its Packs of ItemRecords
///
/// 1. The name of a circle is the hash of its genesis, and the name of a member the hash of its keys.
/// 2. A head is signed; its body and its packs are sealed under the keys of an epoch. Grants in heads give the epoch's
///    secret to each member. After a removal the devices use an epoch whose secret the removed one doesn't get.
/// 3. A pack is bound to its circle, device, number and kind, so that it doesn't open anywhere else.
///
/// What may surprise: a relay sees the names of the devices, which of them gets which epoch, and lengths in steps. A locked
/// device has the keys of heads and of some packs, but not the secrets of epochs.
package struct CircleState: Sendable {
    /// The version of the encoding.
    static let version: UInt64 = 1

    package let genesis: Genesis
    package let keys: MemberKeys
    /// What ``keys`` are made from.
    let seed: SecretBytes
    /// The name of the device, which the others show.
    package var name: String
    package var relay: RelayPlace
    /// When the circle moved to this relay, in milliseconds since 2001; 0 for the first one.
    package var moved: UInt64 = 0
    /// All statements that are known and count.
    package var statements: [MemberStatement] = []
    /// The name of the epoch under which the device writes.
    package var epoch: [UInt8]
    /// The secrets of epochs that this device gave to others, sealed for each; its heads repeat them.
    package var grants: [EpochGrant] = []
    /// The devices that this one removes with its next head.
    package var removing: Set<DeviceID> = []
    /// Whether the next head is the last one of this device, which says so.
    package var leaves = false
    /// The state of the merge apart from the heads, such as removed devices and the floor.
    package var memory: SyncState.Memory
    /// The newest own head; nil before the first.
    package var own: HeadBody.Seen?
    /// The accepted head of each other device.
    package var held: [DeviceID: HeadBody.Seen] = [:]
    /// The heads, also the own one, that were merged when the device was unlocked last; nil if it was when it merged last.
    package var unlocked: [DeviceID: HeadBody.Seen]?
    /// The number of the next own pack.
    package var nextPack: UInt64 = 1
    /// The own packs that the own head doesn't name any more, and since when, in milliseconds since 2001.
    package var superseded: [UInt64: UInt64] = [:]
    /// The newest own head that is known to be on the relay.
    package var published: HeadBody.Seen?
    /// The members that were reported to the user; nil before the first merge.
    package var known: Set<DeviceID>?
    /// Why the last exchange was incomplete, and since when, in milliseconds since 2001; nil if it was complete.
    package var problem: (text: String, since: UInt64)?
    /// Entries that a later build wrote.
    var others: [String: [UInt8]] = [:]

    /// Begins a membership.
    ///
    /// - Parameters:
    ///   - seed: the 64 bytes that ``MemberKeys/init(seed:)`` takes. They are kept, since the keys can't be encoded.
    ///   - epoch: the name of the epoch, 16 bytes.
    /// - Throws: `notAvailable` if libsodium can't be initialized.
    package init(
        _ genesis: Genesis, seed: SecretBytes, name: String, relay: RelayPlace,
        epoch: [UInt8]
    ) throws(KeychainError) {
        keys = try MemberKeys(seed: seed)
        (self.genesis, self.seed, self.name) = (genesis, seed, name)
        (self.relay, self.epoch) = (relay, epoch)
        memory = SyncState.Memory(names: [keys.publicKeys.name])
    }

    /// The name of the circle, 32 bytes.
    package var circle: [UInt8] { genesis.circle }
    /// The name of this device. It follows from its keys, so a device that joins again has another one.
    package var device: DeviceID { keys.publicKeys.name }
    /// The accepted heads of all devices, also the own one.
    package var heads: [DeviceID: HeadBody.Seen] {
        own.map { held.merging([device: $0]) { $1 } } ?? held
    }
    /// The members by the known statements. Each access verifies the signatures of all of them.
    package var roster: Roster { Roster(genesis, statements) }
}
