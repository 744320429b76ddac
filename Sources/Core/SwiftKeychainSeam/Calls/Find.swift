// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// A query, the parts of each item to return, and the page of results.
package struct Find: Sendable {
    package let query: Query
    /// The parts of each item to return; empty to learn only that items exist.
    package let parts: Item.Parts
    /// Whether to leave out items that don't open with what was granted.
    package let skips: Bool
    /// Whether to return the search list instead of items if other keychains are searched too. The client then searches
    /// one after the other: each may have another service (a view of cards or of the system's roots), and what the user
    /// grants is for one keychain.
    package let onlyIfAlone: Bool
    /// The page to return; nil for everything in one reply.
    package let page: Page?

    /// Whether only to find out which items match, and which may match and are locked.
    package var namesOnly: Bool { page?.showsLocked == true && parts.isEmpty }

    /// A page of candidates, for conditions that only the client evaluates. Certificates have their DER,
    /// keys have no secrets.
    package struct Page: Sendable {
        package let start: Cursor
        /// Whether to open items that demand the user, or leave them out with `skips`; false to return only
        /// the existence of such an item.
        package let opens: Bool
        /// Whether to return what may match and is locked, as an item without attributes, instead of failing.
        package let showsLocked: Bool

        package init(_ start: Cursor, opens: Bool, showsLocked: Bool = false) {
            (self.start, self.opens, self.showsLocked) = (start, opens, showsLocked)
        }
    }

    package init(
        _ query: Query, returning parts: Item.Parts, skips: Bool, onlyIfAlone: Bool = false,
        page: Page? = nil
    ) {
        self.query = query
        self.parts = parts
        self.skips = skips
        self.onlyIfAlone = onlyIfAlone
        self.page = page
    }
}

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
