// SPDX-License-Identifier: Apache-2.0
extension SyncState {
    /// What a device keeps between two runs, in addition to the heads.
    package struct Memory: Equatable, Sendable {
        /// The names under which this device wrote: its own, and those that it had before it joined again.
        package var names: Set<DeviceID>
        /// The devices that are no members any more, and the last sequence of each that counts.
        package var removed: [DeviceID: UInt64] = [:]
        /// Removed devices whose records aren't in the own map yet.
        package var adopting: Set<DeviceID> = []
        /// The milliseconds of the latest deletion of which no record is left, or, if later, of the latest record that this
        /// device had published when its state was put back. What is written later is dated above it.
        package var floor: UInt64 = 0
        /// The milliseconds of the latest record that can't be read while locked, as it was when the device merged last
        /// while unlocked. What is written while locked is dated above it.
        package var lockedFloor: UInt64 = 0
        /// Since when and with which heads no other map has the item of an own deletion.
        package var alone: [RecordKey: LoneDeletion] = [:]
        /// Whether the relay had an own head that this state doesn't know, and how often.
        package var foreignHeads: UInt64 = 0

        package init(names: Set<DeviceID>) { self.names = names }
    }

    /// An own deletion of which no other device has a record any more.
    package struct LoneDeletion: Equatable, Sendable {
        package let since: UInt64
        /// The heads that every other member must have seen before the deletion is dropped.
        package let heads: [DeviceID: UInt64]

        package init(since: UInt64, heads: [DeviceID: UInt64]) {
            (self.since, self.heads) = (since, heads)
        }
    }

    /// Continues after a run that ended.
    ///
    /// - Parameters:
    ///   - recovery: the sponsors that are no devices.
    ///   - own: the newest own head.
    ///   - held: the accepted heads of the others.
    ///   - unlocked: the heads that were accepted, and the own one, when the device merged last while it was unlocked. What
    ///     came since then is new to it, of what it couldn't read.
    ///   - added: who added whom.
    package init(
        _ memory: Memory, first: DeviceID, recovery: Set<DeviceID> = [], own: SyncHead,
        held: [DeviceID: SyncHead],
        unlocked: [SyncHead], added: [DeviceID: [DeviceID: UInt64]]
    ) {
        (self.own, self.held, self.first, self.added) = (own, held, first, added)
        (self.memory, self.recovery, left) = (memory, recovery, own.left)
        // What is known of who added whom may have changed since.
        note(removed: [:])
        for (heads, needsUnlock) in [(sources, false), (unlocked, true)] {
            for head in heads {
                for (place, record) in head.records where record.needsUnlock == needsUnlock {
                    if let other = union[place.key], other.version >= record.version { continue }
                    union[place.key] = record
                }
            }
        }
    }
}
