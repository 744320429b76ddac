// SPDX-License-Identifier: Apache-2.0
@testable import SwiftKeychainSync

// Devices that come and go, and their disks.

extension SyncSimulation {
    /// - Parameter rows: the device whose rows the new one has.
    mutating func join(sponsor: Int, former: SyncState? = nil, rows: SimulatedDevice? = nil) {
        merge(sponsor)
        guard !devices[sponsor].isOut else { return }
        let id = nextID()
        devices[sponsor].disk.state.add(id)
        let state = devices[sponsor].disk.state
        var joined = SyncState(id, first: state.first, former: former)
        (joined.added, joined.left) = (state.added, state.left)
        joined.memory.removed = state.memory.removed
        devices.append(SimulatedDevice(joined))
        let index = devices.count - 1
        devices[index].clockError = clockError()
        if let rows { devices[index].takeRows(of: rows) }
        say("\(time) \(sponsor) adds \(index)")
        merge(sponsor, acknowledges: true)
        if rows == nil { for _ in 0..<number(0...2) { change(index) } }
    }

    /// Adds a device again that noticed that another one has its name. Its items become new ones.
    mutating func joinAnew(_ index: Int) {
        let sponsor = devices.indices.first {
            $0 != index && devices[$0].isOn(time) && devices[$0].id != devices[index].id
        }
        guard let sponsor else { return }
        // What the head says that it may not take any more.
        for (place, record) in streams[devices[index].id]?.last?.records ?? [:] {
            let content = SimulatedDevice.content(record.contents)
            if let content, content != devices[index].content(place.key) { excused.insert(content) }
        }
        join(sponsor: sponsor, former: devices[index].disk.state)
        guard !devices[sponsor].isOut, let joined = devices.indices.last else { return }
        for (key, row) in devices[index].disk.rows where row.state == .live {
            var row = row
            row.base = nil
            row.revision = devices[joined].nextRevision()
            end(devices[joined].content(key), by: joined)
            devices[joined].disk.rows[key] = row
            if let content = SimulatedDevice.content(row.contents) { remade.insert(content) }
        }
        devices[joined].disk.setAside = devices[index].disk.setAside
        replaced[index] = joined
    }

    /// Has a device join again that left or was removed, or that forgets the circle now, with the rows that it kept.
    mutating func joinAgain(_ index: Int) {
        let id = devices[index].id
        let sponsor = devices.indices.filter {
            $0 != index && devices[$0].isOn(time) && devices[$0].id != id
        }.randomElement(using: &random)
        guard let sponsor, devices.count < 2 * mostDevices, replaced[index] == nil,
            !devices[index].isLocked, !devices[index].disk.state.isCopied,
            // A copy would go on under its name.
            !devices.indices.contains(where: { $0 != index && devices[$0].id == id })
        else { return }
        if !devices[index].isOut {
            // What it makes last never reaches the relay.
            merge(index, publishes: false)
            guard !devices[index].disk.state.isCopied else { return }
            devices[index].isOut = true
            if chance(70) { devices[sponsor].disk.state.remove(id) }
        }
        let former = devices[index]
        join(sponsor: sponsor, former: former.disk.state, rows: former)
        guard let joined = devices.indices.last, joined > index, devices[joined].id != former.id,
            devices[joined].disk.state.memory.names.contains(id)
        else { return }
        say("\(time) \(index) joins again as \(joined)")
        replaced[index] = joined
        // What it had no more was replaced by what it had taken, also from devices that were removed.
        let present = former.disk.rows.values.compactMap { SimulatedDevice.content($0.contents) }
        for (content, maker) in makers where maker == index {
            makers[content] = joined
            if !present.contains(content) { excused.insert(content) }
        }
        // Deletions that reached nobody are lost; other changes are in its rows.
        for (content, all) in ends {
            for end in all where end.device == index && reached[id] ?? 0 < end.sequence {
                if end.isDeletion { remade.insert(content) }
                ends[content]!.append(End(device: joined, sequence: 1, isDeletion: false))
            }
        }
    }

    /// Starts a second device with the disk of one.
    mutating func copy(_ index: Int) {
        say("\(time) \(index) is copied to \(devices.count)")
        for row in devices[index].disk.rows.values where row.isDirty {
            if let content = SimulatedDevice.content(row.contents) { remade.insert(content) }
        }
        devices.append(devices[index])
    }

    mutating func remove(by index: Int) {
        guard !devices[index].isLocked else { return }
        let members = devices[index].disk.state.members
        let others = devices.indices.filter {
            devices[$0].id != devices[index].id && members.contains(devices[$0].id)
        }
        guard others.count > 1 || chance(20), let other = others.randomElement(using: &random)
        else { return }
        say("\(time) \(index) removes \(other)")
        devices[index].disk.state.remove(devices[other].id)
        merge(index, acknowledges: true)
    }

    /// Has a device leave, with a last head.
    mutating func leave(_ index: Int) {
        guard !devices[index].isLocked, devices[index].disk.state.members.count > 1,
            // A copy would go on under its name.
            !devices.indices.contains(where: { $0 != index && devices[$0].id == devices[index].id })
        else { return }
        merge(index, leaves: true)
        guard !devices[index].isOut else { return }
        devices[index].isOut = true
        hasLeft.insert(index)
        say("\(time) \(index) leaves")
    }

    /// Keeps a copy of the disk, or puts one back, whole or as an archive.
    mutating func useDisk(_ index: Int) {
        guard chance(50),
            let kept = disks.filter({ $0.device == index }).randomElement(using: &random)
        else {
            disks.append((index, devices[index].disk, lastContent))
            return
        }
        if chance(50) {
            say("\(time) \(index) restores an archive")
            for (key, row) in kept.disk.rows where row.state == .live {
                if devices[index].isLocked,
                    row.needsUnlock || devices[index].disk.rows[key]?.needsUnlock == true
                {
                    continue
                }
                let content = SimulatedDevice.content(row.contents)!
                if devices[index].content(key) != content {
                    end(devices[index].content(key), by: index)
                }
                remade.insert(content)
                write(index, key, .live, base: nil, needsUnlock: row.needsUnlock, content: content)
                devices[index].disk.rows[key]!.modified = row.modified
            }
            return
        }
        say("\(time) \(index) has an old disk")
        // What was made since then is lost where it wasn't published, and so are deletions.
        let heads = streams[devices[index].id] ?? []
        let published = Set(
            heads.flatMap(\.records.values).compactMap { SimulatedDevice.content($0.contents) })
        for (content, maker) in makers where maker == index && content > kept.madeBefore {
            if !published.contains(content) { excused.insert(content) }
        }
        for content in devices[index].disk.setAside where !kept.disk.setAside.contains(content) {
            excused.insert(content)
        }
        for (content, all) in ends where all.contains(where: { $0.device == index }) {
            remade.insert(content)
        }
        for row in kept.disk.rows.values where row.isDirty {
            if let content = SimulatedDevice.content(row.contents) { remade.insert(content) }
        }
        devices[index].disk = kept.disk
    }
}
