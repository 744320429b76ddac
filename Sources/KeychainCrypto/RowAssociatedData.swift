import KeychainModel

/// Encodes what binds the boxes of a row to its place: every other column, the store, the version
/// of the format and the role of the box.
///
/// The rowid is left out: SQLite gives it after sealing, and a salvaged store may number anew.
/// The data box also names the nonce of the metadata box, so that halves of two versions of one
/// row never open together.
enum RowAssociatedData {
    static func metadata(_ row: SealedRow, store: [UInt8]) -> [UInt8] {
        columns(row, store: store, role: "meta", count: 12).bytes
    }

    static func secret(
        _ row: SealedRow, metadataNonce: [UInt8], store: [UInt8]
    ) -> [UInt8] {
        var encoder = columns(row, store: store, role: "data", count: 13)
        encoder.data(metadataNonce)
        return encoder.bytes
    }

    private static func columns(
        _ row: SealedRow, store: [UInt8], role: String, count: Int
    ) -> CanonicalCBOR.Encoder {
        var encoder = CanonicalCBOR.Encoder(
            reservingCapacity: 160 + row.accessGroup.utf8.count + 17 * row.digests.count)
        encoder.array(count)
        encoder.unsigned(Format.version)
        encoder.data(store)
        encoder.text(role)
        encoder.text(row.itemClass.rawValue)
        encoder.text(row.accessGroup)
        encoder.text(row.protection)
        encoder.boolean(row.synchronizable)
        encoder.boolean(row.tombstone)
        encoder.data(row.persistentReference)
        encoder.integer(row.revision)
        encoder.data(row.primaryKey)
        encoder.array(row.digests.count)
        for digest in row.digests {
            if let digest { encoder.data(digest) } else { encoder.null() }
        }
        return encoder
    }
}
