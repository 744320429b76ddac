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
        // Made twice for every row of a search, so it is written into memory of sufficient size at once.
        [UInt8](unsafeUninitializedCapacity: capacity(row, store, metadataNonce)) {
            buffer, filled in
            var writer = Writer(buffer)
            writer.head(4, metadataNonce == nil ? 12 : 13)
            writer.head(0, UInt64(row.format))
            writer.data(store)
            writer.text(metadataNonce == nil ? "meta" : "data")
            writer.text(row.itemClass.rawValue)
            writer.text(row.accessGroup)
            writer.text(row.protection)
            writer.byte(row.synchronizable ? 0xf5 : 0xf4)
            writer.byte(row.tombstone ? 0xf5 : 0xf4)
            writer.data(row.persistentReference)
            writer.integer(row.revision)
            writer.data(row.primaryKey)
            if row.format == 1 {
                writer.digestsByPosition(row)
            } else {
                writer.digestsByName(row)
            }
            if let metadataNonce {
                metadataNonce.withUnsafeBytes { writer.string(2, $0) }
            }
            filled = writer.count
        }
    }

    /// Returns an upper bound of the length: the bytes of every column, and the longest head of each.
    private static func capacity(
        _ row: SealedRow, _ store: [UInt8], _ metadataNonce: ArraySlice<UInt8>?
    ) -> Int {
        var count = store.count + row.accessGroup.utf8.count + row.protection.utf8.count
        count += row.persistentReference.count + row.primaryKey.count + (metadataNonce?.count ?? 0)
        for digest in row.digests { count += digest?.count ?? 0 }
        for added in row.addedDigests { count += added.digest.count }
        return count + 14 * (16 + row.digests.count + row.addedDigests.count)
    }
}

extension Writer {
    /// Writes the array of the first version's digests, with null for an absent one.
    fileprivate mutating func digestsByPosition(_ row: SealedRow) {
        let count = row.itemClass.attributes.firstDigestCount
        head(4, UInt64(count))
        for digest in row.digests.prefix(count) {
            if let digest { data(digest) } else { byte(0xf6) }
        }
    }

    /// Writes the map of name to digest, without those that are absent.
    fileprivate mutating func digestsByName(_ row: SealedRow) {
        head(5, UInt64(row.digests.count { $0 != nil } + row.addedDigests.count))
        var added = row.addedDigests.sorted { $0.name < $1.name }[...]
        for (position, name) in row.itemClass.attributes.digestsByName {
            while let first = added.first, first.name < name.rawValue {
                pair(first)
                added = added.dropFirst()
            }
            guard let digest = row.digests[position] else { continue }
            text(name)
            data(digest)
        }
        for rest in added { pair(rest) }
    }

    private mutating func pair(_ added: AddedDigest) {
        text(added.name)
        data(added.digest)
    }
}

/// A writer of the same CBOR as ``CanonicalCBOR/Encoder``, into memory of a known size.
private struct Writer {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func byte(_ byte: UInt8) {
        buffer.initializeElement(at: count, to: byte)
        count += 1
    }

    /// Writes the head of a CBOR value in its shortest form.
    mutating func head(_ major: UInt8, _ argument: UInt64) {
        if argument < 24 { return byte(major << 5 | UInt8(argument)) }
        let (low, length): (UInt8, UInt64) =
            switch argument {
            case ...0xff: (24, 1)
            case 0x100...0xffff: (25, 2)
            case 0x1_0000...0xffff_ffff: (26, 4)
            default: (27, 8)
            }
        byte(major << 5 | low)
        for index in (0..<length).reversed() {
            byte(UInt8(truncatingIfNeeded: argument >> (8 * index)))
        }
    }

    mutating func integer(_ value: Int64) {
        head(value < 0 ? 1 : 0, UInt64(bitPattern: value < 0 ? ~value : value))
    }

    mutating func string(_ major: UInt8, _ bytes: UnsafeRawBufferPointer) {
        head(major, UInt64(bytes.count))
        append(bytes)
    }

    /// Copies bytes to the end. The buffer must have room: its capacity was computed from the same columns.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count <= buffer.count - count, "the capacity bounds every column")
        guard let source = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(buffer.baseAddress! + count).copyMemory(
            from: source, byteCount: bytes.count)
        count += bytes.count
    }

    mutating func data(_ bytes: [UInt8]) { bytes.withUnsafeBytes { string(2, $0) } }

    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { string(3, UnsafeRawBufferPointer($0)) }
    }

    mutating func text(_ name: Attribute) {
        head(3, 4)
        withUnsafeBytes(of: name.code.bigEndian) { append($0) }
    }
}
