// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// The metadata and the secret keys of the classes of one ``LockGroup``, in locked memory,
/// for the length of a call.
///
/// The keys of ``LockGroup/whenUnlocked`` are followed by the time that the machine had slept when they
/// were unlocked.
package struct UnlockedKeys: Sendable {
    /// One of the two keys of a class.
    enum Role { case metadata, secret }

    let group: LockGroup
    private let bytes: SecretBytes

    /// The time that is written for keys that sleep doesn't lock.
    private static let noFigure: Int64 = -1

    /// Returns the bytes of the keys of a group: two keys for each class.
    private static func keyBytes(_ group: LockGroup) -> Int {
        group.classes.count * 2 * KeyedHash.keyBytes
    }

    private static func byteCount(_ group: LockGroup) -> Int {
        keyBytes(group) + (group == .whenUnlocked ? MemoryLayout<Int64>.size : 0)
    }

    /// Derives the metadata key and the secret key of each class in the group from what a passcode opened.
    package init(_ group: LockGroup, of keys: PasscodeKeys) {
        self.group = group
        bytes = SecretBytes(count: Self.byteCount(group)) { buffer in
            Self.write(nil, behindKeysOf: group, to: buffer)
            for (index, protection) in group.classes.enumerated() {
                let start = buffer.baseAddress! + index * 2 * KeyedHash.keyBytes
                keys.roots.withKey(protection.rawValue) { key in
                    KeyPurpose.metadata.derive(under: key, into: start)
                    KeyPurpose.secret.derive(under: key, into: start + KeyedHash.keyBytes)
                }
            }
        }
    }

    /// The nanoseconds that the machine had slept between its start and the unlocking of these keys;
    /// nil when sleep doesn't lock them.
    package var asleep: Int64? {
        guard group == .whenUnlocked else { return nil }
        let figure = bytes.withBytes {
            Int64(
                littleEndian: $0.loadUnaligned(
                    fromByteOffset: Self.keyBytes(group), as: Int64.self))
        }
        return figure == Self.noFigure ? nil : figure
    }

    /// Returns the same keys with another time asleep.
    func with(asleep: Int64?) -> UnlockedKeys {
        let copy = bytes.withBytes { bytes in
            SecretBytes(count: bytes.count) { buffer in
                buffer.copyMemory(from: bytes)
                Self.write(asleep, behindKeysOf: group, to: buffer)
            }
        }
        return UnlockedKeys(group: group, bytes: copy)
    }

    private init(group: LockGroup, bytes: SecretBytes) {
        self.group = group
        self.bytes = bytes
    }

    /// Writes the time asleep behind the keys, 8 bytes, lowest first; -1 if sleep doesn't lock. Only `whenUnlocked` has
    /// it.
    private static func write(
        _ asleep: Int64?, behindKeysOf group: LockGroup, to buffer: UnsafeMutableRawBufferPointer
    ) {
        guard group == .whenUnlocked else { return }
        buffer.storeBytes(
            of: (asleep ?? noFigure).littleEndian, toByteOffset: keyBytes(group), as: Int64.self)
    }

    /// Runs `body` with one key of `protection`, which belongs to this group.
    func withKey<Result>(
        _ role: Role, of protection: ProtectionClass, _ body: (KeyPointer) -> Result
    ) -> Result {
        guard let index = group.classes.firstIndex(of: protection) else {
            preconditionFailure("\(protection.rawValue) is of another group")
        }
        return bytes.withBytes { bytes in
            body(
                bytes.bindMemory(to: UInt8.self).baseAddress!
                    + (2 * index + (role == .metadata ? 0 : 1)) * KeyedHash.keyBytes)
        }
    }

    // MARK: Keys kept between calls

    /// Seals the keys to keep them between calls; `context` binds them to their keybag.
    func sealed(context: [UInt8], nonce: [UInt8], under key: KeyArena) -> [UInt8] {
        key.seal(bytes, associatedData: context, nonce: nonce)
    }

    /// Opens what ``sealed(context:nonce:under:)`` returned; nil for anything else, such as keys
    /// without a time that earlier versions kept.
    init?(_ group: LockGroup, sealed: [UInt8], context: [UInt8], under key: KeyArena) {
        guard sealed.count == Self.byteCount(group) + Box.overhead,
            let opened = key.openSecret(sealed, associatedData: context)
        else { return nil }
        self.group = group
        bytes = opened
    }
}
