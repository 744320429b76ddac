// SPDX-License-Identifier: Apache-2.0
/// What the merge needs to know of a row of the store.
package struct SyncRow: Equatable, Sendable {
    /// The record that a row had when it was last synchronized.
    package struct Base: Equatable, Sendable {
        /// The revision of the row at that time.
        package let revision: UInt64
        package let version: RecordVersion
        package let saw: [DeviceID: RecordVersion]

        package init(revision: UInt64, version: RecordVersion, saw: [DeviceID: RecordVersion]) {
            (self.revision, self.version, self.saw) = (revision, version, saw)
        }

        package init(_ record: SyncRecord, revision: UInt64) {
            self.init(revision: revision, version: record.version, saw: record.saw)
        }

        /// What a change of the row has seen: the record, and what its writer had seen.
        var history: [DeviceID: RecordVersion] {
            saw.merging([version.device: version]) { max($0, $1) }
        }
    }

    package enum State: Sendable {
        case live
        /// A tombstone.
        case deleted
        /// An item that shall not be synchronized any more, which the other devices don't know yet.
        case released
        /// An item that isn't synchronized.
        case unsynchronized
    }

    package var state: State
    /// nil for a row that was never synchronized in this circle, or lost what it knew of that. A row that replaces a
    /// tombstone takes its base.
    package var base: Base?
    package var revision: UInt64
    /// When the row was changed, in milliseconds since 2001, by the clock of the device that changed it.
    package var modified: UInt64
    package var contents: [UInt8]
    package var needsUnlock: Bool

    package init(
        state: State, base: Base? = nil, revision: UInt64, modified: UInt64, contents: [UInt8],
        needsUnlock: Bool
    ) {
        (self.state, self.base, self.revision) = (state, base, revision)
        (self.modified, self.contents, self.needsUnlock) = (modified, contents, needsUnlock)
    }

    /// Whether the row was changed since it was synchronized.
    package var isDirty: Bool { base?.revision != revision }
}
