// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The wrapping of the secret of an item whose access control demands an application password
/// (Docs/internals/format.md §6), inside the data box: neither the class key nor the password alone opens it.
///
/// What is wrapped: salt (16 bytes), operations and memory (8 bytes each, little-endian), and a box
/// of one byte, 1 where a secret follows and 0 where there is none.
package enum ApplicationPassword {
    private static let saltBytes = 16
    private static let headBytes = saltBytes + 16

    /// Wraps a secret, nil for an item without one.
    ///
    /// - Parameters:
    ///   - reference: the 16 bytes of the item's persistent reference.
    ///   - random: the source of salt and nonce.
    /// - Throws: `allocation` when the memory to derive the key is unavailable.
    package static func wrap(
        _ secret: SecretBytes?, under password: SecretBytes, reference: [UInt8],
        random: RandomSource
    ) throws(KeychainError) -> SecretBytes {
        let cost = Argon2Cost.applicationPassword
        let salt = random.bytes(saltBytes)
        let key = try key(password, salt, cost)
        let plaintext = SecretBytes(count: 1 + (secret?.count ?? 0)) { buffer in
            buffer[0] = secret == nil ? 0 : 1
            secret?.withBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[1...]).copyMemory(from: $0)
            }
        }
        let box = key.seal(
            plaintext, associatedData: context(reference), nonce: random.bytes(Box.nonceBytes))
        return SecretBytes(
            copying: salt + cost.operations.littleEndianBytes + cost.memory.littleEndianBytes + box)
    }

    /// Opens what ``wrap(_:under:reference:random:)`` made.
    ///
    /// - Returns: nil for an item without a secret.
    /// - Throws: `authenticationFailed` for a wrong password; `decode` for bytes that weren't wrapped;
    ///   `allocation`.
    package static func open(
        _ wrapped: SecretBytes, under password: SecretBytes, reference: [UInt8]
    ) throws(KeychainError) -> SecretBytes? {
        let bytes = wrapped.withBytes { Array($0) }
        guard bytes.count > headBytes + Box.overhead else {
            throw KeychainError(.decode, "data: not wrapped by an application password")
        }
        let cost = Argon2Cost(
            operations: UInt64(littleEndianBytes: bytes[saltBytes..<saltBytes + 8]),
            memory: UInt64(littleEndianBytes: bytes[saltBytes + 8..<headBytes]))
        // The cost comes from the file. Without limits it could take all memory, or hours.
        guard Argon2Cost.applicationPasswordLimits.contain(cost) else {
            throw KeychainError(.decode, "data: password parameters out of bounds")
        }
        let key = try key(password, Array(bytes[..<saltBytes]), cost)
        let box = Array(bytes[headBytes...])
        guard let opened = key.openSecret(box, associatedData: context(reference)) else {
            throw KeychainError(.authenticationFailed, "accc: not the item's application password")
        }
        switch opened.withBytes({ $0.first }) {
        case 0 where opened.count == 1: return nil
        case 1: return opened.withBytes { SecretBytes(copying: $0.dropFirst()) }
        default: throw KeychainError(.decode, "data: not wrapped by an application password")
        }
    }

    /// Derives the key of the box: H(Argon2id(password, salt), "application password").
    private static func key(
        _ password: SecretBytes, _ salt: [UInt8], _ cost: Argon2Cost
    ) throws(KeychainError) -> KeyArena {
        guard let stretched = cost.key(password, salt: salt) else {
            throw KeychainError(.allocation, "no \(cost.memory) bytes to derive a key")
        }
        return stretched.withKey { KeyPurpose.applicationPassword.key(under: $0) }
    }

    /// Returns the associated data of the box: the purpose, and the item it belongs to.
    private static func context(_ reference: [UInt8]) -> [UInt8] {
        Format.context("application password", [.data(reference)])
    }
}
