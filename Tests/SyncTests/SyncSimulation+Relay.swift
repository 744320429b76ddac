// SPDX-License-Identifier: Apache-2.0
@testable import SwiftKeychainSync

// What arrives, and merges.

extension SyncSimulation {
    /// Lets some more heads of one device arrive at another.
    mutating func deliver(to index: Int) {
        let writer = devices[number(0...devices.count - 1)].id
        let count = streams[writer]?.count ?? 0
        let arrived = devices[index].arrived[writer] ?? 0
        if arrived < count {
            devices[index].arrived[writer] = number(arrived...count)
        } else if count > 0, rare(20) {
            // An older state of the relay.
            devices[index].arrived[writer] = number(1...count)
        }
    }

    func heads(for index: Int) -> [DeviceID: SyncHead] {
        var heads: [DeviceID: SyncHead] = [:]
        for (writer, stream) in streams where writer != devices[index].id {
            let arrived = devices[index].arrived[writer] ?? 0
            if arrived > 0 { heads[writer] = stream[arrived - 1] }
        }
        // The relay compares the own head before it takes the next.
        heads[devices[index].id] = streams[devices[index].id]?.last
        return heads
    }

    /// Merges, and publishes what is new.
    ///
    /// - Parameter publishes: false if the relay takes nothing.
    /// - Returns: whether anything changed.
    @discardableResult
    mutating func merge(
        _ index: Int, acknowledges: Bool = false, leaves: Bool = false, publishes: Bool = true
    ) -> Bool {
        let device = devices[index]
        let merge = Merge(
            device.disk.restarted(isLocked: device.isLocked), heads: heads(for: index),
            rows: device.disk.rows,
            isLocked: device.isLocked,
            now: time, leastAge: leastAge)
        switch merge.outcome {
        case .merged: break
        case .postponed: return false
        case .copied, .removed:
            devices[index].isOut = true
            devices[index].disk.state = merge.state
            say("\(time) \(index) is \(merge.outcome)")
            if merge.outcome == .copied { joinAnew(index) }
            return merge.outcome == .copied
        }
        devices[index].disk.unlocked =
            device.isLocked ? device.disk.unlocked ?? device.disk.heads : nil
        devices[index].disk.state = merge.state
        checkWhatVanishes(index, merge)
        reached.merge(merge.state.held.mapValues(\.sequence)) { max($0, $1) }
        for content in devices[index].apply(merge.changes, merge.unseen) { end(content, by: index) }
        beaten.formUnion(devices[index].disk.setAside)
        if !merge.changes.isEmpty { say("\(time) \(index) merges: \(describe(merge.changes))") }
        if !publishes { return false }
        if merge.hasNews || acknowledges || leaves || chance(30),
            let (head, state) = merge.next(leaves: leaves)
        {
            devices[index].disk.state = state
            streams[device.id, default: []].append(head)
            say("\(time) \(index) publishes \(head.sequence) seen \(head.seen.values.sorted())")
        }
        return merge.hasNews || !merge.changes.isEmpty
    }

    func describe(_ changes: [RecordKey: RowChange]) -> String {
        changes.map { key, change in
            switch change {
            case .take(let record, let setsAside):
                "\(key.bytes) takes \(SimulatedDevice.content(record.contents) ?? 0)\(setsAside ? " sets aside" : "")"
            case .confirm: "\(key.bytes) confirms"
            case .send(let record):
                "\(key.bytes) sends \(record.state) \(SimulatedDevice.content(record.contents) ?? 0) v\(record.version.milliseconds).\(record.version.count)"
            case .delete(let setsAside): "\(key.bytes) deleted\(setsAside ? " sets aside" : "")"
            case .release: "\(key.bytes) released"
            }
        }.sorted().joined(separator: ", ")
    }
}
