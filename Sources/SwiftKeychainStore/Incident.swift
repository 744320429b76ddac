import SwiftKeychainModel
import SwiftKeychainSystem

/// Tells of a row that was set aside, without any of its values.
public struct QuarantineEntry: Sendable, Equatable {
    /// nil when the entry names a class this build does not know.
    public let itemClass: ItemClass?
    /// When, in seconds since 1970-01-01 UTC.
    public let seconds: Int64
    /// When, such as 20260131T235959Z.
    public var date: String { SystemClock.stamp(seconds) }
    public let reason: String
    public let isAcknowledged: Bool
    /// Bytes of the record of the row.
    public let byteCount: Int
}

/// Tells of something that befell the store: a salvage, a row set aside.
public struct Incident: Sendable, Hashable {
    /// When, in seconds since 1970-01-01 UTC.
    public let seconds: Int64
    /// When, such as 20260131T235959Z.
    public var date: String { SystemClock.stamp(seconds) }
    /// One word, such as `salvage`.
    public let kind: String
    public let detail: String
    public let isAcknowledged: Bool

    public init(seconds: Int64, kind: String, detail: String, isAcknowledged: Bool) {
        self.seconds = seconds
        self.kind = kind
        self.detail = detail
        self.isAcknowledged = isAcknowledged
    }
}
