// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The 32-byte key of this device in a locked arena.
package final class DeviceKey: Sendable {
    /// The length of a device key, in bytes.
    package static let byteCount = 32

    /// The public identifier of the key, 16 bytes: BLAKE2b-128 keyed with it, which doesn't reveal it.
    package let identifier: [UInt8]
    private let arena: KeyArena

    /// Takes 32 bytes of key, and derives the 16-byte name that keybags record.
    private init(_ arena: KeyArena) {
        self.arena = arena
        identifier = arena.withKey {
            KeyedHash.digest(KeyPurpose.deviceKeyIdentifier.message, under: $0)
        }
    }

    /// Makes a new key from the kernel's random bytes.
    ///
    /// - Throws: `notAvailable` when libsodium can't be initialized.
    package static func generate() throws(KeychainError) -> DeviceKey {
        try Sodium.start()
        return DeviceKey(KeyArena(count: byteCount) { RandomSource.system.fill($0) })
    }

    /// Uses a key that was stored.
    ///
    /// - Throws: `notAvailable` unless `bytes` are exactly 32.
    package convenience init(bytes: SecretBytes) throws(KeychainError) {
        try Sodium.start()
        guard bytes.count == Self.byteCount else {
            throw KeychainError(
                .notAvailable, "device key: \(bytes.count) bytes instead of \(Self.byteCount)")
        }
        self.init(
            KeyArena(count: Self.byteCount) { arena in
                bytes.withBytes { arena.copyMemory(from: $0) }
            })
    }

    /// Runs `body` with the 32 bytes, for storing them.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try arena.withBytes(body)
    }

    /// Derives the key for `purpose` from this one.
    func key(for purpose: KeyPurpose) -> KeyArena { arena.withKey { purpose.key(under: $0) } }
}

extension DeviceKey: CustomStringConvertible {
    /// The identifier, which isn't secret.
    package var description: String { "DeviceKey(\(Hexadecimal.text(identifier)))" }
}

/// The initialization of libsodium, once per process.
package enum Sodium {
    private static let isReady = sodium_init() >= 0

    package static func start() throws(KeychainError) {
        if !isReady { throw KeychainError(.notAvailable, "libsodium: can't be initialized") }
    }
}
