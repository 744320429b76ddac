// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// The keybag, rows and manifests of a sample store that is the same in every process.
enum SampleStore {
    /// A row, and the contents of its boxes.
    struct Sealed: Sendable {
        let row: SealedRow
        let attributes: [Attribute: AttributeValue]
        let secret: SecretBytes?
    }

    static let deviceKeyBytes: [UInt8] = Array(0..<32)
    static let deviceKey = made { try DeviceKey(bytes: SecretBytes(copying: deviceKeyBytes)) }
    static let keybag = made {
        try Keybag.create(deviceKey: deviceKey, random: counting())
    }

    static let rows: [Sealed] = [
        sealed(.genericPassword, passwords, secret: "correct horse"),
        // The same item after a change.
        sealed(.genericPassword, passwords, secret: "battery staple", revision: 2),
        sealed(
            .genericPassword, [.account: .data([0, 0xff])], secret: nil, reference: 1,
            protection: .alwaysThisDeviceOnly),
        sealed(
            .internetPassword, [.server: .string("example.org"), .port: .number(-1)], secret: "",
            reference: 2, synchronizable: true),
        sealed(.key, [:], secret: "key", group: "", reference: 3, protection: .afterFirstUnlock),
    ]

    /// The rows that one store can contain together, some so long that they fill pages of their own.
    static let stored: [Sealed] =
        rows.dropFirst()
        + [90, 700, 8147].enumerated().map { index, count in
            sealed(
                .genericPassword, [.account: .number(Int64(index))],
                secret: String(repeating: "x", count: count), reference: UInt8(16 + index))
        }

    static let manifests: [(manifest: Manifest, record: [UInt8])] = [0, 3].map {
        (revision: Int64) in
        var manifest = Manifest()
        for sealed in rows {
            manifest.add(
                keybag.element(
                    sealed.row.itemClass, persistentReference: sealed.row.persistentReference,
                    revision: sealed.row.revision))
        }
        manifest.revision = revision
        return (manifest, made { [manifest] in keybag.seal(manifest) })
    }

    private static let passwords: [Attribute: AttributeValue] = [
        .account: .string("alice@example.org"), .service: .data([0, 1, 2]),
        .label: .string("Cr\u{e8}me"), .creator: .number(-7), .isInvisible: .boolean(true),
        .creationDate: .date(786_000_000.125), .comment: .string(""),
    ]

    private static func sealed(
        _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue], secret: String?,
        group: String = "com.example.one", reference: UInt8 = 0, revision: Int64 = 1,
        protection: ProtectionClass = .whenUnlocked, synchronizable: Bool = false
    ) -> Sealed {
        let row = SealedRow(
            itemClass: itemClass, accessGroup: group, protection: protection.rawValue,
            synchronizable: synchronizable, tombstone: false,
            persistentReference: Array(repeating: reference, count: 16), revision: revision,
            digests: keybag.digests(of: attributes, in: itemClass),
            primaryKey: keybag.primaryKey(
                itemClass: itemClass, accessGroup: group, synchronizable: synchronizable,
                attributes: attributes))
        let secret = secret.map { SecretBytes(copying: $0.utf8) }
        return Sealed(
            row: made { try keybag.seal(row, attributes: attributes, secret: secret) },
            attributes: attributes, secret: secret)
    }

    /// Returns a source of bytes that count up.
    private static func counting() -> RandomSource {
        let next = Mutex(UInt8(0))
        return RandomSource { buffer in
            next.withLock { next in
                for index in buffer.indices {
                    buffer[index] = next
                    next &+= 1
                }
            }
        }
    }

    private static func made<Value>(_ make: () throws -> Value) -> Value {
        do { return try make() } catch { fatalError("the sample store: \(error)") }
    }
}
