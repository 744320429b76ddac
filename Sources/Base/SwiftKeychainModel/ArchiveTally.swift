// SPDX-License-Identifier: Apache-2.0
/// The counts of items in an archive, and of those that were left out when it was made.
public struct ArchiveTally: Sendable, Equatable {
    /// Items in the archive, tombstones included.
    public var items = 0
    /// Of these, items that open on their own device only.
    public var bound = 0
    /// Left out: items of the class that needs a passcode (akpu).
    public var needPasscode = 0
    /// Left out: items that live on a token.
    public var onTokens = 0
    /// Left out: items whose access control demands the user or an application password.
    public var constrained = 0
    /// Left out: rows that don't open.
    public var damaged = 0

    public init() {}

    /// The fields in the order of records and messages; a new one would change both formats.
    package static let counts: [WritableKeyPath<ArchiveTally, Int> & Sendable] = [
        \.items, \.bound, \.needPasscode, \.onTokens, \.constrained, \.damaged,
    ]

    /// Items that are not in the archive.
    public var leftOut: Int { needPasscode + onTokens + constrained + damaged }
}
