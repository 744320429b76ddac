// SPDX-License-Identifier: Apache-2.0
/// The place where a search stopped, and another call can continue.
///
/// Rowids ascend and are never reused, so that additions and deletions in between move no other row.
package struct Cursor: Sendable {
    /// The index of the table among those that are searched.
    package var table: Int
    /// The last row that was looked at; 0 for none.
    package var rowid: Int64

    package init(table: Int = 0, rowid: Int64 = 0) {
        self.table = table
        self.rowid = rowid
    }
}
