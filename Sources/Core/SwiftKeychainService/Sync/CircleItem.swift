// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainCircle
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSeam
import SwiftKeychainStore
import SwiftKeychainSystem

/// An item in which the store keeps something of its circle. No program finds it. Each has a class that is bound to the
/// device, so that no archive contains it.
struct CircleItem {
    /// The state of the membership, with the device's keys.
    static let state = CircleItem("state", .alwaysThisDeviceOnly)
    /// The secrets of the epochs.
    static let epochs = CircleItem("epochs", .whenUnlockedThisDeviceOnly)
    /// The keys of the epochs that a locked device may use.
    static let epochKeys = CircleItem("epoch-keys", .afterFirstUnlockThisDeviceOnly)

    /// The names that this device had in a circle that it left.
    static let former = CircleItem("former", .alwaysThisDeviceOnly)
    /// The pairing that is in progress.
    static let pairing = CircleItem("pairing", .whenUnlockedThisDeviceOnly)

    private let account: String
    private let protection: ProtectionClass

    private init(_ account: String, _ protection: ProtectionClass) {
        (self.account, self.protection) = (account, protection)
    }

    private static let itemClass = ItemClass.genericPassword

    private var attributes: [Attribute: AttributeValue] {
        [
            .service: .string("circle"), .account: .string(account),
            .accessControl: .data(AccessControl(plain: protection).encoded()),
        ]
    }

    private func primaryKey(_ keybag: Keybag) -> [UInt8] {
        keybag.primaryKey(
            itemClass: Self.itemClass, accessGroup: Caller.syncGroup, synchronizable: false,
            attributes: attributes)
    }

    /// Returns the row; nil if there is none.
    private func row(_ reader: StoreReader, _ keybag: Keybag) throws(KeychainError) -> SealedRow? {
        let query = StoreQuery(itemClass: Self.itemClass, primaryKey: primaryKey(keybag))
        switch try reader.rows(query, limit: 1).first {
        case nil: return nil
        case .sealed(let row): return row
        case .malformed(_, _, let rule): throw KeychainError(.decode, "the circle's item: \(rule)")
        }
    }

    /// Reads the contents; nil if there is no such item.
    ///
    /// - Throws: `interactionNotAllowed` while its class is locked; `decode` when it is damaged.
    func read(_ reader: StoreReader, _ keybag: Keybag) throws(KeychainError) -> SecretBytes? {
        guard let row = try row(reader, keybag) else { return nil }
        _ = try keybag.openMetadata(row)
        return try keybag.openSecret(row)
    }

    /// Stores contents; nil removes the item. Contents that are there already stay as they are.
    ///
    /// - Throws: `interactionNotAllowed` while the class of the item is locked.
    func write(
        _ contents: SecretBytes?, _ transaction: Transaction, _ random: RandomSource
    ) throws(KeychainError) {
        let keybag = transaction.keybag
        let old = try row(transaction.writer, keybag)
        guard let contents else {
            if let old { try transaction.delete(old) }
            return
        }
        if old != nil, let present = try? read(transaction.writer, keybag), present == contents {
            return
        }
        var row = SealedRow(
            itemClass: Self.itemClass, accessGroup: Caller.syncGroup,
            protection: protection.rawValue, synchronizable: false, tombstone: false,
            persistentReference: old?.persistentReference ?? random.bytes(16),
            revision: (old?.revision ?? 0) + 1,
            digests: keybag.digests(of: attributes, in: Self.itemClass), addedDigests: [],
            primaryKey: primaryKey(keybag))
        row = try keybag.seal(row, attributes: attributes, secret: contents)
        guard let old else { return try transaction.insert(row) }
        row.rowid = old.rowid
        try transaction.update(old, to: row)
    }
}
