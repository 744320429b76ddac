// SPDX-License-Identifier: Apache-2.0
extension Merge {
    mutating func publish() {
        if !isLocked { adopt() }
        let members = state.members
        let others = state.held.values.filter { members.contains($0.device) }
        drop(for: others)
        if !isLocked { dropDeletions(others) }
        hasNews =
            hasNews || wasPutBack || state.own.removed != state.memory.removed
            || state.own.added != state.added || state.own.left != state.leaving
        if !isLocked {
            let unreadable = union.values.filter(\.needsUnlock)
            state.memory.lockedFloor = unreadable.map(\.version.milliseconds).max() ?? 0
        }
        state.union = isLocked ? former.merging(union) { $0.version > $1.version ? $0 : $1 } : union
    }

    /// Takes the records of removed devices that no other map has into the own map.
    private mutating func adopt() {
        for device in state.memory.adopting {
            for (place, record) in state.held[device]?.records ?? [:]
            where union[place.key] == record && state.own.records[place] != record {
                state.own.records[place] = record
                hasNews = true
            }
        }
        state.memory.adopting = []
    }

    /// Drops own records of which a greater one is there, or the same in the map of a device with a smaller name.
    private mutating func drop(for others: [SyncHead]) {
        for (place, record) in state.own.records where isReadable(record) {
            let isSuperseded = (others + [state.own]).contains { other in
                other.records(of: place.key).filter(isReadable).contains { theirs in
                    theirs.version > record.version
                        || theirs.version == record.version && other.device < state.device
                }
            }
            if !isSuperseded { continue }
            state.own.records[place] = nil
            hasNews = true
        }
    }

    /// Drops own deletions that are old, and that no device can contradict any more.
    private mutating func dropDeletions(_ others: [SyncHead]) {
        for (place, record) in state.own.records where record.state != .live {
            let key = place.key
            guard others.allSatisfy({ $0.records(of: key).isEmpty }) else {
                state.memory.alone[key] = nil
                continue
            }
            guard let lone = state.memory.alone[key] else {
                var heads = Dictionary(
                    uniqueKeysWithValues: others.map { ($0.device, $0.sequence) })
                // The first head that has the deletion may still have to be published.
                heads[state.device] = state.own.sequence + 1
                state.memory.alone[key] = SyncState.LoneDeletion(since: now, heads: heads)
                continue
            }
            guard now >= lone.since + leastAge, isStable(lone, others) else { continue }
            state.own.records[place] = nil
            state.memory.alone[key] = nil
            union[key] = nil
            state.memory.floor = max(state.memory.floor, record.version.milliseconds)
            hasNews = true
        }
        state.memory.alone = state.memory.alone.filter { !state.own.records(of: $0.key).isEmpty }
    }

    /// Returns whether every other member has seen the heads of that time, and taken over the records of each removed
    /// device.
    private func isStable(_ lone: SyncState.LoneDeletion, _ others: [SyncHead]) -> Bool {
        guard others.count + 1 == state.members.count else { return false }
        let removed = state.memory.removed
        return others.allSatisfy { other in
            removed.keys.allSatisfy { other.removed[$0] != nil && other.seen[$0] == nil }
                && lone.heads.allSatisfy { device, sequence in
                    device == other.device || removed[device] != nil
                        || other.seen[device] ?? 0 >= sequence
                }
        }
    }

    /// Returns the head to publish next, and the state after it; nil if nothing was merged.
    ///
    /// - Parameter leaves: makes it the last one of this device, which says so.
    package func next(leaves: Bool = false) -> (head: SyncHead, state: SyncState)? {
        guard outcome == .merged else { return nil }
        var next = state
        next.own.sequence += 1
        next.own.added = state.added
        next.own.removed = state.memory.removed
        next.own.left = state.leaving
        if leaves { next.own.removed[state.device] = next.own.sequence }
        next.own.floor = state.memory.floor
        let counted = state.members.union(state.memory.adopting).union(state.awaited)
        next.own.seen = state.held.mapValues(\.sequence).merging(state.own.seen) { max($0, $1) }
            .filter { counted.contains($0.key) }
        return (next.own, next)
    }
}
