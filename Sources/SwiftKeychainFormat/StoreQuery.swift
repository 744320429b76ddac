import SwiftKeychainModel

/// The form of a search that the store receives: groups, clear columns and digests.
///
/// Rows are returned oldest first. They are candidates: after opening, they are matched again.
package struct StoreQuery: Sendable {
    package enum Groups: Sendable, Equatable {
        case all
        case some([String])
    }

    package var itemClass: ItemClass
    package var groups: Groups
    package var protection: String?
    package var synchronizable: Bool?
    package var tombstone: Bool?
    /// The values that column `persistref` may have; nil for any.
    package var persistentReferences: [[UInt8]]?
    package var primaryKey: [UInt8]?
    /// Positions in ``AttributeTable/digestColumns`` and the digests these columns must have.
    package var digests: [(column: Int, digest: [UInt8])]

    package init(
        itemClass: ItemClass, groups: Groups = .all, protection: String? = nil,
        synchronizable: Bool? = nil, tombstone: Bool? = nil,
        persistentReferences: [[UInt8]]? = nil, primaryKey: [UInt8]? = nil,
        digests: [(column: Int, digest: [UInt8])] = []
    ) {
        self.itemClass = itemClass
        self.groups = groups
        self.protection = protection
        self.synchronizable = synchronizable
        self.tombstone = tombstone
        self.persistentReferences = persistentReferences
        self.primaryKey = primaryKey
        self.digests = digests
    }
}
