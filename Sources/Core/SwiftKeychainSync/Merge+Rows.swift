// SPDX-License-Identifier: Apache-2.0
extension Merge {
    /// Decides how the row and the own record of an item change.
    mutating func decide(_ key: RecordKey) {
        let record = union[key]
        if wasPutBack, let record, let own = own(key, replacedBy: record),
            rows[key]?.base?.version != own.version
        {
            unseen[key] = own
        }
        guard let row = rows[key] else {
            if let record, record.state == .live { changes[key] = .take(record, setsAside: false) }
            return
        }
        // Neither the row nor a newer record of its class can be read.
        if isLocked, row.needsUnlock { return }
        if row.state == .unsynchronized {
            if let record, record.state == .live {
                let isEqual = record.contents == row.contents
                changes[key] = isEqual ? .confirm(record) : .take(record, setsAside: true)
            }
        } else if row.isDirty {
            decide(key, changed: row, record)
        } else {
            decide(key, unchanged: row, record)
        }
    }

    private mutating func decide(_ key: RecordKey, unchanged row: SyncRow, _ record: SyncRecord?) {
        guard let base = row.base else { return }
        // Only the device that wrote a version sets it aside.
        let isOwn = state.memory.names.contains(base.version.device)
        guard let record, record.version >= base.version else {
            if isUnsettled { return }
            if row.state == .live, record != nil || wasNeverDeleted(base) {
                publish(key, row, base)
            } else {
                // The deletion was seen by everyone, and its record dropped; or it was that of another version.
                let isKnown = former[key].map { $0.version >= base.version } ?? false
                changes[key] = .delete(setsAside: !isKnown || wasPutBack && isOwn)
            }
            return
        }
        if record.version == base.version { return }
        if record.state == .released {
            changes[key] = .release
            return
        }
        changes[key] = change(to: record, setsAside: isOwn && !record.hasSeen(base.version))
    }

    private mutating func decide(_ key: RecordKey, changed row: SyncRow, _ record: SyncRecord?) {
        let base = row.base?.version ?? knownVersion(key)
        guard let record else {
            let isGone = !isUnsettled && row.base.map { !wasNeverDeleted($0) } ?? true
            if row.state == .released, base == nil || isGone {
                changes[key] = .release
            } else if row.base != nil, isGone {
                // A deletion won, and its record was dropped.
                changes[key] = .delete(setsAside: row.state == .live)
            } else if row.state == .deleted, base == nil {
                changes[key] = .delete(setsAside: false)
            } else {
                send(key, row, replacing: base)
            }
            return
        }
        if record.state == .live, row.state == .live, record.contents == row.contents {
            changes[key] = .confirm(record)
            return
        }
        if row.state == .deleted, record.state == .deleted,
            base ?? record.version <= record.version
        {
            changes[key] = .delete(setsAside: false)
            return
        }
        if base == nil {
            if row.state == .deleted {
                // It was made and deleted here, and never was the item of the record.
                changes[key] = change(to: record, setsAside: false)
                return
            }
            if row.state == .live, record.state != .live {
                // An item that is made anew, whose maker never saw the deletion.
                send(key, row, replacing: record.version)
                return
            }
        }
        let version = version(of: row, replacing: base)
        if version > record.version {
            send(key, row, replacing: base)
        } else if record.state == .released {
            changes[key] = .release
        } else {
            changes[key] = change(to: record, setsAside: row.state == .live)
        }
    }

    /// Returns whether the version from which a row comes was never deleted. The floor is at least as high as every deletion
    /// whose record was dropped.
    private func wasNeverDeleted(_ base: SyncRow.Base) -> Bool {
        base.version.milliseconds > state.memory.floor
    }

    private func change(to record: SyncRecord, setsAside: Bool) -> RowChange {
        record.state == .live
            ? .take(record, setsAside: setsAside) : .delete(setsAside: setsAside)
    }

    /// Returns the version that a row without a base replaces: that of the last merge, if the item still has a record or may
    /// get one. Whoever changed the row needn't have seen it.
    private func knownVersion(_ key: RecordKey) -> RecordVersion? {
        union[key] != nil || isUnsettled ? former[key]?.version : nil
    }

    /// Returns the version of a changed row: greater than what it replaces, whatever the clocks say, if there is one.
    private func version(of row: SyncRow, replacing former: RecordVersion?) -> RecordVersion {
        let memory = state.memory
        let floor = isLocked ? max(memory.floor, memory.lockedFloor) : memory.floor
        let milliseconds = min(max(row.modified, floor + 1), RecordVersion.greatest)
        guard let former, former.milliseconds >= milliseconds else {
            return RecordVersion(milliseconds: milliseconds, count: 0, device: state.device)
        }
        return RecordVersion(
            milliseconds: former.milliseconds, count: min(former.count + 1, RecordVersion.greatest),
            device: state.device)
    }

    private mutating func send(_ key: RecordKey, _ row: SyncRow, replacing former: RecordVersion?) {
        let states: [SyncRow.State: SyncRecord.State] = [.deleted: .deleted, .released: .released]
        let state = states[row.state] ?? .live
        let record = SyncRecord(
            version: version(of: row, replacing: former), saw: row.base?.history ?? [:],
            state: state,
            contents: state == .live ? row.contents : [], needsUnlock: row.needsUnlock)
        changes[key] = .send(record)
        unseen[key] = own(key, replacedBy: record)
        self.state.own.put(record, for: key)
        union[key] = record
        hasNews = true
    }

    /// Puts the record that an unchanged row had into the own map, since it is in no map any more. It keeps its version: a
    /// change that followed it, and may still come, is greater.
    private mutating func publish(_ key: RecordKey, _ row: SyncRow, _ base: SyncRow.Base) {
        let record = SyncRecord(
            version: base.version, saw: base.saw, state: .live, contents: row.contents,
            needsUnlock: row.needsUnlock)
        changes[key] = .send(record)
        state.own.put(record, for: key)
        union[key] = record
        hasNews = true
    }

    /// Returns the record of this device that another one replaces unseen; nil if there is none.
    private func own(_ key: RecordKey, replacedBy record: SyncRecord) -> SyncRecord? {
        let own = state.own.records(of: key).filter { isReadable($0) && $0.state == .live }
        guard let former = own.max(by: { $0.version < $1.version }) ?? union[key],
            former.state == .live, former.contents != record.contents,
            !record.hasSeen(former.version), state.memory.names.contains(former.version.device)
        else { return nil }
        return former
    }
}
