// SPDX-License-Identifier: Apache-2.0
@testable import SwiftKeychainSync

// Changes by programs.

extension SyncSimulation {
    mutating func key() -> RecordKey { RecordKey([UInt8(number(0...4))]) }

    mutating func make(_ index: Int) -> Content {
        lastContent += 1
        makers[lastContent] = index
        return lastContent
    }

    mutating func end(_ content: Content?, by index: Int, isDeletion: Bool = false) {
        guard let content else { return }
        let sequence = devices[index].disk.state.own.sequence + 1
        ends[content, default: []].append(
            End(device: index, sequence: sequence, isDeletion: isDeletion))
    }

    mutating func write(
        _ index: Int, _ key: RecordKey, _ state: SyncRow.State, base: SyncRow.Base?,
        needsUnlock: Bool,
        content: Content? = nil
    ) {
        let content = content ?? make(index)
        let revision = devices[index].nextRevision()
        devices[index].disk.rows[key] = SyncRow(
            state: state, base: base, revision: revision, modified: devices[index].clock(time),
            contents: SimulatedDevice.bytes(content), needsUnlock: needsUnlock)
        say("\(time) \(index) writes \(key.bytes) = \(content) \(state)")
    }

    mutating func delete(_ index: Int, _ key: RecordKey) {
        var row = devices[index].disk.rows[key]!
        end(devices[index].content(key), by: index, isDeletion: true)
        say("\(time) \(index) deletes \(key.bytes) = \(devices[index].content(key) ?? 0)")
        row.state = .deleted
        row.contents = []
        row.revision = devices[index].nextRevision()
        row.modified = devices[index].clock(time)
        devices[index].disk.rows[key] = row
    }

    mutating func change(_ index: Int) {
        let key = key()
        let row = devices[index].disk.rows[key]
        let isLocked = devices[index].isLocked
        let needsUnlock = !isLocked && chance(40)
        if let row, isLocked, row.needsUnlock { return }
        switch row?.state {
        case nil:
            // Who makes an item again that was lost here knew it, or finds it in the quarantine.
            end(devices[index].lost.removeValue(forKey: key), by: index)
            write(index, key, .live, base: nil, needsUnlock: needsUnlock)
        case .deleted:
            write(index, key, .live, base: row!.base, needsUnlock: needsUnlock)
        case .unsynchronized:
            if chance(30) { write(index, key, .live, base: nil, needsUnlock: row!.needsUnlock) }
        case .released: break
        case .live:
            let row = row!
            switch number(0...99) {
            case ..<50:
                end(devices[index].content(key), by: index)
                let mayChange = chance(10) && !isLocked
                write(
                    index, key, .live, base: row.base,
                    needsUnlock: mayChange ? !row.needsUnlock : row.needsUnlock)
            case ..<80: delete(index, key)
            case ..<88:
                // A changed primary key: a tombstone for the old one, and a row that was never synchronized.
                let other = self.key()
                let former = devices[index].disk.rows[other]
                guard former == nil || former?.state == .deleted else { return }
                end(devices[index].content(key), by: index)
                delete(index, key)
                write(index, other, .live, base: former?.base, needsUnlock: row.needsUnlock)
            case ..<94:
                end(devices[index].content(key), by: index)
                devices[index].disk.rows[key]!.state = .released
                devices[index].disk.rows[key]!.revision = devices[index].nextRevision()
                devices[index].disk.rows[key]!.modified = devices[index].clock(time)
                say("\(time) \(index) releases \(key.bytes)")
            default:
                // Quarantined, or deleted by a build that knows no tombstones. Only its maker would set it aside.
                if let content = devices[index].content(key),
                    row.isDirty || makers[content] == index
                {
                    excused.insert(content)
                }
                // A deletion before the lost change may be lost with it.
                if row.isDirty {
                    remade.formUnion(ends.filter { $1.contains { $0.device == index } }.keys)
                }
                devices[index].lost[key] = devices[index].content(key)
                devices[index].disk.rows[key] = nil
                say("\(time) \(index) loses \(key.bytes)")
            }
        }
    }
}
