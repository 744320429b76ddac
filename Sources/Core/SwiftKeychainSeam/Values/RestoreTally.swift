// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The result of a restore: how many items of an archive were restored, kept and left out.
public struct RestoreTally: Sendable, Equatable {
    /// Items that the keychain didn't have.
    public var added = 0
    /// Items that replaced older ones.
    public var replaced = 0
    /// Items that the keychain has in the same or a newer state.
    public var kept = 0
    /// Items left out because they open on another device only.
    public var elsewhere = 0
    /// Items left out because the program isn't entitled to their access groups.
    public var otherGroups = 0
    /// The trust settings, which are in none of the counts above.
    public var trust = Trust()
    /// The contents of the archive, and the items that the backup left out.
    public var archive = ArchiveTally()

    public init() {}

    /// How many trust settings of an archive were restored, kept and left out.
    public struct Trust: Sendable, Equatable {
        /// Settings that the keychain didn't have, or that replaced older ones.
        public var restored = 0
        /// Settings that the keychain has in the same or a newer state.
        public var kept = 0
        /// Settings left out because they weren't requested.
        public var leftOut = 0

        public init() {}
    }
}
