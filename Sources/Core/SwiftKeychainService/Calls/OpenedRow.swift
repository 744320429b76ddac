// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel

/// The outcome of opening a stored row.
enum OpenedRow {
    case item(Item, SealedRow)
    /// Its class is locked.
    case locked
    /// The keys are right, but a box doesn't open; the rule names it.
    case damaged(String)
    /// A newer build wrote it in a format that this one can't read. It must stay as it is.
    case newer(String)

    /// Opens the attributes of a row, and its secret if requested.
    ///
    /// - Throws: errors that aren't about this row, such as unusable keys.
    init(
        _ stored: StoredRow, keybag: Keybag, withSecret: Bool = false
    ) throws(KeychainError) {
        let row: SealedRow
        switch stored {
        case .sealed(let sealed): row = sealed
        case .malformed(_, _, let rule):
            self = .damaged(rule)
            return
        }
        guard row.format <= SealedRow.currentFormat else {
            self = .newer(
                "\(row.itemClass.rawValue) row \(row.rowid): format \(row.format) is newer than"
                    + " \(SealedRow.currentFormat), the newest this version reads")
            return
        }
        do {
            var item = try Self.item(row, keybag)
            if withSecret { item = item.with(secret: try keybag.openSecret(row)) }
            self = .item(item, row)
        } catch {
            switch error.code {
            case .decode: self = .damaged(error.detail)
            case .interactionNotAllowed, .authenticationFailed: self = .locked
            default: throw error
            }
        }
    }

    /// Returns the item and its row.
    ///
    /// - Throws: `locked` when its class is locked; `decode` when it is damaged; `notAvailable` when a newer
    ///   build wrote it.
    func get(
        locked: @autoclosure () -> KeychainError
    ) throws(KeychainError) -> (item: Item, row: SealedRow) {
        switch self {
        case .item(let item, let row): return (item, row)
        case .locked: throw locked()
        case .damaged(let rule): throw KeychainError(.decode, rule)
        case .newer(let rule): throw KeychainError(.notAvailable, rule)
        }
    }

    /// Opens the attributes, and checks that the clear column of the protection class agrees with the sealed access
    /// control.
    private static func item(_ row: SealedRow, _ keybag: Keybag) throws(KeychainError) -> Item {
        var attributes = try keybag.openMetadata(row)
        guard case .data(let encoded) = attributes.removeValue(forKey: .accessControl) else {
            throw KeychainError(.decode, "accc: missing in the metadata box")
        }
        let accessControl = try AccessControl(encoded: encoded)
        guard accessControl.protection.rawValue == row.protection else {
            throw KeychainError(.decode, "pdmn: disagrees with the metadata box")
        }
        return Item(
            reference: PersistentReference(
                itemClass: row.itemClass, uuid: row.persistentReference),
            revision: row.revision, accessGroup: row.accessGroup, accessControl: accessControl,
            synchronizable: row.synchronizable, isTombstone: row.tombstone, stored: attributes)
    }
}
