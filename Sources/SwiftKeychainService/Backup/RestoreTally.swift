import SwiftKeychainModel

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
    /// What became of trust settings, which count in none of the above.
    public var trust = Trust()
    /// What is in the archive, and what it had to leave out.
    public var archive = ArchiveTally()

    public init() {}

    /// Counts what became of the trust settings of an archive.
    public struct Trust: Sendable, Equatable {
        /// Those that were not there, or took the place of older ones.
        public var restored = 0
        /// Those that were there already, the same or newer.
        public var kept = 0
        /// Left out: those that were not asked for.
        public var leftOut = 0

        public init() {}
    }
}
