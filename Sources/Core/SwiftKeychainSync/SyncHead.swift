// SPDX-License-Identifier: Apache-2.0
/// The newest of what a device says: its map of records, and what it has seen of the others.
package struct SyncHead: Equatable, Sendable {
    package let device: DeviceID
    /// 1 for the first head of the device, and one more for each further one.
    package var sequence: UInt64
    /// The sequence of the head that the writer had accepted of each other member, and of removed devices whose records
    /// it hasn't taken over yet.
    package var seen: [DeviceID: UInt64]
    /// Who added whom, as far as the writer knows, and the sequence of the sponsor's head that said so first. Each head has
    /// all of it: heads of a sponsor that was removed since may never reach another member.
    package var added: [DeviceID: [DeviceID: UInt64]]
    /// The devices that are no members any more as far as the writer knows, and the last sequence of each that counts.
    package var removed: [DeviceID: UInt64]
    /// Those of them that left by themselves, as far as the writer knows, and whose last records it hasn't taken over yet.
    package var left: Set<DeviceID>
    /// The floor of the writer: ``SyncState/Memory/floor``.
    package var floor: UInt64
    package var records: [Place: SyncRecord]

    /// The place of a record. A locked device that writes one can't see whether its own map has another of the item that
    /// needs the device to be unlocked, so that a map may have two.
    package struct Place: Hashable, Sendable {
        package let key: RecordKey
        package let needsUnlock: Bool

        package init(key: RecordKey, needsUnlock: Bool) {
            (self.key, self.needsUnlock) = (key, needsUnlock)
        }
    }

    package init(_ device: DeviceID) {
        self.device = device
        (sequence, floor) = (0, 0)
        (seen, added, removed, left, records) = ([:], [:], [:], [], [:])
    }

    /// Returns the records of an item, at most one of each kind.
    func records(of key: RecordKey) -> [SyncRecord] {
        [false, true].compactMap { records[Place(key: key, needsUnlock: $0)] }
    }

    /// Puts a record into the map.
    package mutating func put(_ record: SyncRecord, for key: RecordKey) {
        records[Place(key: key, needsUnlock: record.needsUnlock)] = record
    }
}
