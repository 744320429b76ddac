/// Holds all that the store ever sees of a search: groups, clear columns and digests.
///
/// Rows come oldest first. Results are candidates: whoever opens them matches them again.
public struct StoreQuery: Sendable {
    public enum Groups: Sendable, Equatable {
        case all
        case some([String])
    }

    public var itemClass: ItemClass
    public var groups: Groups
    public var protection: String?
    public var synchronizable: Bool?
    public var tombstone: Bool?
    /// Keeps rows whose column `persistref` is one of these; nil: no such condition.
    public var persistentReferences: [[UInt8]]?
    public var primaryKey: [UInt8]?
    /// Positions in ``AttributeTable/digestColumns`` and the digest that must stand there.
    public var digests: [(column: Int, digest: [UInt8])]

    public init(
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
