import SwiftKeychainModel

/// Names a prepared statement that a connection keeps.
enum StatementKey: Hashable {
    case begin, beginImmediate, commit, rollback
    case keybag(copy: Bool), keybagRevision, setKeybag(copy: Bool)
    case manifest, setManifest
    case select(SelectShape)
    case probe(ItemClass, column: Int)
    case count(ItemClass), insert(ItemClass), update(ItemClass), delete(ItemClass)
    case rawRow(ItemClass), updateBoxes(ItemClass), addQuarantine, addIncident
    case nextQuarantine, replaceQuarantine
}

/// Says everything about a search that its SQL depends on.
struct SelectShape: Hashable {
    var itemClass: ItemClass
    /// Number of groups asked for; nil: any.
    var groups: Int?
    var hasProtection: Bool
    var hasSynchronizable: Bool
    var hasTombstone: Bool
    /// Number of persistent references asked for; nil: any.
    var references: Int?
    var hasPrimaryKey: Bool
    /// One bit per digest column that is compared.
    var digests: UInt64
    /// The digest column whose index leads; nil: none.
    var lead: Int?
}
