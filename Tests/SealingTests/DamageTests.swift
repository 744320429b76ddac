// SPDX-License-Identifier: Apache-2.0
import SeededGenerator
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@testable import SwiftKeychainSealing

/// Flips, swaps and cuts everything a row holds; nothing of it may ever open as a wrong value.
@Suite struct DamageTests {
    let keybag: Keybag
    let row: SealedRow
    init() throws {
        keybag = try Sample.keybag()
        row = try Sample.sealed(keybag)
    }

    /// Gives `bytes` with each bit flipped in turn.
    static func flips(of bytes: [UInt8]) -> [[UInt8]] {
        (0..<8 * bytes.count).map { bit in
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            return flipped
        }
    }

    static func flips(of text: String) -> [String] {
        flips(of: Array(text.utf8)).compactMap { String(validating: $0, as: UTF8.self) }
    }

    /// Gives the row with each bit of each column flipped; the boxes are left as they are.
    static func flippedColumns(of row: SealedRow) -> [SealedRow] {
        func change(_ body: (inout SealedRow) -> Void) -> SealedRow {
            var changed = row
            body(&changed)
            return changed
        }
        var rows: [SealedRow] = []
        rows += flips(of: row.accessGroup).map { text in change { $0.accessGroup = text } }
        rows += flips(of: row.protection).map { text in change { $0.protection = text } }
        rows.append(change { $0.synchronizable.toggle() })
        rows.append(change { $0.tombstone.toggle() })
        rows += flips(of: row.persistentReference).map { bytes in
            change { $0.persistentReference = bytes }
        }
        rows += (0..<64).map { bit in change { $0.revision ^= 1 << bit } }
        rows += flips(of: row.primaryKey).map { bytes in change { $0.primaryKey = bytes } }
        for (column, digest) in row.digests.enumerated() {
            guard let digest else {
                rows.append(change { $0.digests[column] = [] })
                rows.append(change { $0.digests[column] = Array(repeating: 0, count: 16) })
                continue
            }
            rows.append(change { $0.digests[column] = nil })
            rows.append(change { $0.digests[column] = Array(digest.dropLast()) })
            rows += flips(of: digest).map { bytes in change { $0.digests[column] = bytes } }
        }
        return rows
    }

    @Test func everyBitOfEveryColumn() {
        let damaged = Self.flippedColumns(of: row)
        #expect(damaged.count > 1000)
        for changed in damaged {
            #expect(changed != row)
            #expect(isDamaged(changed, keybag) && isSecretDamaged(changed, keybag))
        }
    }

    @Test func everyBitOfTheMetadataBox() throws {
        for (bit, box) in Self.flips(of: row.metadataBox).enumerated() {
            var changed = row
            changed.metadataBox = box
            #expect(isDamaged(changed, keybag))
            if bit / 8 < Box.nonceBytes {
                #expect(isSecretDamaged(changed, keybag))
            } else {
                #expect(try keybag.openSecret(changed) == Sample.secret)
            }
        }
    }

    @Test func everyBitOfTheDataBox() throws {
        for box in Self.flips(of: row.secretBox ?? []) {
            var changed = row
            changed.secretBox = box
            #expect(isSecretDamaged(changed, keybag))
            #expect(try keybag.openMetadata(changed) == Sample.attributes)
        }
    }

    @Test func everyLengthOfTheBoxes() {
        let (metadata, secret) = (row.metadataBox, row.secretBox ?? [])
        for count in 0..<metadata.count {
            var changed = row
            changed.metadataBox = Array(metadata.prefix(count))
            #expect(isDamaged(changed, keybag))
        }
        for count in 0..<secret.count {
            var changed = row
            changed.secretBox = Array(secret.prefix(count))
            #expect(isSecretDamaged(changed, keybag))
        }
        var longer = row
        longer.metadataBox.append(0)
        longer.secretBox?.append(0)
        #expect(isDamaged(longer, keybag) && isSecretDamaged(longer, keybag))
    }

    @Test func anotherClass() {
        for itemClass in ItemClass.allCases where itemClass != row.itemClass {
            let moved = SealedRow(
                itemClass: itemClass, accessGroup: row.accessGroup, protection: row.protection,
                synchronizable: row.synchronizable, tombstone: row.tombstone,
                persistentReference: row.persistentReference, revision: row.revision,
                digests: row.digests, primaryKey: row.primaryKey, metadataBox: row.metadataBox,
                secretBox: row.secretBox)
            #expect(isDamaged(moved, keybag) && isSecretDamaged(moved, keybag))
        }
    }

