// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The encryption of traditional PEM keys: `Proc-Type: 4,ENCRYPTED` and `DEK-Info` (RFC 1421).
///
/// The derivation is one MD5, so only a strong passphrase protects the key.
///
///     key  = MD5(passphrase ‖ salt) ‖ MD5(the MD5 before ‖ passphrase ‖ salt) ‖ …, cut to the length of the key
///     salt = the first eight bytes of the initialisation vector
enum PEMEncryption {
    private static let ciphers: [String: BlockCipher] = [
        "AES-128-CBC": .aes128, "AES-192-CBC": .aes192, "AES-256-CBC": .aes256,
        "DES-EDE3-CBC": .tripleDES, "DES-CBC": .des,
    ]

    /// Returns true if the bytes of a block are encrypted.
    static func isUsed(in block: PEMBlock) -> Bool {
        block.headers["Proc-Type"]?.hasSuffix("ENCRYPTED") == true
    }

    /// Decrypts the bytes of a block.
    ///
    /// - Throws: `passphraseRequired` without a passphrase, `wrongPassphrase` for most wrong
    ///   ones, `unsupportedFormat` for another cipher, `malformed` for broken headers.
    static func open(
        _ block: PEMBlock, _ passphrase: Passphrase?
    ) throws(PKIError) -> SecretBytes {
        let words = block.headers["DEK-Info"]?.split(separator: ",").map(String.init) ?? []
        guard words.count == 2, let vector = Hexadecimal.bytes(words[1].utf8) else {
            throw .malformed("PEM", "an encrypted key has no DEK-Info")
        }
        guard let cipher = ciphers[words[0]] else {
            throw PKIError(
                .unsupportedFormat, "PEM: the cipher of the encrypted key isn't supported")
        }
        guard vector.count == cipher.blockBytes else {
            throw .malformed("PEM", "the initialisation vector has the wrong length")
        }
        guard let passphrase else {
            throw PKIError(.passphraseRequired, "PEM: the key is encrypted")
        }
        let key = try KeyDerivation.traditional(
            passphrase.utf8, salt: Array(vector.prefix(8)), count: cipher.keyBytes)
        return try cipher.decrypt(block.bytes.copied, key: key, vector: vector)
    }

    /// Encrypts a block with AES-256.
    static func seal(
        _ block: PEMBlock, _ passphrase: Passphrase
    ) throws(PKIError) -> PEMBlock {
        // There is no field for a salt: the vector serves as both.
        let vector = RandomSource.system.bytes(16)
        let key = try KeyDerivation.traditional(
            passphrase.utf8, salt: Array(vector.prefix(8)), count: 32)
        let ciphertext = try BlockCipher.aes256.encrypt(block.bytes, key: key, vector: vector)
        let headers = [
            "Proc-Type": "4,ENCRYPTED",
            "DEK-Info": "AES-256-CBC,\(Hexadecimal.text(vector).uppercased())",
        ]
        return PEMBlock(
            label: block.label, headers: headers, bytes: SecretBytes(copying: ciphertext))
    }
}
