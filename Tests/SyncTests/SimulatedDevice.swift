// SPDX-License-Identifier: Apache-2.0
@testable import SwiftKeychainSync

/// A device of the simulation: its store, what it sees of the relay, and its clock.
struct SimulatedDevice {
    /// What a disk holds.
    struct Disk {
        var state: SyncState
        /// The heads that were merged when the device was unlocked last; nil if it was when it merged last.
        var unlocked: [SyncHead]?
        var rows: [RecordKey: SyncRow] = [:]
        var setAside: Set<Content> = []

        var heads: [SyncHead] { [state.own] + state.held.values }

        /// Returns the state as it is after a restart. A locked device can't read all that it knew.
        func restarted(isLocked: Bool) -> SyncState {
            state.restarted(isLocked ? [] : unlocked ?? heads)
        }
    }

    typealias Content = UInt32

    var disk: Disk
    /// How many heads of each device have arrived.
    var arrived: [DeviceID: Int] = [:]
    /// The error of the clock, in milliseconds.
    var clockError: Int64 = 0
    var isLocked = false
    /// Until when the device is off; nil for one that never returns.
    var offUntil: UInt64? = 0
    /// Whether the device is no member any more.
    var isOut = false
    /// Contents of rows that vanished.
    var lost: [RecordKey: Content] = [:]
    private(set) var revision: UInt64 = 0

    init(_ state: SyncState) { disk = Disk(state: state) }

    var id: DeviceID { disk.state.device }

    func isOn(_ time: UInt64) -> Bool { !isOut && offUntil.map { $0 <= time } ?? false }

    func clock(_ time: UInt64) -> UInt64 { UInt64(max(0, Int64(time) + clockError)) }

    mutating func nextRevision() -> UInt64 {
        revision += 1
        return revision
    }

    /// Takes over the rows of a device that ceased to be a member, with what they know of the circle.
    mutating func takeRows(of former: SimulatedDevice) {
        (disk.rows, disk.setAside) = (former.disk.rows, former.disk.setAside)
        (lost, revision, clockError) = (former.lost, former.revision, former.clockError)
    }

    func content(_ key: RecordKey) -> Content? {
        disk.rows[key].flatMap { Self.content($0.contents) }
    }

    static func content(_ bytes: [UInt8]) -> Content? {
        bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : nil
    }

    static func bytes(_ content: Content) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: content >> $0) }
    }

    /// Applies what a merge says of the rows.
    ///
    /// - Returns: the contents that stay here as items of their own.
    mutating func apply(
        _ changes: [RecordKey: RowChange], _ unseen: [RecordKey: SyncRecord]
    ) -> [Content] {
        var kept: [Content] = []
        disk.setAside.formUnion(unseen.values.compactMap { Self.content($0.contents) })
        for (key, change) in changes {
            let present = content(key)
            switch change {
            case .take(let record, let setsAside):
                if setsAside, let present { disk.setAside.insert(present) }
                let revision = nextRevision()
                disk.rows[key] = SyncRow(
                    state: .live, base: SyncRow.Base(record, revision: revision),
                    revision: revision,
                    modified: record.version.milliseconds, contents: record.contents,
                    needsUnlock: record.needsUnlock)
            case .confirm(let record):
                disk.rows[key]!.state = .live
                disk.rows[key]!.base = SyncRow.Base(record, revision: disk.rows[key]!.revision)
            case .send(let record):
                switch disk.rows[key]!.state {
                case .deleted: disk.rows[key] = nil
                case .released:
                    disk.rows[key]!.state = .unsynchronized
                    disk.rows[key]!.base = nil
                default:
                    disk.rows[key]!.base = SyncRow.Base(record, revision: disk.rows[key]!.revision)
                }
            case .delete(let setsAside):
                if setsAside, let present { disk.setAside.insert(present) }
                disk.rows[key] = nil
            case .release:
                if let present { kept.append(present) }
                disk.rows[key]!.state = .unsynchronized
                disk.rows[key]!.base = nil
            }
        }
        return kept
    }
}
