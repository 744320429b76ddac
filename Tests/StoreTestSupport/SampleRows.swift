// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainStore

/// Makes rows whose boxes anyone can check: both hold a checksum of the rest of the row.
package enum Sample {
    /// Makes row `number` of a class; the same number gives the same row.
    package static func row(
        _ number: Int, _ itemClass: ItemClass = .genericPassword, group: String = "group",
        revision: Int64 = 1, secretBytes: Int = 48
    ) -> SealedRow {
        let columns = itemClass.attributes.digestColumns
        var row = SealedRow(
            itemClass: itemClass, accessGroup: group, protection: "ak", synchronizable: false,
            tombstone: false, persistentReference: digest("ref", number), revision: revision,
            digests: columns.map { column in
                column.isPrimaryKey || column.isIndexed
                    ? digest(column.attribute.rawValue, number) : nil
            },
            primaryKey: digest("pkey", number))
        seal(&row, secretBytes: secretBytes)
        return row
    }

    /// Fills both boxes.
    package static func seal(_ row: inout SealedRow, secretBytes: Int = 48) {
        let sum = checksum(row)
        row.metadataBox = sum + [UInt8](repeating: 0x6d, count: 120)
        var body = [UInt8](repeating: 0, count: secretBytes)
        for index in body.indices {
            body[index] = UInt8(truncatingIfNeeded: index &* 31 &+ Int(sum[0]))
        }
        row.secretBox = sum + bytes(mix(body)) + body
    }

    /// Tells whether both boxes belong to the row and are whole.
    package static func isIntact(_ row: SealedRow) -> Bool {
        guard let secret = row.secretBox, secret.count >= 16 else { return false }
        let sum = checksum(row)
        return row.metadataBox == sum + [UInt8](repeating: 0x6d, count: 120)
            && Array(secret[..<8]) == sum
            && Array(secret[8..<16]) == bytes(mix(Array(secret[16...])))
    }

    /// Makes 16 bytes from a name and a number.
    package static func digest(_ name: String, _ number: Int) -> [UInt8] {
        let first = mix(Array(name.utf8) + bytes(UInt64(truncatingIfNeeded: number)))
        return bytes(first) + bytes(mix(bytes(first)))
    }

    private static func checksum(_ row: SealedRow) -> [UInt8] {
        var all = Array((row.itemClass.rawValue + row.accessGroup + row.protection).utf8)
        all += [row.synchronizable ? 1 : 0, row.tombstone ? 1 : 0]
        all += row.persistentReference + bytes(UInt64(row.revision)) + row.primaryKey
        for digest in row.digests { all += digest.map { [1] + $0 } ?? [0] }
        return bytes(mix(all))
    }

    private static func bytes(_ value: UInt64) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    /// FNV-1a, then mixed once more.
    private static func mix(_ bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash ^= hash >> 31
        return hash &* 0x9e37_79b9_7f4a_7c15
    }
}
