// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// An event that a write recorded besides its rows. The manifest counts it.
package enum StoreEvent: Sendable {
    case added(Incident)
    /// The user has seen an incident; this is the incident before that.
    case acknowledged(Incident)
    /// A row was added to the quarantine.
    case setAside
    /// So many rows of the quarantine were deleted.
    case dropped(Int64)
}

/// An event in the life of a store, such as a salvage or a row set aside.
package struct Incident: Sendable, Hashable {
    /// When, in seconds since 1970-01-01 UTC.
    package let seconds: Int64
    /// When, such as 20260131T235959Z.
    package var date: String { SystemClock.stamp(seconds) }
    /// One word, such as `salvage`.
    package let kind: String
    package let detail: String
    package let isAcknowledged: Bool

    package init(seconds: Int64, kind: String, detail: String, isAcknowledged: Bool) {
        self.seconds = seconds
        self.kind = kind
        self.detail = detail
        self.isAcknowledged = isAcknowledged
    }
}
