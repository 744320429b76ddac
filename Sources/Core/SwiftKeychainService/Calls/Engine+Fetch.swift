// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore

extension Engine {
    /// Returns the items that have the given references, in their order, without a search: no digest is made and nothing is
    /// compared. Items that don't exist for the caller are left out.
    ///
    /// - Throws: as `fetch` of the typed API.
    func fetch(
        _ authorised: Authorised<[PersistentReference]>, _ parts: Item.Parts, _ call: Call
    ) throws(KeychainError) -> Reply {
        let view = try begin(call.deadline)
        var items: [Item] = []
        for reference in authorised.content {
            call.step()
            if let item = try item(reference, authorised, parts, call, in: view) {
                items.append(item)
            }
        }
        view.end()
        if items.isEmpty { throw KeychainError(.itemNotFound, "no item has the reference") }
        return try answer(items, parts, call)
    }

    /// Reads one item; nil if there is none that the caller may know.
    ///
    /// - Throws: `interactionNotAllowed` when it is locked, `decode` when it is damaged, `notAvailable` when a newer build
    ///   wrote it.
    private func item(
        _ reference: PersistentReference, _ authorised: Authorised<[PersistentReference]>,
        _ parts: Item.Parts, _ call: Call, in view: borrowing KeyedView
    ) throws(KeychainError) -> Item? {
        guard let row = try authorised.row(reference, view.reader) else { return nil }
        let (item, sealed) = try OpenedRow(row, keybag: view.keybag)
            .get(locked: Finder.lockedItem())
        // A client may repeat a reference.
        try call.found(bytes: sealed.metadataBox.count + (sealed.secretBox?.count ?? 0))
        // A reference to a certificate contains the certificate.
        let isShown = parts.contains(.reference) && item.itemClass == .certificate
        guard parts.contains(.secret) || isShown || item.isWrapped else { return item }
        return item.with(secret: try view.keybag.openSecret(sealed))
    }
}

extension Authorised<[PersistentReference]> {
    /// Reads the row with a reference; nil if there is none that the caller may know.
    func row(
        _ reference: PersistentReference, _ reader: StoreReader
    ) throws(KeychainError) -> StoredRow? {
        let query = StoreQuery(
            itemClass: reference.itemClass, groups: groups, tombstone: false,
            persistentReferences: [reference.uuid])
        guard let row = try reader.rows(query, limit: 1).first else {
            if let damage = reader.skippedDamage { throw damage }
            return nil
        }
        return reaches(row) ? row : nil
    }
}
