// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem

extension Engine {
    /// Stores groups of new items in one transaction, all or none.
    ///
    /// - Throws: as `add` of the typed API.
    func add(
        _ groups: [[AuthorisedItem]], _ duplicates: Duplicates, _ call: Call
    ) throws(KeychainError) -> Reply {
        let stored = try write(call.deadline) { (transaction) -> Granted<[[Item]]> in
            var rows: [[SealedItem]] = []
            for group in groups {
                switch try seal(group, transaction.keybag, call) {
                case .value(let sealed): rows.append(sealed)
                case .lacks(let demand): return .lacks(demand)
                }
            }
            return .value(try rows.map { try store($0, duplicates, transaction) })
        }
        return stored.reply { .stored($0) }
    }

    /// A new item and its row.
    typealias SealedItem = (item: Item, row: SealedRow)

    /// Seals new items. Stores nothing.
    func seal(
        _ group: [AuthorisedItem], _ keybag: Keybag, _ call: Call
    ) throws(KeychainError) -> Granted<[SealedItem]> {
        var sealed: [SealedItem] = []
        for item in group {
            let now = system.now()
            let version = RowVersion(
                created: now, modified: now, reference: system.random.bytes(16), revision: 1)
            switch try seal(item, version, keybag, call) {
            case .value(let row): sealed.append(row)
            case .lacks(let demand): return .lacks(demand)
            }
        }
        return .value(sealed)
    }

    /// Stores the rows of a group.
    ///
    /// - Returns: the items in order; for those that exist already, the existing ones.
    func store(
        _ group: [SealedItem], _ duplicates: Duplicates, _ transaction: Transaction
    ) throws(KeychainError) -> [Item] {
        var stored: [Item] = []
        var isNew = false
        var refusal: KeychainError?
        var closed: KeychainError?
        for (item, row) in group {
            do throws(KeychainError) {
                try transaction.insert(row)
                stored.append(item)
                isNew = true
            } catch {
                guard error.code == .duplicateItem, duplicates != .refused else { throw error }
                if duplicates == .replaced {
                    try transaction.replace(with: row)
                    stored.append(item)
                    isNew = true
                    continue
                }
                refusal = error
                do throws(KeychainError) {
                    stored.append(try transaction.existing(row))
                } catch {
                    // If all are refused, the existing items aren't returned.
                    guard error.code == .interactionNotAllowed else { throw error }
                    closed = error
                }
            }
        }
        if !isNew, duplicates == .refusedIfAll, let refusal { throw refusal }
        if let closed { throw closed }
        return stored
    }

    /// The values of a row that the program doesn't set.
    struct RowVersion {
        /// Seconds since 2001-01-01 00:00 UTC.
        var created: Double
        var modified: Double
        /// 16 bytes.
        var reference: [UInt8]
        var revision: Int64
        var addedDigests: [AddedDigest] = []
    }

    /// Makes the row of an item: digests, primary key and both boxes.
    ///
    /// - Parameter kept: the stored secret under its application password, in the place of the item's; nil to wrap
    ///   that if its access control demands it.
    func seal(
        _ authorised: AuthorisedItem, _ version: RowVersion, _ keybag: Keybag, _ call: Call,
        _ kept: SecretBytes? = nil
    ) throws(KeychainError) -> Granted<SealedItem> {
        let new = authorised.item
        try keybag.check(new.accessControl.protection)
        var attributes = new.carried.merging(new.attributes) { _, known in known }
        // A copy of an item from elsewhere carries its dates.
        let carried = new.carried
        attributes[.creationDate] = carried[.creationDate] ?? .date(version.created)
        attributes[.modificationDate] = carried[.modificationDate] ?? .date(version.modified)
        // A copy, so that a private key can be identified without opening its secret.
        attributes[.publicKey] = new.publicKey.map { .data($0) }
        let item = Item(
            reference: PersistentReference(itemClass: new.itemClass, uuid: version.reference),
            revision: version.revision, accessGroup: authorised.accessGroup,
            accessControl: new.accessControl, synchronizable: new.synchronizable,
            isTombstone: false, stored: attributes, secret: new.secret)
        var secret = kept
        if kept == nil {
            switch try call.wrapped(item, system.random) {
            case .value(let wrapped): secret = wrapped
            case .lacks(let demand): return .lacks(demand)
            }
        }
        attributes[.accessControl] = .data(new.accessControl.encoded())
        let row = SealedRow(
            itemClass: new.itemClass, accessGroup: authorised.accessGroup,
            protection: new.accessControl.protection.rawValue,
            synchronizable: new.synchronizable, tombstone: false,
            persistentReference: version.reference, revision: version.revision,
            digests: keybag.digests(of: attributes, in: new.itemClass),
            addedDigests: version.addedDigests,
            primaryKey: keybag.primaryKey(
                itemClass: new.itemClass, accessGroup: authorised.accessGroup,
                synchronizable: new.synchronizable, attributes: attributes))
        return .value((item, try keybag.seal(row, attributes: attributes, secret: secret)))
    }
}
