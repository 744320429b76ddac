// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

@testable import SwiftKeychainSealing

/// Makes the keybags and rows that the tests damage.
enum Sample {
    static func keybag() throws -> Keybag {
        try Keybag.create(deviceKey: DeviceKey.generate())
    }

    static let attributes: [Attribute: AttributeValue] = [
        .account: .string("alice@example.org"),
        .service: .data([0, 1, 2, 0xff]),
        .label: .string("Crème brûlée"),
        .creator: .number(-7),
        .isInvisible: .boolean(true),
        .creationDate: .date(786_000_000.125),
        .modificationDate: .date(-1.5),
        .comment: .string(""),
        .accessControl: .data(AccessControl(plain: .whenUnlocked).encoded()),
    ]

    static let secret = SecretBytes(copying: Array("correct horse\u{0}battery".utf8))

    /// A row with every column filled in, its boxes empty.
    static func row(
        _ keybag: Keybag, itemClass: ItemClass = .genericPassword,
        attributes: [Attribute: AttributeValue] = attributes, group: String = "com.example.one",
        protection: ProtectionClass = .whenUnlocked, reference: UInt8 = 0xa5, revision: Int64 = 3
    ) -> SealedRow {
        SealedRow(
            itemClass: itemClass, rowid: 12, accessGroup: group, protection: protection.rawValue,
            synchronizable: false, tombstone: false,
            persistentReference: (0..<16).map { reference ^ $0 }, revision: revision,
            digests: keybag.digests(of: attributes, in: itemClass),
            primaryKey: keybag.primaryKey(
                itemClass: itemClass, accessGroup: group, synchronizable: false,
                attributes: attributes))
    }

    static func sealed(
        _ keybag: Keybag, secret: SecretBytes? = secret, revision: Int64 = 3,
        reference: UInt8 = 0xa5
    ) throws -> SealedRow {
        try keybag.seal(
            row(keybag, reference: reference, revision: revision), attributes: attributes,
            secret: secret)
    }
}

/// Tells whether a row is refused as damaged: its attributes, and its secret if it has one.
func isDamaged(_ row: SealedRow, _ keybag: Keybag) -> Bool {
    do {
        _ = try keybag.openMetadata(row)
        return false
    } catch {
        return error.code == .decode
    }
}

func isSecretDamaged(_ row: SealedRow, _ keybag: Keybag) -> Bool {
    do {
        _ = try keybag.openSecret(row)
        return false
    } catch {
        return error.code == .decode
    }
}

extension RandomSource {
    /// Gives a store identifier of `store` bytes first, then bytes that count up.
    static func counting(store: UInt8) -> RandomSource {
        let state = Mutex((isFirst: true, next: UInt8(0)))
        return RandomSource { buffer in
            state.withLock { state in
                for index in buffer.indices {
                    buffer[index] = state.isFirst ? store : state.next
                    state.next &+= 1
                }
                state.isFirst = false
            }
        }
    }
}
