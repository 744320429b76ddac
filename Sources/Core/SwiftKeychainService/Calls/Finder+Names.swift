// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore

// Searches for which items match, not for what they contain. Digests suffice for nearly every row, and take a third of the
// time of opening it. Such a row isn't authenticated: if it was altered, a program that then reads the item gets an error,
// because that opens the row and checks its digests.
extension Finder {
    /// Returns whether the digests of a row suffice to know if it matches.
    func namesByDigests(_ storeQuery: StoreQuery) -> Bool {
        let table = storeQuery.itemClass.attributes
        // An item without lookup attributes has none that an empty list would lack.
        return storeQuery.lookup?.digests.isEmpty == false && query.content.comparison.isEmpty
            && query.content.conditions.keys.allSatisfy { table.digestPosition(of: $0) != nil }
    }

    /// Reads the outlines of rows, and opens only rows of which it isn't clear that they match, are unlocked and open
    /// without the user.
    mutating func lookForNames(_ storeQuery: StoreQuery) throws(KeychainError) {
        var free: [String: FreeAccess] = [:]
        while true {
            guard
                let outlines = try reader.outlines(
                    storeQuery, after: cursor.rowid, limit: Self.longPage)
            else { return try look(for: storeQuery) }
            var doubtful: [[UInt8]] = []
            for outline in outlines where query.reaches(outline.accessGroup) {
                call.step()
                let access =
                    free[outline.protection]
                    ?? FreeAccess(outline.protection, storeQuery.itemClass, keybag)
                free[outline.protection] = access
                if outline.format <= SealedRow.currentFormat, let digest = access.digest,
                    outline.accessControl == digest,
                    outline.lastLookup != storeQuery.lookup?.overflow
                {
                    try call.found(bytes: outline.persistentReference.count)
                    found.names.append(outline.item(storeQuery.itemClass, access.control))
                } else {
                    doubtful.append(outline.persistentReference)
                }
            }
            let rows = try reader.rows(
                storeQuery.among(doubtful), after: cursor.rowid, limit: doubtful.count)
            for stored in rows {
                if let entry = try entry(stored) { found.items.append(entry) }
            }
            if let last = outlines.last { cursor.rowid = last.rowid }
            if outlines.count < Self.longPage || stops(after: outlines.count) { return }
        }
    }

    /// The access control of items of a protection class that don't demand the user.
    private struct FreeAccess {
        let control: AccessControl
        /// Its digest; nil while the class is locked.
        let digest: [UInt8]?

        init(_ protection: String, _ itemClass: ItemClass, _ keybag: Keybag) {
            let known = ProtectionClass(rawValue: protection)
            control = AccessControl(plain: known ?? .whenUnlocked)
            guard let known, (try? keybag.check(known)) != nil,
                let column = itemClass.attributes.digestPosition(of: .accessControl)
            else {
                digest = nil
                return
            }
            digest = keybag.digest(.data(control.encoded()), forColumn: column, of: itemClass)
        }
    }
}

extension RowOutline {
    /// Returns what is known of the item.
    fileprivate func item(_ itemClass: ItemClass, _ accessControl: AccessControl) -> Item {
        Item(
            reference: PersistentReference(itemClass: itemClass, uuid: persistentReference),
            revision: revision, accessGroup: accessGroup, accessControl: accessControl,
            synchronizable: synchronizable, isTombstone: tombstone, stored: [:])
    }
}