    @Test func everyColumnOfAnotherRow() throws {
        let attributes: [Attribute: AttributeValue] = [
            .account: .string("bob"), .service: .string("other"), .generic: .data([1]),
            .label: .string("x"), .creationDate: .date(1), .modificationDate: .date(2),
        ]
        var other = Sample.row(
            keybag, attributes: attributes, group: "com.example.two", protection: .always,
            reference: 0x5a, revision: 4)
        other.synchronizable = true
        other.tombstone = true
        other = try keybag.seal(other, attributes: attributes, secret: Sample.secret)
        #expect(try keybag.openMetadata(other) == attributes)

        var exchanges: [(inout SealedRow) -> Void] = [
            { $0.accessGroup = other.accessGroup }, { $0.protection = other.protection },
            { $0.synchronizable = other.synchronizable }, { $0.tombstone = other.tombstone },
            { $0.persistentReference = other.persistentReference },
            { $0.revision = other.revision }, { $0.primaryKey = other.primaryKey },
            { $0.metadataBox = other.metadataBox },
        ]
        for column in row.digests.indices where row.digests[column] != other.digests[column] {
            exchanges.append { $0.digests[column] = other.digests[column] }
        }
        #expect(exchanges.count >= 15)
        for exchange in exchanges {
            var changed = row
            exchange(&changed)
            #expect(isDamaged(changed, keybag) && isSecretDamaged(changed, keybag))
        }
        var changed = row
        changed.secretBox = other.secretBox
        #expect(isSecretDamaged(changed, keybag))
    }

    @Test func digestsOfTwoColumnsExchanged() {
        var changed = row
        changed.digests.swapAt(0, 1)
        #expect(isDamaged(changed, keybag) && isSecretDamaged(changed, keybag))
    }

    @Test func theBoxesExchanged() {
        var changed = row
        changed.metadataBox = row.secretBox ?? []
        changed.secretBox = row.metadataBox
        #expect(isDamaged(changed, keybag) && isSecretDamaged(changed, keybag))
    }

    @Test func theDataOfAnEarlierRevision() throws {
        let later = try Sample.sealed(
            keybag, secret: SecretBytes(copying: [1, 2, 3]), revision: row.revision + 1)
        var changed = later
        changed.secretBox = row.secretBox
        #expect(isSecretDamaged(changed, keybag))
        changed.revision = row.revision
        #expect(isDamaged(changed, keybag) && isSecretDamaged(changed, keybag))
    }

    /// Two versions with one revision exist when a store was put back and changed again.
    @Test func theDataOfAnotherVersionWithTheSameRevision() throws {
        let again = try Sample.sealed(keybag, secret: SecretBytes(copying: [1, 2, 3]))
        var changed = row
        changed.secretBox = again.secretBox
        #expect(isSecretDamaged(changed, keybag))
    }

    @Test func anotherStore() throws {
        let deviceKey = try DeviceKey.generate()
        let other = try Keybag.create(deviceKey: deviceKey)
        #expect(isDamaged(row, other) && isSecretDamaged(row, other))
    }

    /// Even with the same class keys a box belongs to one store.
    @Test func theStoreIdentifierIsPartOfTheBox() throws {
        let deviceKey = try DeviceKey.generate()
        let first = try Keybag.create(deviceKey: deviceKey, random: .counting(store: 1))
        let second = try Keybag.create(deviceKey: deviceKey, random: .counting(store: 2))
        #expect(first.storeIdentifier != second.storeIdentifier)
        let row = try Sample.sealed(first)
        #expect(row.digests == second.digests(of: Sample.attributes, in: .genericPassword))
        #expect(isDamaged(row, second) && isSecretDamaged(row, second))
    }

    @Test func anyBytesForABox() {
        var generator = SeededGenerator()
        for count in 0..<300 {
            var changed = row
            changed.metadataBox = (0..<count).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            changed.secretBox = changed.metadataBox
            #expect(
                isDamaged(changed, keybag) && isSecretDamaged(changed, keybag),
                "\(SeededGenerator.note)")
        }
    }

    @Test func theDetailHoldsNoValue() throws {
        var changed = row
        changed.revision = 99
        let error = #expect(throws: KeychainError.self) { try keybag.openMetadata(changed) }
        let detail = try #require(error).detail
        #expect(detail.contains("genp row 12"))
        #expect(!detail.contains("alice") && !detail.contains("com.example"))
    }
}
