import KeychainModel

/// Counts what became of the items of an archive.
public struct RestoreTally: Sendable, Equatable {
    /// Items that were not there.
    public var added = 0
    /// Items that took the place of older ones.
    public var replaced = 0
    /// Items that were there already, the same or newer.
    public var kept = 0
    /// Left out: items that open on another device only.
    public var elsewhere = 0
    /// Left out: items of access groups that are not the program's.
    public var otherGroups = 0
    /// What is in the archive, and what it had to leave out.
    public var archive = ArchiveTally()

    public init() {}
}
