// SPDX-License-Identifier: Apache-2.0
extension SyncState {
    /// What a device keeps between two runs, beside the heads.
    package struct Memory: Equatable, Sendable {
        /// As in ``SyncState``.
        package var names: Set<DeviceID>
        package var removed: [DeviceID: UInt64] = [:]
        package var adopting: Set<DeviceID> = []
        package var floor: UInt64 = 0
        package var lockedFloor: UInt64 = 0
        package var alone: [RecordKey: LoneDeletion] = [:]
        package var foreignHeads: UInt64 = 0

        package init(names: Set<DeviceID>) { self.names = names }
    }

    package var memory: Memory {
        var memory = Memory(names: names)
        (memory.removed, memory.adopting, memory.floor) = (removed, adopting, floor)
        (memory.alone, memory.foreignHeads) = (alone, foreignHeads)
        memory.lockedFloor = lockedFloor
        return memory
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
        (self.recovery, left) = (recovery, own.left)
        (names, removed, adopting) = (memory.names, memory.removed, memory.adopting)
        (floor, alone, foreignHeads) = (memory.floor, memory.alone, memory.foreignHeads)
        lockedFloor = memory.lockedFloor
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
