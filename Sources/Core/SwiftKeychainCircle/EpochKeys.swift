// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The keys that open what is written in an epoch.
///
/// They are derived from the epoch's secret. A locked device has the keys without the secret, so that it can't derive
/// the key of packs that need an unlock.
package struct EpochKeys: Sendable {
    /// The name of the epoch, 16 bytes.
    package let name: [UInt8]
    /// The key of the bodies of heads.
    let head: KeyArena
    /// A device that is locked has only some. The key for ``PackKind/afterFirstUnlock`` is always there.
    let packs: [PackKind: KeyArena]

    /// Joins the keys that a locked device may use: those of heads, and of packs that can be read then. The result is a
    /// CBOR array of the names, then two keys of 32 bytes for each name: heads, and packs of kind C.
    package static func join(_ epochs: [EpochKeys]) -> SecretBytes {
        let keys = epochs.flatMap { [$0.head, $0.packs[.afterFirstUnlock]].compactMap(\.self) }
        return SecretTail.join(
            CanonicalCBOR.array(epochs.map { .data($0.name) }),
            keys.map { key in
                SecretBytes(count: keyBytes) { output in
                    key.withKey {
                        output.copyMemory(
                            from: UnsafeRawBufferPointer(start: $0, count: keyBytes))
                    }
                }
            })
    }

    /// Reads what ``join(_:)`` wrote; nil for anything else.
    package static func split(_ bytes: SecretBytes) -> [EpochKeys]? {
        guard var tail = SecretTail(bytes), let names = names(tail.head) else { return nil }
        var epochs: [EpochKeys] = []
        for name in names {
            guard let head = tail.take(UInt64(keyBytes)), let pack = tail.take(UInt64(keyBytes))
            else { return nil }
            epochs.append(
                EpochKeys(
                    name: name, head: arena(head), packs: [.afterFirstUnlock: arena(pack)]))
        }
        return tail.isAtEnd ? epochs : nil
    }

    private static let keyBytes = 32

    private static func arena(_ secret: SecretBytes) -> KeyArena {
        KeyArena(count: secret.count) { output in secret.withBytes { output.copyMemory(from: $0) } }
    }

    /// Reads the names of epochs; nil for anything that isn't an array of them.
    static func names(_ head: [UInt8]) -> [[UInt8]]? {
        try? CanonicalCBOR.Decoder.read(head) {
            try $0.list { try $0.data(count: EpochSecret.nameBytes) }
        }
    }
}
