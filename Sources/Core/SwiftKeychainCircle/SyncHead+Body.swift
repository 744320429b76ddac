// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync

extension SyncHead {
    /// What the merge needs to know of a head.
    ///
    /// - Parameters:
    ///   - added: who added whom, by the statements of the head that count.
    ///   - records: those of the head's packs.
    package init(
        _ head: Head, _ body: HeadBody, added: [DeviceID: [DeviceID: UInt64]],
        records: [ItemRecord]
    ) {
        self.init(head.device)
        sequence = head.sequence
        seen = body.seen.mapValues(\.sequence)
        self.added = added
        (removed, left) = (body.removed, body.left)
        floor = body.floor
        for record in records { put(record.summary, for: record.key) }
    }
}
