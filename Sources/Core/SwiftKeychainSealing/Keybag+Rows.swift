// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension Keybag {
    /// Seals both boxes of `row` in the current format and returns the whole row. Every other field stays
    /// as it is, and the old contents of the boxes are ignored.
    ///
    /// - Parameters:
    ///   - attributes: what ``openMetadata(_:)`` will return.
    ///   - secret: nil for an item without one, which differs from an empty one.
    /// - Throws: as ``check(_:)``; `internalComponent` when a column cannot be stored.
    package func seal(
        _ row: SealedRow, attributes: [Attribute: AttributeValue], secret: SecretBytes?
    ) throws(KeychainError) -> SealedRow {
        guard let protection = ProtectionClass(rawValue: row.protection),
            row.digests.count == row.itemClass.attributes.digestColumns.count
        else {
            throw KeychainError(.internalComponent, "\(row.itemClass.rawValue): row not filled in")
        }
        try check(protection)
        var sealed = row
        sealed.format = SealedRow.currentFormat
        let nonce = random.bytes(Box.nonceBytes)
        let plaintext = MetadataPlaintext(hasSecret: secret != nil, attributes: attributes)
        let metadata = plaintext.encoded()
        let metadataContext = RowAssociatedData.encoded(sealed, store: storeIdentifier)
        sealed.metadataBox = try withKey(.metadata, of: protection) {
            Box.seal(metadata, associatedData: metadataContext, nonce: nonce, under: $0)
        }
        guard let secret else {
            sealed.secretBox = nil
            return sealed
        }
        let secretNonce = random.bytes(Box.nonceBytes)
        let secretContext = RowAssociatedData.encoded(
            sealed, store: storeIdentifier, metadataNonce: nonce[...])
        sealed.secretBox = try withKey(.secret, of: protection) { key in
            secret.withBytes {
                Box.seal($0, associatedData: secretContext, nonce: secretNonce, under: key)
            }
        }
        return sealed
    }

    /// Opens the attributes of a row, and checks that its data box is there or not as sealed.
    ///
    /// - Throws: `decode` when the row is damaged: anything in it but its rowid was changed;
    ///   `interactionNotAllowed` while its class is locked; `notAvailable` for a row of a newer
    ///   format, which isn't damaged: check ``SealedRow/format`` first.
    package func openMetadata(
        _ row: SealedRow
    ) throws(KeychainError) -> [Attribute: AttributeValue] {
        let protection = try protection(of: row)
        let context = RowAssociatedData.encoded(row, store: storeIdentifier)
        let opened = try withKey(.metadata, of: protection) { key in
            Box.open(row.metadataBox, associatedData: context, under: key)
        }
        guard let opened, let plaintext = try? MetadataPlaintext(opened) else {
            throw damaged(row, "its attributes do not open")
        }
        guard plaintext.hasSecret == (row.secretBox != nil) else {
            throw damaged(row, plaintext.hasSecret ? "its data is missing" : "its data was added")
        }
        return plaintext.attributes
    }

    /// Opens the secret of a row into locked memory; nil when the row has no data box.
    ///
    /// ``openMetadata(_:)`` authenticates that a row *has* no data box: call it first.
    ///
    /// - Throws: `decode` when the row is damaged; `interactionNotAllowed` while its class is locked.
    package func openSecret(_ row: SealedRow) throws(KeychainError) -> SecretBytes? {
        guard let box = row.secretBox else { return nil }
        let protection = try protection(of: row)
        let context = RowAssociatedData.encoded(
            row, store: storeIdentifier, metadataNonce: row.metadataBox.prefix(Box.nonceBytes))
        let secret = try withKey(.secret, of: protection) { key in
            Box.openSecret(box, associatedData: context, under: key)
        }
        guard let secret else { throw damaged(row, "its data does not open") }
        return secret
    }

    /// Returns the protection class of a row; a row of a class without a key is damaged.
    private func protection(of row: SealedRow) throws(KeychainError) -> ProtectionClass {
        guard row.format <= SealedRow.currentFormat else {
            throw KeychainError(
                .notAvailable,
                "\(row.itemClass.rawValue) row \(row.rowid): format \(row.format) is newer than this version"
            )
        }
        guard row.format >= 1 else { throw damaged(row, "no format has the number \(row.format)") }
        // The first format authenticates only the columns that existed then.
        let table = row.itemClass.attributes
        guard row.digests.count == table.digestColumns.count else {
            throw damaged(row, "not a digest for each column")
        }
        let first = table.firstDigestCount
        guard
            row.format > 1
                || row.addedDigests.isEmpty
                    && row.digests.dropFirst(first).allSatisfy({ $0 == nil })
        else { throw damaged(row, "a column has a value that its format doesn't have") }
        guard let protection = ProtectionClass(rawValue: row.protection),
            protection != .whenPasscodeSetThisDeviceOnly || hasPasscode
        else { throw damaged(row, "no key of its protection class exists") }
        return protection
    }

    /// Returns the error for a row whose box doesn't open: where it is and why, without any of its values.
    private func damaged(_ row: SealedRow, _ rule: String) -> KeychainError {
        KeychainError(
            .decode,
            "\(row.itemClass.rawValue) row \(row.rowid), reference "
                + "\(Hexadecimal.text(row.persistentReference)): \(rule)")
    }
}

