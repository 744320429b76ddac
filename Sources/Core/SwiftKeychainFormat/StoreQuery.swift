// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The form of a search that the store receives: groups, clear columns and digests.
///
/// Rows are returned oldest first. They are candidates: after opening, they are matched again. A query
/// never changes; its copies share it.
package final class StoreQuery: Sendable {
    /// The access groups whose rows may match.
    package enum Groups: Sendable, Equatable {
        case all
        case some([String])
    }

    package let itemClass: ItemClass
    package let groups: Groups
    package let protection: String?
    package let synchronizable: Bool?
    package let tombstone: Bool?
    /// The values that column `persistref` may have; nil for any.
    package let persistentReferences: [[UInt8]]?
    /// The value that column `pkey` must have, which at most one row of a table has; nil for any.
    package let primaryKey: [UInt8]?
    /// Positions in ``AttributeTable/digestColumns``, ascending, and the digests these columns must
    /// have.
    package let digests: [(column: Int, digest: [UInt8])]
    /// Digests of lookup attributes that a row must have, in any of ``AttributeTable/lookupColumns``; nil for any row.
    package let lookup: Lookup?

    package struct Lookup: Sendable, Equatable {
        package let digests: [[UInt8]]
        /// The digest in the last column of a row that has more attributes than columns, which may match.
        package let overflow: [UInt8]

        package init(_ digests: [[UInt8]], overflow: [UInt8]) {
            (self.digests, self.overflow) = (digests, overflow)
        }
    }

    package init(
        itemClass: ItemClass, groups: Groups = .all, protection: String? = nil,
        synchronizable: Bool? = nil, tombstone: Bool? = nil,
        persistentReferences: [[UInt8]]? = nil, primaryKey: [UInt8]? = nil,
        digests: [(column: Int, digest: [UInt8])] = [], lookup: Lookup? = nil
    ) {
        self.itemClass = itemClass
        self.groups = groups
        self.protection = protection
        self.synchronizable = synchronizable
        self.tombstone = tombstone
        self.persistentReferences = persistentReferences
        self.primaryKey = primaryKey
        self.lookup = lookup
        self.digests = digests.count < 2 ? digests : digests.sorted { $0.column < $1.column }
    }

    /// Whether no row can match: identities have no table, or a list of groups or references is empty.
    package var isEmpty: Bool {
        if !itemClass.hasTable { return true }
        if case .some(let groups) = groups, groups.isEmpty { return true }
        return persistentReferences?.isEmpty == true
    }

    /// Returns this search with one digest more to match.
    package func adding(_ digest: (column: Int, digest: [UInt8])) -> StoreQuery {
        with(persistentReferences, digests + [digest])
    }

    /// Returns this search among some of its persistent references.
    package func among(_ references: [[UInt8]]) -> StoreQuery { with(references, digests) }

    private func with(
        _ references: [[UInt8]]?, _ digests: [(column: Int, digest: [UInt8])]
    ) -> StoreQuery {
        StoreQuery(
            itemClass: itemClass, groups: groups, protection: protection,
            synchronizable: synchronizable, tombstone: tombstone,
            persistentReferences: references, primaryKey: primaryKey, digests: digests,
            lookup: lookup)
    }
}
