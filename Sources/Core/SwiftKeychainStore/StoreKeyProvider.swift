// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The work on a store that needs its keys, which the store itself never has.
///
/// The store calls it under the exclusive lock. It must not call the store.
package protocol StoreKeyProvider: Sendable {
    /// Checks, before a call makes a store, that none is missing there.
    ///
    /// - Throws: `notAvailable` when one is.
    func requireNoneMissing() throws(KeychainError)

    /// Makes the device key if there is none, and then the records of a new store.
    func makeRecords() throws(KeychainError) -> NewStoreRecords

    /// Reseals what changes after the first version of the tables, inside the transaction of the migration.
    ///
    /// The manifest always changes. Rows that aren't resealed remain readable, and are sealed in the new
    /// format when they are next written.
    func migrate(_ writer: StoreWriter) throws(KeychainError)
}

extension StoreKeyProvider {
    package func requireNoneMissing() throws(KeychainError) {}
}

/// The records that a new database starts with.
package struct NewStoreRecords: Sendable {
    package let keybag: [UInt8]
    package let keybagRevision: Int64
    /// The sealed manifest of no rows.
    package let manifest: [UInt8]
    package let manifestRevision: Int64

    package init(
        keybag: [UInt8], keybagRevision: Int64 = 1, manifest: [UInt8], manifestRevision: Int64
    ) {
        self.keybag = keybag
        self.keybagRevision = keybagRevision
        self.manifest = manifest
        self.manifestRevision = manifestRevision
    }
}
