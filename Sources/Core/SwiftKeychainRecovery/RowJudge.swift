// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainStore

/// The work on a damaged store that needs its keys. It must not call the store.
package protocol RecoveryKeyProvider: StoreKeyProvider {
    /// Selects the keybag that authenticates from records that may be keybags, which are given newest first.
    ///
    /// - Returns: nil when none does. Then a salvage makes a new keybag and can keep no row.
    /// - Throws: `notAvailable` when a record names another device key: then nothing is moved.
    func rowJudge(keybags: [[UInt8]]) throws(KeychainError) -> (any RowJudge)?
}

/// The judgement of rows and records found in a damaged store, by the keybag that authenticated.
package protocol RowJudge {
    /// The record of that keybag.
    var keybag: [UInt8] { get }

    /// Returns whether both boxes of a row open. A row whose class key is locked can't be judged;
    /// accepting it keeps it until it is opened.
    func accepts(_ row: SealedRow) -> Bool

    /// Returns whether a part was sealed under this keybag, for the same store; nil where that can't be
    /// determined, such as for a row whose class key is locked.
    func owns(_ part: StorePart) -> Bool?

    /// Returns the number of rows that the newest manifest which opens counted; nil if none does. The manifests are given
    /// highest revision first.
    func rowCount(in found: [ManifestRecord]) -> Int64?

    /// Seals the manifest of the rows that were kept, with a revision above those of the manifests that
    /// were found, which are given highest revision first.
    func sealManifest(
        of reader: StoreReader, found: [ManifestRecord]
    ) throws(KeychainError) -> ManifestRecord
}

/// A sealed manifest and its clear revision.
package typealias ManifestRecord = (record: [UInt8], revision: Int64)

/// A part of a store's files that only its keybag opens.
package enum StorePart: Sendable {
    case keybag([UInt8])
    case manifest([UInt8], revision: Int64)
    case row(SealedRow)
}
