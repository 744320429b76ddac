// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A pointer to the 32 bytes of a key in an arena.
package typealias KeyPointer = UnsafePointer<UInt8>

extension KeyArena {
    /// Runs `body` with the key at `position`.
    package func withKey<Result>(at position: Int = 0, _ body: (KeyPointer) -> Result) -> Result {
        withBytes {
            body($0.bindMemory(to: UInt8.self).baseAddress! + position * KeyedHash.keyBytes)
        }
    }
}

/// The keyed hash: BLAKE2b (RFC 7693) in its keyed mode, with keys of 32 bytes.
enum KeyedHash {
    static let keyBytes = 32
    /// The length of a digest of an attribute or a primary key.
    static let digestBytes = 16

    /// Returns the BLAKE2b-128 of `message`, or that of another length.
    static func digest(
        _ message: [UInt8], under key: KeyPointer, count: Int = digestBytes
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            message.withUnsafeBytes { hash($0, under: key, into: buffer) }
            filled = count
        }
    }

    /// Hashes a message into `output`, of 1 to 64 bytes; hashes of different lengths are unrelated.
    static func hash(
        _ message: UnsafeRawBufferPointer, under key: KeyPointer,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) {
        let result = crypto_generichash_blake2b(
            output.baseAddress!, output.count, message.bindMemory(to: UInt8.self).baseAddress,
            UInt64(message.count), key, keyBytes)
        precondition(result == 0, "BLAKE2b refuses only lengths that no format has")
        // It leaves the result, which may be a key, on the stack and in registers.
        sodium_stackzero(stackBytes)
        keychain_clear_vector_registers()
    }

    /// More than libsodium's BLAKE2b takes of the stack.
    private static let stackBytes = 2048
}

/// The purpose of a derived key, which is the message of the derivation.
///
/// The message is the CBOR array ["swift-keychain/1", purpose, context…], so that no two purposes
/// have the same message.
package struct KeyPurpose {
    package let message: [UInt8]

    private init(_ purpose: String, _ context: CanonicalCBOR.Value...) {
        message = Format.context(purpose, context)
    }

    // Under the device key.
    static let deviceKeyIdentifier = KeyPurpose("device key identifier")
    static func wrapping(_ store: [UInt8]) -> KeyPurpose { .init("wrapping key", .data(store)) }
    static func keybag(_ store: [UInt8]) -> KeyPurpose { .init("keybag", .data(store)) }
    static func unlocked(_ store: [UInt8]) -> KeyPurpose { .init("unlocked keys", .data(store)) }

    // Under the index key.
    static func domain(_ name: String) -> KeyPurpose { .init("domain", .text(name)) }
    static let primaryKey = KeyPurpose("primary key")

    // Under the manifest key.
    static let manifestElement = KeyPurpose("manifest element")
    static let manifestBox = KeyPurpose("manifest box")
    static func counter(_ store: [UInt8]) -> KeyPurpose { .init("counter", .data(store)) }
    static func counterBox(_ store: [UInt8]) -> KeyPurpose { .init("counted value", .data(store)) }

    // Under a class key.
    static let metadata = KeyPurpose("metadata key")
    static let secret = KeyPurpose("secret key")

    // Under the key derived from the passphrase of an archive.
    static func archiveVerifier(_ fields: [UInt8]) -> KeyPurpose {
        .init("archive verifier", .data(fields))
    }
    static func archiveStream(_ fields: [UInt8]) -> KeyPurpose {
        .init("archive stream", .data(fields))
    }

    // Under the device key.
    static func archive(_ fields: [UInt8]) -> KeyPurpose { .init("archive", .data(fields)) }
    static let knownKeychains = KeyPurpose("known keychains")

    // Under a secret that a TPM sealed, or a recovery code.
    static let deviceKeys = KeyPurpose("device keys")

    // Under the key derived from an application password.
    static let applicationPassword = KeyPurpose("application password")

    // Under the secret of an epoch of a circle.
    package static func syncHead(_ circle: [UInt8]) -> KeyPurpose {
        .init("sync head", .data(circle))
    }
    package static func syncPack(_ kind: String, _ circle: [UInt8]) -> KeyPurpose {
        .init("sync pack \(kind)", .data(circle))
    }

    // Under the secret of an invitation, with zeros up to 32 bytes.
    package static func pairing(_ mailbox: [UInt8], message: Int) -> KeyPurpose {
        .init("pairing", .data(mailbox), .unsigned(UInt64(message)))
    }

    // Under a recovery code of a circle.
    package static let recoverySigning = KeyPurpose("recovery signing key")
    package static let recoverySealing = KeyPurpose("recovery sealing key")

    /// Derives the key of this purpose from `parent`.
    package func key(under parent: KeyPointer) -> KeyArena {
        KeyArena(count: KeyedHash.keyBytes) { derive(under: parent, into: $0.baseAddress!) }
    }

    /// Derives the 32-byte key of this purpose from `parent` into `output`.
    package func derive(under parent: KeyPointer, into output: UnsafeMutableRawPointer) {
        let output = UnsafeMutableBufferPointer(
            start: output.assumingMemoryBound(to: UInt8.self), count: KeyedHash.keyBytes)
        message.withUnsafeBytes { KeyedHash.hash($0, under: parent, into: output) }
    }
}

/// The versions and the name of the format (Docs/internals/format.md).
enum Format {
    /// The version of the record of a keybag. Rows have their own, ``SealedRow/currentFormat``.
    static let keybagVersion: UInt64 = 1
    /// The version of the header of an archive.
    static let archiveVersion: UInt32 = 1
    /// The name that binds derived keys and boxes to this format; it never changes.
    static let name = "swift-keychain/1"

    /// Encodes what a derived key or a box is bound to, as the CBOR array ["swift-keychain/1", purpose, value…]: no two
    /// purposes have the same bytes.
    static func context(_ purpose: String, _ values: [CanonicalCBOR.Value] = []) -> [UInt8] {
        CanonicalCBOR.array([.text(name), .text(purpose)] + values)
    }
}
