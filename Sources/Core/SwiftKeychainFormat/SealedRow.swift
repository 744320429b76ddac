// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// One row as the store keeps it: clear columns, digests and two sealed boxes.
///
/// This module has the values at which Store, Sealing and the service meet: a sealed row, and the query of digests that
/// finds some. It contains no code beyond them. Because of it, Store needs no import of Sealing, nor Sealing of Store.
///
/// The idea is that a row says as little as a search needs:
///
/// | part | who can read it |
/// |---|---|
/// | access group, protection class, the two flags, reference, revision | anybody with the file |
/// | digests of the attributes, the primary key | equal values are visible as equal; values need the index key |
/// | `meta`, the attributes | the class key |
/// | `data`, the secret | the class key, and an application password if the item has one |
///
/// 1. Everything but the boxes and the row id is authenticated by both boxes.
/// 2. The revision makes an old box of the same row unusable.
/// 3. Digests of columns that a newer build added are kept as they are.
package struct SealedRow: Sendable, Equatable {
    /// The version of the format for new rows.
    package static let currentFormat: Int64 = 2

    package let itemClass: ItemClass
    /// Column `fmt`: the version of the format of its boxes.
    package var format: Int64
    /// The rowid; 0 before the row is stored. Rowids grow with age and are never used twice.
    package var rowid: Int64
    package var accessGroup: String
    /// Column `pdmn`, as read; the row is damaged when it isn't a protection class.
    package var protection: String
    /// Column `sync`, 0 or 1.
    package var synchronizable: Bool
    package var tombstone: Bool
    /// Column `persistref`, 16 bytes.
    package var persistentReference: [UInt8]
    /// Column `rev`: 1 for a new row, one more with every change.
    package var revision: Int64
    /// One entry per ``AttributeTable/digestColumns``; nil where the attribute is absent.
    package var digests: [[UInt8]?]
    /// Digests in columns that a newer build added, by name; kept as they are.
    package var addedDigests: [AddedDigest]
    /// Column `pkey`, which must be unique in its table.
    package var primaryKey: [UInt8]
    /// The sealed attributes: nonce, ciphertext, tag.
    package var metadataBox: [UInt8]
    /// The sealed secret; nil when the item has none.
    package var secretBox: [UInt8]?

    package init(
        itemClass: ItemClass, format: Int64 = currentFormat, rowid: Int64 = 0,
        accessGroup: String, protection: String, synchronizable: Bool, tombstone: Bool,
        persistentReference: [UInt8], revision: Int64, digests: [[UInt8]?],
        addedDigests: [AddedDigest] = [], primaryKey: [UInt8], metadataBox: [UInt8] = [],
        secretBox: [UInt8]? = nil
    ) {
        self.itemClass = itemClass
        self.format = format
        self.rowid = rowid
        self.accessGroup = accessGroup
        self.protection = protection
        self.synchronizable = synchronizable
        self.tombstone = tombstone
        self.persistentReference = persistentReference
        self.revision = revision
        self.digests = digests
        self.addedDigests = addedDigests
        self.primaryKey = primaryKey
        self.metadataBox = metadataBox
        self.secretBox = secretBox
    }
}

/// The digest in a column that this build doesn't know.
package struct AddedDigest: Sendable, Equatable {
    package let name: String
    package let digest: [UInt8]

    package init(name: String, digest: [UInt8]) {
        self.name = name
        self.digest = digest
    }
}

/// A row as the store read it, or one whose columns don't have their types.
package enum StoredRow: Sendable {
    indirect case sealed(SealedRow)
    /// A row that no version of this package wrote: it is damaged, and stays where it is.
    case malformed(itemClass: ItemClass, rowid: Int64, rule: String)

    /// The row, unless it is damaged in this way.
    package var sealed: SealedRow? { if case .sealed(let row) = self { row } else { nil } }

    package var itemClass: ItemClass {
        switch self {
        case .sealed(let row): row.itemClass
        case .malformed(let itemClass, _, _): itemClass
        }
    }

    package var rowid: Int64 {
        switch self {
        case .sealed(let row): row.rowid
        case .malformed(_, let rowid, _): rowid
        }
    }
}