extension Keybag {
    /// Digests a value for a column of ``AttributeTable/digestColumns``, 16 bytes.
    ///
    /// Two values have the same digest when their comparison bytes are equal and their columns share a
    /// domain. Without the index key a digest reveals nothing else.
    package func digest(
        _ value: AttributeValue, forColumn column: Int, of itemClass: ItemClass
    ) -> [UInt8] {
        let bytes = itemClass.attributes.digestColumns[column].comparisonBytes(value)
        return digest(bytes, forColumn: column, of: itemClass)
    }

    private func digest(_ bytes: [UInt8], forColumn column: Int, of itemClass: ItemClass) -> [UInt8]
    {
        keys.columns(of: itemClass).withKey(at: column) { KeyedHash.digest(bytes, under: $0) }
    }

    /// Digests the attributes of an item, one entry per digest column of its class.
    ///
    /// An absent attribute of the primary key is digested as its default, or as empty where it has
    /// none; any other absent attribute is nil.
    package func digests(
        of attributes: [Attribute: AttributeValue], in itemClass: ItemClass
    ) -> [[UInt8]?] {
        let table = itemClass.attributes
        let columnKeys = keys.columns(of: itemClass)
        var digests = table.digestColumns.enumerated().map { (column, description) -> [UInt8]? in
            if attributes[description.attribute] == nil && !description.isPrimaryKey { return nil }
            let bytes = description.comparisonBytes(in: attributes)
            return columnKeys.withKey(at: column) { KeyedHash.digest(bytes, under: $0) }
        }
        if case .data(let encoded) = attributes[.lookupAttributes],
            let lookup = try? LookupAttributes(encoded: encoded)
        {
            for (column, bytes) in zip(table.lookupColumns, lookup.digestedBytes) {
                digests[column] = digest(bytes, forColumn: column, of: itemClass)
            }
        }
        return digests
    }

    /// Digests the lookup attributes that a query names.
    package func lookup(_ attributes: LookupAttributes, in itemClass: ItemClass)
        -> StoreQuery.Lookup
    {
        let column = itemClass.attributes.lookupColumns.lowerBound
        return StoreQuery.Lookup(
            attributes.searchedBytes.map { digest($0, forColumn: column, of: itemClass) },
            overflow: digest(LookupAttributes.overflow, forColumn: column, of: itemClass))
    }

    /// Digests the primary key of an item, 16 bytes: class, access group, synchronizable and every
    /// attribute of the primary key, as one CBOR array so that no two tuples have the same bytes.
    package func primaryKey(
        itemClass: ItemClass, accessGroup: String, synchronizable: Bool,
        attributes: [Attribute: AttributeValue]
    ) -> [UInt8] {
        primaryKey(
            itemClass.primaryKeyBytes(
                accessGroup: accessGroup, synchronizable: synchronizable, attributes: attributes))
    }

    /// Digests the bytes of a primary key.
    package func primaryKey(_ bytes: [UInt8]) -> [UInt8] {
        keys.withKey(.primaryKey) { KeyedHash.digest(bytes, under: $0) }
    }
}
