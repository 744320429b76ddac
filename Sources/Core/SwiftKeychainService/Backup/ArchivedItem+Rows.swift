// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel

extension ArchivedItem {
    /// Makes the archived form of an opened row.
    init(_ item: Item, secret: SecretBytes?) {
        var attributes = item.stored
        attributes[.accessControl] = .data(item.accessControl.encoded())
        self.init(
            reference: item.reference, revision: item.revision, accessGroup: item.accessGroup,
            protection: item.accessControl.protection, synchronizable: item.synchronizable,
            isTombstone: item.isTombstone, attributes: attributes, secret: secret)
    }

    /// Checks that a program could have stored the item, because whoever knows the passphrase can write
    /// any archive. Attributes that are derived from a certificate aren't derived again.
    ///
    /// - Throws: `decode`.
    func check() throws(KeychainError) {
        let refused = KeychainError(
            .decode, "archive: contains an invalid item of class \(itemClass.rawValue)")
        // No backup has an item that demands the user, an item on a token, or a tombstone with a secret.
        guard case .data(let encoded) = attributes[.accessControl],
            let accessControl = try? AccessControl(encoded: encoded),
            accessControl.protection == protection, !accessControl.isConstrained,
            attributes[.tokenID].map({ $0.byteCount == 0 }) ?? true,
            !isTombstone || secret == nil
        else { throw refused }
        var publicKey: [UInt8]?
        if let value = attributes[.publicKey] {
            guard itemClass == .key, case .data(let bytes) = value,
                bytes.count <= Limits.attributeBytes
            else { throw refused }
            publicKey = bytes
        }
        // Attributes that a newer build added aren't checked.
        var own = attributes.filter { itemClass.attributes[$0.key] != nil }
        for date in [Attribute.creationDate, .modificationDate] {
            guard let value = own.removeValue(forKey: date) else { continue }
            guard case .date(let seconds) = value, seconds.isFinite else { throw refused }
        }
        var given = own
        given[.accessGroup] = .string(accessGroup)
        given[.synchronizable] = .number(synchronizable ? 1 : 0)
        own[.accessControl] = nil
        guard
            let item = try? NewItem(
                derived: itemClass, attributes: given, secret: secret, publicKey: publicKey),
            item.attributes == own
        else { throw refused }
    }

    /// Checks that this version knows every attribute. A newer one may search for an attribute by its
    /// digest, which this version can't make.
    ///
    /// - Throws: `decode`, naming the attribute.
    func checkAttributes() throws(KeychainError) {
        for attribute in attributes.keys
        where itemClass.attributes[attribute] == nil
            && ![.publicKey, .syncMark, .isIncluded].contains(attribute)
        {
            throw KeychainError(
                .decode,
                "archive: an item has the attribute \(attribute.constant), which this version doesn't"
                    + " know; restore it with a newer version")
        }
    }

    /// The item without what it was when it was synchronized, so that it counts as a change: what the user restores, all
    /// devices of a circle get.
    var asChange: ArchivedItem {
        var item = self
        item.attributes[.syncMark] = nil
        return item
    }

    /// Seals the item as a row of the store of `keybag`.
    func sealed(
        revision: Int64, keybag: Keybag, addedDigests: [AddedDigest] = []
    ) throws(KeychainError) -> SealedRow {
        let row = SealedRow(
            itemClass: itemClass, accessGroup: accessGroup, protection: protection.rawValue,
            synchronizable: synchronizable, tombstone: isTombstone,
            persistentReference: reference.uuid, revision: revision,
            digests: keybag.digests(of: attributes, in: itemClass), addedDigests: addedDigests,
            primaryKey: primaryKey(keybag))
        return try keybag.seal(row, attributes: attributes, secret: secret)
    }

    func primaryKey(_ keybag: Keybag) -> [UInt8] {
        keybag.primaryKey(
            itemClass: itemClass, accessGroup: accessGroup, synchronizable: synchronizable,
            attributes: attributes)
    }
}
