// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainSystem

/// The associated data that binds the boxes of a row to their place: every other column, the store, the
/// version of the row's format and the role of the box.
///
/// Digests are by name, so that a new column doesn't affect rows without a value in it. Rows of format 1
/// have the digests of all columns of the first version, by position.
///
/// The rowid is left out: SQLite assigns it after sealing, and a salvage may assign another one. The
/// data box's associated data contains the nonce of the metadata box, so that boxes of two versions of
/// a row never open together.
enum RowAssociatedData {
    /// Encodes the columns of a row that a box authenticates.
    ///
    ///     [format, store, "meta" or "data", class, access group, protection class, synchronizable, tombstone,
    ///      persistent reference, revision, primary key, digests, nonce of the metadata box]
    ///
    /// - Parameter metadataNonce: nil for the metadata box. That of the secret has the nonce of the metadata box too,
    ///   which ties the two together.
    static func encoded(
        _ row: SealedRow, store: [UInt8], metadataNonce: ArraySlice<UInt8>? = nil
    ) -> [UInt8] {
        // Made twice for every row of a search, so the memory suffices at once.
        var encoder = CanonicalCBOR.Encoder(
            reservingCapacity: 256 + 24 * (row.digests.count + row.addedDigests.count))
        encoder.array(metadataNonce == nil ? 12 : 13)
        encoder.integer(row.format)
        encoder.data(store)
        encoder.text(metadataNonce == nil ? "meta" : "data")
        encoder.text(row.itemClass.rawValue)
        encoder.text(row.accessGroup)
        encoder.text(row.protection)
        encoder.boolean(row.synchronizable)
        encoder.boolean(row.tombstone)
        encoder.data(row.persistentReference)
        encoder.integer(row.revision)
        encoder.data(row.primaryKey)
        if row.format == 1 {
            encoder.digestsByPosition(row)
        } else {
            encoder.digestsByName(row)
        }
        if let metadataNonce { encoder.data(Array(metadataNonce)) }
        return encoder.bytes
    }
}

extension CanonicalCBOR.Encoder {
    /// Writes the array of the first version's digests, with null for an absent one.
    fileprivate mutating func digestsByPosition(_ row: SealedRow) {
        let count = row.itemClass.attributes.firstDigestCount
        array(count)
        for digest in row.digests.prefix(count) {
            if let digest { data(digest) } else { null() }
        }
    }

    /// Writes the map of name to digest, without those that are absent.
    fileprivate mutating func digestsByName(_ row: SealedRow) {
        map(row.digests.count { $0 != nil } + row.addedDigests.count)
        var added =
            row.addedDigests.isEmpty ? [] : row.addedDigests.sorted { $0.name < $1.name }[...]
        for (position, name) in row.itemClass.attributes.digestsByName {
            while let first = added.first, first.name < name.rawValue {
                pair(first)
                added = added.dropFirst()
            }
            guard let digest = row.digests[position] else { continue }
            fourCharacters(name.code)
            data(digest)
        }
        for rest in added { pair(rest) }
    }

    private mutating func pair(_ added: AddedDigest) {
        text(added.name)
        data(added.digest)
    }
}
