// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSealing

extension Item {
    /// Whether the item is the same on all devices of a circle, because its program or the user wants that.
    var isSynchronized: Bool { synchronizable || stored[.isIncluded] == .boolean(true) }
}

extension Transaction {
    /// Returns what a row knows of its versions on other devices, for one that takes its place. That is a change, whatever
    /// its revision is.
    private static func marks(of item: Item) -> [Attribute: AttributeValue] {
        var marks: [Attribute: AttributeValue] = [:]
        marks[.syncMark] = SyncMark(item.stored[.syncMark])?.changed.attribute
        marks[.isIncluded] = item.stored[.isIncluded]
        return marks
    }

    /// Replaces a synchronized item by a tombstone, which announces the deletion to other devices: it has the primary key
    /// and no secret.
    ///
    /// - Parameter now: seconds since 2001-01-01 00:00 UTC.
    func leaveTombstone(
        of item: Item, _ row: SealedRow, at now: Double
    ) throws(KeychainError) {
        var tombstone = row
        tombstone.revision += 1
        try update(row, to: sealTombstone(of: item, in: tombstone, at: now))
    }

    /// Changes a row. In a circle, a synchronized item that gets another primary key leaves a tombstone under its old one.
    func change(
        _ old: SealedRow, to new: SealedRow, _ system: SystemSources
    ) throws(KeychainError) {
        guard old.primaryKey != new.primaryKey, old.itemClass.isPassword,
            case .item(let item, _) = try OpenedRow(.sealed(old), keybag: keybag),
            item.isSynchronized || item.stored[.syncMark] != nil
        else { return try update(old, to: new) }
        // The item has no version under its new key.
        var attributes = try keybag.openMetadata(new)
        attributes[.syncMark] = nil
        try update(
            old,
            to: keybag.seal(new, attributes: attributes, secret: try keybag.openSecret(new)))
        guard item.isSynchronized, try isCircleMember else { return }
        var tombstone = old
        (tombstone.rowid, tombstone.revision) = (0, 1)
        // The item keeps its own under the new primary key.
        tombstone.persistentReference = system.random.bytes(16)
        try insert(sealTombstone(of: item, in: tombstone, at: system.now()))
    }

    /// Returns a row that takes the place of an item or a tombstone with its primary key, with what that knew.
    func succeeding(_ former: Item, _ row: SealedRow) throws(KeychainError) -> SealedRow {
        let marks = Self.marks(of: former)
        if marks.isEmpty { return row }
        let attributes = try keybag.openMetadata(row).merging(marks) { own, _ in own }
        return try keybag.seal(row, attributes: attributes, secret: try keybag.openSecret(row))
    }

    /// Seals a row with what a deletion needs: the primary key, the dates, the marks, and the class. Its access control
    /// demands nothing of the user.
    private func sealTombstone(
        of item: Item, in row: SealedRow, at now: Double
    ) throws(KeychainError) -> SealedRow {
        var kept = Self.marks(of: item)
        for description in item.itemClass.attributes.primaryKey {
            kept[description.attribute] = item.stored[description.attribute]
        }
        kept[.creationDate] = item.stored[.creationDate]
        kept[.modificationDate] = .date(now)
        kept[.accessControl] = .data(AccessControl(plain: item.accessControl.protection).encoded())
        var tombstone = row
        tombstone.tombstone = true
        tombstone.addedDigests = []
        tombstone.digests = keybag.digests(of: kept, in: item.itemClass)
        return try keybag.seal(tombstone, attributes: kept, secret: nil)
    }
}
