// SPDX-License-Identifier: Apache-2.0
extension SyncState {
    /// Accepts heads of members: the greatest set that is causally closed.
    ///
    /// A head counts only if the set has each head of a member that its writer had seen, or a later one; otherwise the head
    /// that was accepted before counts. So nothing is concluded from a map without what its writer knew.
    mutating func accept(_ heads: [DeviceID: SyncHead]) {
        let members = members
        var newer = heads.filter { member, head in
            member != device && (members.contains(member) || isLast(head))
                && head.sequence > sequence(of: member)
        }
        var isClosed = false
        while !isClosed {
            isClosed = true
            for (member, head) in newer {
                let hasAll = head.seen.allSatisfy { other, sequence in
                    !members.contains(other)
                        || (newer[other]?.sequence ?? self.sequence(of: other)) >= sequence
                }
                if hasAll { continue }
                newer[member] = nil
                isClosed = false
            }
        }
        held.merge(newer) { $1 }
        memory.adopting.formUnion(newer.values.filter(isLast).map(\.device))
    }

    /// Returns the members of whom heads are missing that other members had seen, so that those members' heads don't count.
    func missing(for heads: [DeviceID: SyncHead]) -> Set<DeviceID> {
        let members = members
        var missing: Set<DeviceID> = []
        for (member, head) in heads
        where members.contains(member) && head.sequence > sequence(of: member) {
            for (other, sequence) in head.seen where members.contains(other) {
                let known = max(heads[other]?.sequence ?? 0, self.sequence(of: other))
                if sequence > known { missing.insert(other) }
            }
        }
        return missing
    }

    /// Returns whether a head is the last one of a device that left: what it says still counts. A device that others removed
    /// could say it of itself later.
    private func isLast(_ head: SyncHead) -> Bool {
        head.removed[head.device] == head.sequence && memory.removed[head.device] == head.sequence
            && left.contains(head.device)
    }

    /// The devices that left and whose last heads haven't been accepted yet: what they say isn't in the own map.
    var awaited: Set<DeviceID> { left.filter { sequence(of: $0) < memory.removed[$0] ?? 0 } }

    /// The devices that left and whose last heads aren't in the own map yet. The own head names only these: whoever reads
    /// such a head later would bring back what was deleted since.
    var leaving: Set<DeviceID> { left.intersection(awaited.union(memory.adopting)) }

    /// Whether a record that is nowhere may still come: a member has accepted heads of a removed device that this one
    /// lacks, and hasn't yet put what they say into its own map; or those of a device that is no member here; or this device
    /// had accepted heads that it lacks since it was put back; or it is new, and lacks the head by which a member added it, or
    /// all heads.
    var isUnsettled: Bool {
        let members = members
        let isNew = added.contains { sponsor, devices in
            members.contains(sponsor) && sequence(of: sponsor) < devices[device] ?? 0
        }
        if isNew || held.isEmpty && members.count > 1 { return true }
        let isWaiting = held.contains { member, head in
            let others = head.seen.filter { !members.contains($0.key) }
            return members.contains(member) && others.contains { $1 > sequence(of: $0) }
        }
        return isWaiting
            || own.seen.contains { other, sequence in
                members.contains(other) && sequence > self.sequence(of: other)
            }
    }

    /// Returns whether the relay's head of this device isn't from this state: the state was put back, or is used twice.
    func isForeign(_ head: SyncHead) -> Bool { head.sequence >= own.sequence && head != own }

    /// Takes the relay's head of this device in place of the own one, but only once: a second one means that another
    /// device has this one's name. So does one by which that device left.
    mutating func adopt(foreign head: SyncHead) {
        memory.foreignHeads += head.removed[device] == nil ? 1 : 2
        if isCopied { return }
        own = head
        // Whoever saw a version of this device takes each lower one for seen: what it writes from now on is above them.
        memory.floor = head.records.values.map(\.version.milliseconds).reduce(memory.floor, max)
        memory.removed.merge(head.removed) { min($0, $1) }
        for (device, last) in head.removed where head.seen[device] == nil {
            // Its map has what the removed device said last; a record that it lacks was deleted since.
            memory.adopting.remove(device)
            held[device]?.sequence = last
        }
    }
}
