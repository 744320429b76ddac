// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel

extension SealedRow {
    /// Returns the row with all changes that the input asks for.
    func edited(by input: inout FuzzBytes) -> SealedRow {
        var row = self
        while !input.isAtEnd { row.edit(by: &input) }
        return row
    }

    private mutating func edit(by input: inout FuzzBytes) {
        let other = input.choose(of: SampleStore.rows).row
        switch input.choose(12) {
        case 0: self = other
        case 1: self = with(itemClass: input.choose(of: ItemClass.allCases))
        case 2: rowid = Int64(bitPattern: input.word())
        case 3: accessGroup = Self.edit(accessGroup, other: other.accessGroup, by: &input)
        case 4:
            protection =
                input.byte() & 1 == 0
                ? input.choose(of: ProtectionClass.allCases).rawValue
                : Self.edit(protection, other: other.protection, by: &input)
        case 5: synchronizable.toggle()
        case 6: tombstone.toggle()
        case 7:
            persistentReference = input.edit(
                persistentReference, other: other.persistentReference)
        case 8: revision = Int64(bitPattern: input.word())
        case 9: primaryKey = input.edit(primaryKey, other: other.primaryKey)
        case 10: editDigests(other.digests, by: &input)
        default: editBoxes(other, by: &input)
        }
    }

    private mutating func editDigests(_ other: [[UInt8]?], by input: inout FuzzBytes) {
        let index = Int(input.byte())
        switch input.choose(5) {
        case 0 where index < digests.count:
            digests[index] = input.edit(
                digests[index] ?? [], other: other.first.flatMap(\.self) ?? [])
        case 1 where index < digests.count: digests[index] = nil
        case 2: digests = other
        case 3: digests.append(nil)
        default: digests.removeLast(digests.isEmpty ? 0 : 1)
        }
    }

    private mutating func editBoxes(_ other: SealedRow, by input: inout FuzzBytes) {
        switch input.choose(4) {
        case 0: metadataBox = input.edit(metadataBox, other: other.metadataBox)
        case 1: secretBox = input.edit(secretBox ?? [], other: other.secretBox ?? [])
        case 2: secretBox = nil
        default: secretBox = other.secretBox
        }
    }

    private static func edit(
        _ text: String, other: String, by input: inout FuzzBytes
    ) -> String {
        String(decoding: input.edit(Array(text.utf8), other: Array(other.utf8)), as: UTF8.self)
    }

    private func with(itemClass: ItemClass) -> SealedRow {
        SealedRow(
            itemClass: itemClass, rowid: rowid, accessGroup: accessGroup, protection: protection,
            synchronizable: synchronizable, tombstone: tombstone,
            persistentReference: persistentReference, revision: revision, digests: digests,
            primaryKey: primaryKey, metadataBox: metadataBox, secretBox: secretBox)
    }
}
