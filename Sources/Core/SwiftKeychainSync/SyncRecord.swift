// SPDX-License-Identifier: Apache-2.0
/// The name of a device of a circle: 16 bytes, compared as a number.
package struct DeviceID: Hashable, Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// The length of a name, in bytes.
    package static let size = 16
    package static let zero = DeviceID(high: 0, low: 0)

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Reads 16 bytes; nil for another number of them.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(high: number(bytes.prefix(8)), low: number(bytes.dropFirst(8)))
    }

    /// The 16 bytes, the highest first.
    package var bytes: [UInt8] {
        [high, low].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
        }
    }

    package static func < (left: DeviceID, right: DeviceID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// The version of a record. Of two versions of one item the greater wins.
package struct RecordVersion: Hashable, Comparable, Sendable {
    /// The greatest number of milliseconds and of changes, far above any that a device comes to by itself. A member that is
    /// hostile may write it; others stay at it.
    package static let greatest: UInt64 = 1 << 53

    /// When the item was changed, in milliseconds since 2001, or more if it must follow another version.
    package let milliseconds: UInt64
    /// The number of changes whose version has these milliseconds.
    package let count: UInt64
    /// The device that made the change.
    package let device: DeviceID

    package init(milliseconds: UInt64, count: UInt64, device: DeviceID) {
        (self.milliseconds, self.count, self.device) = (milliseconds, count, device)
    }

    package static func < (left: RecordVersion, right: RecordVersion) -> Bool {
        (left.milliseconds, left.count, left.device)
            < (right.milliseconds, right.count, right.device)
    }
}

/// What identifies an item on all devices: the table, the access group and the bytes of the primary key.
package struct RecordKey: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// What a device says of an item, without the item's contents.
package struct SyncRecord: Equatable, Sendable {
    /// The values are those of the formats.
    package enum State: String, Sendable {
        case live
        case deleted
        /// No longer synchronized: every device keeps its row as a local item.
        case released
    }

    package let version: RecordVersion
    /// For each device the greatest version of this item by it that the writer had seen.
    package let saw: [DeviceID: RecordVersion]
    package let state: State
    /// A digest of the attributes and the secret; empty for a record that isn't live.
    package let contents: [UInt8]
    /// Whether the record can be read only while the keychain is unlocked.
    package let needsUnlock: Bool

    package init(
        version: RecordVersion, saw: [DeviceID: RecordVersion], state: State, contents: [UInt8],
        needsUnlock: Bool
    ) {
        (self.version, self.saw, self.state) = (version, saw, state)
        (self.contents, self.needsUnlock) = (contents, needsUnlock)
    }

    /// Returns whether the writer had seen a version of the item.
    func hasSeen(_ version: RecordVersion) -> Bool {
        saw[version.device].map { $0 >= version } ?? false
    }
}
