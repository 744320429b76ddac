// SPDX-License-Identifier: Apache-2.0
/// What the merge does with a row of the store.
package enum RowChange: Equatable, Sendable {
    /// The row gets the contents and version of the record; there may be no row yet. If `setsAside`, its present contents
    /// are kept for the user.
    case take(SyncRecord, setsAside: Bool)
    /// The row has the contents of the record, and gets its version.
    case confirm(SyncRecord)
    /// The row was sent as the record, whose version it gets; a tombstone is deleted, and a released row becomes a local
    /// item.
    case send(SyncRecord)
    /// The row is deleted.
    case delete(setsAside: Bool)
    /// The row becomes an item of this device alone.
    case release
}
