// SPDX-License-Identifier: Apache-2.0
/// What a device remembers of its circle between two merges.
package struct SyncState: Equatable, Sendable {
    package var memory: Memory
    /// This device's own newest head, published or about to be.
    package var own: SyncHead
    /// The accepted head of each other device; of a removed one the last that was accepted.
    package var held: [DeviceID: SyncHead] = [:]
    /// The device that made the circle.
    package let first: DeviceID
    /// The sponsors that aren't devices: recovering the circle adds a device in their name.
    let recovery: Set<DeviceID>
    /// Who added whom, and with which sequence.
    package var added: [DeviceID: [DeviceID: UInt64]] = [:]
    /// The devices that left by themselves: while they were members their heads said so.
    var left: Set<DeviceID> = []
    /// The greatest record of each item when the device merged last.
    var union: [RecordKey: SyncRecord] = [:]

    package var device: DeviceID { own.device }

    /// Whether another device publishes heads under this device's name, since the state was copied. It must not publish
    /// until it is another device.
    package var isCopied: Bool { memory.foreignHeads > 1 }

    /// Whether this device was removed.
    package var isRemoved: Bool { memory.removed[device] != nil }

    /// The devices whose heads count.
    package var members: Set<DeviceID> { entitled.subtracting(memory.removed.keys) }

    /// The heads whose maps count.
    var sources: [SyncHead] {
        let counted = members.union(memory.adopting)
        return [own] + held.values.filter { counted.contains($0.device) }
    }

    /// The devices that were added by a device entitled to it, whether or not they were removed since.
    private var entitled: Set<DeviceID> {
        var found: Set<DeviceID> = [first]
        var waiting = [first] + recovery
        while let sponsor = waiting.popLast() {
            for (device, sequence) in added[sponsor] ?? [:]
            where sequence <= memory.removed[sponsor] ?? .max && found.insert(device).inserted {
                waiting.append(device)
            }
        }
        return found
    }

    /// Returns the sequence of a device's head that was accepted; 0 for none.
    func sequence(of member: DeviceID) -> UInt64 {
        member == device ? own.sequence : held[member]?.sequence ?? 0
    }

    /// Removes a member with the next head.
    package mutating func remove(_ member: DeviceID) {
        note(removed: [member: sequence(of: member)])
    }

    /// Learns who was added and removed, before any head is accepted.
    ///
    /// An addition counts in any head, because its sponsor signed it; a removal only in a member's head.
    package mutating func learn(from heads: [DeviceID: SyncHead]) {
        for (sponsor, devices) in heads.values.flatMap(\.added) {
            added[sponsor, default: [:]].merge(devices) { min($0, $1) }
        }
        var former = memory.removed
        repeat {
            former = memory.removed
            for member in members {
                guard let head = heads[member], head.sequence >= sequence(of: member) else {
                    continue
                }
                note(removed: head.removed)
                left.formUnion(head.left)
                if head.removed[member] == head.sequence { left.insert(member) }
            }
        } while memory.removed != former
        // A device that another member removed can't leave any more.
        for head in heads.values where members.contains(head.device) {
            left.subtract(Set(head.removed.keys).subtracting(head.left))
        }
    }

    /// Records removed devices, and those whose sponsor no longer counts.
    mutating func note(removed new: [DeviceID: UInt64]) {
        // The sponsor of a device may have been removed after the device's head was accepted.
        let former = members.union(held.keys.filter { memory.removed[$0] == nil }).union([device])
        memory.removed.merge(new) { min($0, $1) }
        for device in former.subtracting(entitled) where memory.removed[device] == nil {
            memory.removed[device] = sequence(of: device)
        }
        memory.adopting.formUnion(former.subtracting(members).filter { held[$0] != nil })
    }
}
