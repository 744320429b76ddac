import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel

/// Tells what came of opening a stored row.
enum OpenedRow {
    case item(Item, SealedRow)
    /// The key of its class is not in memory.
    case locked
    /// The keys are right and a box refuses all the same; the rule says which.
    case damaged(String)
    /// A newer build wrote it in a format that this one doesn't read: it stays as it is.
    case newer(String)

    /// Opens the attributes of a row, and its secret when it is wanted.
    ///
    /// - Throws: what is no matter of this row, such as keys that cannot be used at all.
    init(_ stored: StoredRow, keybag: Keybag, withSecret: Bool) throws(KeychainError) {
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
