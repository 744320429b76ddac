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
            if let item = try item(reference, authorised, parts, in: view) { items.append(item) }
        }
        view.end()
        if items.isEmpty { throw KeychainError(.itemNotFound, "no item has the reference") }
        if let refusal = try refusal(of: items, parts, call) { return refusal }
        return try answer(items, parts, call)
    }

    /// Reads one item; nil if there is none that the caller may know.
    ///
    /// - Throws: `interactionNotAllowed` when it is locked, `decode` when it is damaged, `notAvailable` when a newer build
    ///   wrote it.
    private func item(
        _ reference: PersistentReference, _ authorised: Authorised<[PersistentReference]>,
        _ parts: Item.Parts, in view: borrowing KeyedView
    ) throws(KeychainError) -> Item? {
        let query = StoreQuery(
            itemClass: reference.itemClass, groups: authorised.groups, tombstone: false,
            persistentReferences: [reference.uuid])
        guard let row = try view.reader.rows(query, after: 0, limit: 1).first else {
            if let damage = view.reader.skippedDamage { throw damage }
            return nil
        }
        guard authorised.reaches(row) else { return nil }
        switch try OpenedRow(row, keybag: view.keybag, withSecret: false) {
        case .item(let item, let sealed):
            // A reference to a certificate contains the certificate.
            let isShown = parts.contains(.reference) && item.itemClass == .certificate
            guard parts.contains(.secret) || isShown || item.isWrapped else { return item }
            return item.with(secret: try view.keybag.openSecret(sealed))
        case .locked: throw Finder.lockedItem()
        case .damaged(let rule): throw KeychainError(.decode, rule)
        case .newer(let rule): throw KeychainError(.notAvailable, rule)
        }
    }
}
