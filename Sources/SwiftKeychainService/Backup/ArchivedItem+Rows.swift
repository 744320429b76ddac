import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel

extension ArchivedItem {
    /// Takes an opened row over.
    init(_ item: Item, secret: SecretBytes?) {
        var attributes = item.stored
        attributes[.accessControl] = .data(item.accessControl.encoded())
        self.init(
            reference: item.reference, revision: item.revision, accessGroup: item.accessGroup,
            protection: item.accessControl.protection, synchronizable: item.synchronizable,
            isTombstone: item.isTombstone, attributes: attributes, secret: secret)
    }

    /// Checks that a program could have stored the item: whoever knows the passphrase can have
    /// written anything. What is derived from the bytes of a certificate is not derived again.
    ///
    /// - Throws: `decode`.
    func check() throws(KeychainError) {
        let refused = KeychainError(
            .decode, "archive: holds a \(itemClass.rawValue) item that no program can have stored")
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
        // What a newer build added is not judged.
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

    /// Checks that this version knows every attribute: a newer build may search for one by its digest,
    /// which can't be made here.
    ///
    /// - Throws: `decode`, naming the attribute.
    func checkAttributes() throws(KeychainError) {
        for attribute in attributes.keys
        where itemClass.attributes[attribute] == nil && attribute != .publicKey {
            throw KeychainError(
                .decode,
                "archive: holds an item with the attribute \(attribute.constant), which this version"
                    + " does not know; restore it with a newer one")
        }
    }

    /// Makes the row of the item in another store.
    func sealed(revision: Int64, keybag: Keybag) throws(KeychainError) -> SealedRow {
        try keybag.check(protection)
        let row = SealedRow(
            itemClass: itemClass, accessGroup: accessGroup, protection: protection.rawValue,
            synchronizable: synchronizable, tombstone: isTombstone,
            persistentReference: reference.uuid, revision: revision,
            digests: keybag.digests(of: attributes, in: itemClass),
            primaryKey: primaryKey(keybag))
        return try keybag.seal(row, attributes: attributes, secret: secret)
    }

    func primaryKey(_ keybag: Keybag) -> [UInt8] {
        keybag.primaryKey(
            itemClass: itemClass, accessGroup: accessGroup, synchronizable: synchronizable,
            attributes: attributes)
    }
}
