// SPDX-License-Identifier: Apache-2.0
@testable import SwiftKeychainSync

// What must hold when all devices are together.

extension SyncSimulation {
    /// Checks that no unchanged row vanishes, or goes back to a lower version, because something is only absent.
    mutating func checkWhatVanishes(_ index: Int, _ merge: Merge) {
        for (key, change) in merge.changes {
            guard let row = devices[index].disk.rows[key], row.state == .live, !row.isDirty,
                let base = row.base, let content = devices[index].content(key)
            else { continue }
            let remains: RecordVersion?
            switch change {
            case .delete(setsAside: false): remains = merge.state.union[key]?.version
            case .take(let record, setsAside: false): remains = record.version
            case .delete, .take, .confirm, .send, .release: continue
            }
            if let remains, remains > base.version { continue }
            // A device that was removed sets nothing aside.
            if makers[content].map({ devices[$0].isOut || isRemoved($0) }) ?? true { continue }
            if ends[content] != nil || beaten.contains(content) || excused.contains(content) {
                continue
            }
            faults.append("content \(content) vanishes from device \(index) for nothing")
        }
    }

    /// Whether some device knows that another was removed.
    func isRemoved(_ index: Int) -> Bool {
        devices.contains { $0.disk.state.memory.removed[devices[index].id] != nil }
    }

    mutating func finish() {
        let present = devices.indices.filter { !devices[$0].isOut && devices[$0].offUntil != nil }
        for index in present {
            devices[index].isLocked = false
            devices[index].offUntil = 0
        }
        settle(present, "after the last change")
        var rest = present.filter { !devices[$0].isOut }
        // Devices that removed each other without knowing may leave more than one circle.
        while let first = rest.first {
            let members = devices[first].disk.state.members
            let group = rest.filter { members.contains(devices[$0].id) }
            rest.removeAll(where: group.contains)
            check(group, isComplete: group.count == members.count)
        }
    }

    mutating func check(_ members: [Int], isComplete: Bool) {
        compare(members)
        account(members)
        guard isComplete, faults.isEmpty else { return }
        self.isComplete = true
        for _ in 0..<3 {
            time += leastAge + 1
            settle(members, "after \(leastAge) ms")
        }
        compare(members)
        for index in members {
            let kept = devices[index].disk.state.own.records.filter { $0.value.state != .live }
            if !kept.isEmpty {
                faults.append("device \(index) keeps \(kept.count) deletions for ever")
            }
        }
    }

    /// Lets everything arrive, until nothing changes any more.
    mutating func settle(_ present: [Int], _ moment: String) {
        var quiet = 0
        for _ in 0..<40 {
            var hasChanged = false
            for index in present where !devices[index].isOut {
                for (writer, stream) in streams { devices[index].arrived[writer] = stream.count }
                if merge(index, acknowledges: true) { hasChanged = true }
            }
            quiet = hasChanged ? 0 : quiet + 1
            if quiet == 3 { return }
        }
        faults.append("not settled \(moment)")
    }

    func live(_ index: Int) -> [RecordKey: Content] {
        devices[index].disk.rows.compactMapValues { row in
            row.state == .live ? SimulatedDevice.content(row.contents) : nil
        }
    }

    /// The items that a device keeps only until another one, which is off, has put into its own map what it knows of a
    /// removed one.
    func waiting(_ index: Int) -> Set<RecordKey> {
        let disk = devices[index].disk
        guard disk.state.isUnsettled else { return [] }
        let kept = disk.rows.filter { key, row in
            guard let base = row.base else { return false }
            return disk.state.union[key].map { $0.version < base.version } ?? true
        }
        return Set(kept.keys)
    }

    mutating func compare(_ members: [Int]) {
        let waiting = members.reduce(into: Set<RecordKey>()) { $0.formUnion(self.waiting($1)) }
        let expected = live(members[0]).filter { !waiting.contains($0.key) }
        for index in members.dropFirst() {
            if devices[index].disk.state.members != devices[members[0]].disk.state.members {
                faults.append("devices \(index) and \(members[0]) know other members")
            }
            let items = live(index).filter { !waiting.contains($0.key) }
            if items != expected {
                faults.append("device \(index) has \(items), device \(members[0]) \(expected)")
            }
        }
    }

    mutating func account(_ members: [Int]) {
        guard let first = members.first else { return }
        let live = members.reduce(into: Set(live(first).values)) {
            $0.formUnion(self.live($1).values)
        }
        // A copied device, and the copy of one that is still there, has what it set aside.
        let ids = Set(members.map { devices[$0].id })
        let holders = devices.indices.filter {
            ids.contains(devices[$0].id) || devices[$0].disk.state.isCopied || hasLeft.contains($0)
        }
        let kept = holders.reduce(into: Set<Content>()) { all, index in
            all.formUnion(devices[index].disk.setAside)
            all.formUnion(
                devices[index].disk.rows.values.compactMap { SimulatedDevice.content($0.contents) })
        }
        // What a device said that left counts, unless another one had removed it before.
        let removed = devices[first].disk.state.memory.removed
        let accountable =
            members
            + hasLeft.filter { index in
                removed[devices[index].id] == devices[index].disk.state.own.sequence
            }
        for (content, maker) in makers where accountable.contains(replaced[maker] ?? maker) {
            if live.contains(content) || kept.contains(content) || excused.contains(content) {
                continue
            }
            let counted = (ends[content] ?? []).contains { counts($0, accountable) }
            if !counted { faults.append("content \(content) of device \(maker) is lost") }
        }
        for content in live where !remade.contains(content) {
            let deleted = (ends[content] ?? []).first {
                $0.isDeletion && members.contains($0.device)
            }
            if let deleted {
                faults.append(
                    "content \(content) is back, which device \(deleted.device) had deleted")
            }
        }
    }

    /// Whether a change was made on a device that is still there or whose last head counts, or reached another one, which
    /// may have adopted it.
    func counts(_ end: End, _ accountable: [Int]) -> Bool {
        let id = devices[end.device].id
        let successors = devices.indices.filter { devices[$0].id == id }.map { replaced[$0] ?? $0 }
        if successors.contains(where: accountable.contains) { return true }
        return reached[id] ?? 0 >= end.sequence
    }
}
