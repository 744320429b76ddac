import SwiftKeychainModel

/// Tells what a salvage kept and where the old file lies.
public struct SalvageReport: Sendable, Equatable, CustomStringConvertible {
    /// Why the store was rebuilt.
    public let reason: String
    /// Rows in the new file, by class.
    public let kept: [ItemClass: Int]
    /// Items that were found but do not open; they lie in the old file only.
    public let refused: Int
    /// Rows moved to the table `quarantine`, because a newer one holds their primary key.
    public let superseded: Int
    /// Records that were not read: together they claim more pages than the file has.
    public let unread: Int
    /// The old file, with its log beside it.
    public let asidePath: String

    /// The report as one sentence, for the record of incidents.
    public var description: String {
        let count = kept.values.reduce(0, +)
        return "\(reason); \(count) rows kept, \(refused) refused, \(superseded) superseded; "
            + (unread == 0 ? "" : "\(unread) records claim too many pages; ")
            + "the old file is \(asidePath)"
    }
}
