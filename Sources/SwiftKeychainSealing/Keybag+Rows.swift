import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension Keybag {
    /// Seals both boxes of `row` in the current format and gives it back whole; every other field is
    /// the caller's, and what its boxes held is ignored.
    ///
    /// - Parameters:
    ///   - attributes: all that ``openMetadata(_:)`` shall give back.
    ///   - secret: nil for an item without one, which differs from an empty one.
    /// - Throws: as ``check(_:)``; `internalComponent` when a column cannot be stored.
    public func seal(
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
        let metadataContext = RowAssociatedData.metadata(sealed, store: storeIdentifier)
        sealed.metadataBox = try withKey(.metadata, of: protection) { key in
            metadata.withUnsafeBytes {
                Box.seal($0, associatedData: metadataContext, nonce: nonce, under: key)
            }
        }
        guard let secret else {
            sealed.secretBox = nil
            return sealed
        }
        let secretNonce = random.bytes(Box.nonceBytes)
        let secretContext = RowAssociatedData.secret(
            sealed, metadataNonce: nonce[...], store: storeIdentifier)
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
    ///   format, which is no damage: whoever reads rows looks at ``SealedRow/format`` first.
    public func openMetadata(
        _ row: SealedRow
    ) throws(KeychainError) -> [Attribute: AttributeValue] {
        let protection = try protection(of: row)
        let context = RowAssociatedData.metadata(row, store: storeIdentifier)
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
    /// That a row *has* no data box is vouched for by ``openMetadata(_:)``: call it first.
    ///
    /// - Throws: `decode` when the row is damaged; `interactionNotAllowed` while its class is locked.
    public func openSecret(_ row: SealedRow) throws(KeychainError) -> SecretBytes? {
        guard let box = row.secretBox else { return nil }
        let protection = try protection(of: row)
        let context = RowAssociatedData.secret(
            row, metadataNonce: row.metadataBox.prefix(Box.nonceBytes),
            store: storeIdentifier)
        let secret = try withKey(.secret, of: protection) { key in
            Box.openSecret(box, associatedData: context, under: key)
        }
        guard let secret else { throw damaged(row, "its data does not open") }
        return secret
    }

    /// A class without a key can have sealed nothing: such a row is a damaged one.
    private func protection(of row: SealedRow) throws(KeychainError) -> ProtectionClass {
        guard row.format <= SealedRow.currentFormat else {
            throw KeychainError(
                .notAvailable,
                "\(row.itemClass.rawValue) row \(row.rowid): format \(row.format) is newer than this version"
            )
        }
        guard row.format >= 1 else { throw damaged(row, "no format has the number \(row.format)") }
        // The first format authenticates the columns of its time and no other.
        let table = row.itemClass.attributes
        guard row.digests.count == table.digestColumns.count else {
            throw damaged(row, "not a digest for each column")
        }
        let first = table.firstDigestCount
        guard
            row.format > 1
                || row.addedDigests.isEmpty
                    && row.digests.dropFirst(first).allSatisfy({ $0 == nil })
        else { throw damaged(row, "a column was filled in that its format does not have") }
        guard let protection = ProtectionClass(rawValue: row.protection),
            protection != .whenPasscodeSetThisDeviceOnly || hasPasscode
        else { throw damaged(row, "no key of its protection class exists") }
        return protection
    }

    private func damaged(_ row: SealedRow, _ rule: String) -> KeychainError {
        KeychainError(
            .decode,
            "\(row.itemClass.rawValue) row \(row.rowid), reference "
                + "\(Hexadecimal.text(row.persistentReference)): \(rule)")
    }
}
