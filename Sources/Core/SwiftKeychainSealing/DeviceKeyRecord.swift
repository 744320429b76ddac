// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Device keys in a box that a secret opens: one that a TPM has sealed, or a recovery code.
///
/// The CBOR array ["swift-keychain device key", format version, identifier, secret as the TPM sealed it, box]
/// (Docs/internals/format.md).
package struct DeviceKeyRecord: Sendable {
    /// The length of the secret, in bytes.
    package static let secretBytes = KeyedHash.keyBytes
    private static let magic = "swift-keychain device key"
    private static let version: UInt64 = 1
    private static let identifierBytes = 16

    /// 16 random bytes, under which the secret is remembered until the machine restarts.
    package let identifier: [UInt8]
    /// The secret as the TPM sealed it; in the record of a recovery code, the identifier of the TPM's record with the
    /// same keys, or nothing in one that an earlier version wrote.
    package let sealed: [UInt8]
    private let box: [UInt8]

    /// Seals device keys under `secret`, ``secretBytes`` long.
    package init(
        _ keys: DeviceKeys, sealed: [UInt8] = [], under secret: SecretBytes,
        _ random: RandomSource = .system
    ) {
        let identifier = random.bytes(Self.identifierBytes)
        self.identifier = identifier
        self.sealed = sealed
        box = Self.key(secret).seal(
            keys.text, associatedData: Self.associatedData(identifier, sealed),
            nonce: random.bytes(Box.nonceBytes))
    }

    /// Reads a record.
    ///
    /// - Throws: `notAvailable` for anything else, and for a record of a newer version.
    package init(_ record: [UInt8]) throws(KeychainError) {
        let malformed = KeychainError(.notAvailable, "not a record of a device key")
        (identifier, sealed, box) = try CanonicalCBOR.fields(
            of: record, 5, Self.magic, Self.version, malformed
        ) { decoder throws(CanonicalCBOR.Malformed) in
            let identifier = try decoder.data(count: Self.identifierBytes)
            return (identifier, try decoder.data(), try decoder.data())
        }
    }

    package var encoded: [UInt8] {
        CanonicalCBOR.array([
            .text(Self.magic), .unsigned(Self.version), .data(identifier), .data(sealed),
            .data(box),
        ])
    }

    /// Returns whether the record of a recovery code has the same keys as a record of the TPM.
    package func isPaired(with tpmRecord: DeviceKeyRecord) -> Bool {
        sealed == tpmRecord.identifier
    }

    /// Opens the keys; nil when `secret` is another, or the record was changed.
    ///
    /// - Throws: `notAvailable` when the box holds no device keys.
    package func open(_ secret: SecretBytes) throws(KeychainError) -> DeviceKeys? {
        guard secret.count == Self.secretBytes else { return nil }
        let text = Self.key(secret).openSecret(
            box, associatedData: Self.associatedData(identifier, sealed))
        return try text.map(DeviceKeys.init(text:))
    }

    /// Derives the key of the box from the secret, a TPM's or that of the recovery code.
    private static func key(_ secret: SecretBytes) -> KeyArena {
        secret.withBytes {
            KeyPurpose.deviceKeys.key(under: $0.bindMemory(to: UInt8.self).baseAddress!)
        }
    }

    /// Returns the associated data of the box: the device key that it contains, and the TPM's blob that opens it.
    private static func associatedData(_ identifier: [UInt8], _ sealed: [UInt8]) -> [UInt8] {
        Format.context("device keys", [.data(identifier), .data(sealed)])
    }
}
