// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// A cipher of files, in CBC mode with padding.
///
/// Files and messages are written with AES-256 only; the other ciphers are there to read them.
package enum BlockCipher: Sendable {
    case aes128, aes192, aes256
    case tripleDES, tripleDES2
    case des
    case rc2, rc2With40Bits
    /// With keys of 4 to 56 bytes; unless chained, each block is encrypted alone (ECB mode).
    case blowfish(isChained: Bool)

    /// libcrypto's name of the cipher.
    var name: StaticString { row.name }
    /// The bytes of a key; of Blowfish, the most that it may have.
    var keyBytes: Int { row.keyBytes }
    /// The bytes of a block, which is also the size of the vector.
    var blockBytes: Int { row.blockBytes }

    /// The properties of the cipher; a legacy one is only in the legacy provider of libcrypto.
    private var row: (name: StaticString, keyBytes: Int, blockBytes: Int, isLegacy: Bool) {
        switch self {
        case .aes128: ("AES-128-CBC", 16, 16, false)
        case .aes192: ("AES-192-CBC", 24, 16, false)
        case .aes256: ("AES-256-CBC", 32, 16, false)
        case .tripleDES: ("DES-EDE3-CBC", 24, 8, false)
        case .tripleDES2: ("DES-EDE-CBC", 16, 8, false)
        case .des: ("DES-CBC", 8, 8, true)
        case .rc2: ("RC2-CBC", 16, 8, true)
        case .rc2With40Bits: ("RC2-40-CBC", 5, 8, true)
        case .blowfish(let isChained): (isChained ? "BF-CBC" : "BF-ECB", 56, 8, true)
        }
    }

    /// True if ``keyBytes`` is only the largest size of keys.
    private var hasKeysOfAnySize: Bool { if case .blowfish = self { true } else { false } }

    /// Decrypts.
    ///
    /// - Parameter isPadded: false to decrypt whole blocks without padding; the caller checks the result.
    /// - Throws: `wrongPassphrase` when the result has no valid padding, because the key is wrong;
    ///   `unsupportedFormat` where libcrypto lacks the cipher.
    package func decrypt(
        _ bytes: [UInt8], key: SecretBytes, vector: [UInt8], isPadded: Bool = true
    ) throws(PKIError) -> SecretBytes {
        guard bytes.count % blockBytes == 0, !isPadded || !bytes.isEmpty else {
            throw .malformed("ciphertext", "not a whole number of blocks")
        }
        return try bytes.lending { bytes throws(PKIError) in
            try run(bytes, key, vector, encrypting: false, isPadded: isPadded)
        }
    }

    /// Encrypts.
    package func encrypt(
        _ bytes: SecretBytes, key: SecretBytes, vector: [UInt8]
    ) throws(PKIError) -> [UInt8] {
        try bytes.withBytes { bytes throws(PKIError) in
            try run(bytes, key, vector, encrypting: true)
        }.copied
    }

    /// Encrypts or decrypts in CBC or ECB mode, as the cipher's name says. The result is in locked memory.
    ///
    /// - Parameter isPadded: whether the last block has padding (PKCS#7), which decryption checks and removes.
    /// - Throws: `unsupportedFormat` if libcrypto was built without the cipher.
    private func run(
        _ bytes: UnsafeRawBufferPointer, _ key: SecretBytes, _ vector: [UInt8],
        encrypting: Bool, isPadded: Bool = true
    ) throws(PKIError) -> SecretBytes {
        precondition(vector.count == blockBytes)
        precondition(hasKeysOfAnySize ? 4...keyBytes ~= key.count : key.count == keyBytes)
        let library = row.isLegacy ? LegacyLibrary.context : CryptoLibrary.context
        guard let library, let cipher = EVP_CIPHER_fetch(library, name.characters, nil) else {
            throw .crypto(.unsupportedFormat, "cipher: libcrypto has no \(name)")
        }
        defer { EVP_CIPHER_free(cipher) }
        let work = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(work) }
        let direction: Int32 = encrypting ? 1 : 0
        // Naming the cipher a second time would undo the length.
        _ = EVP_CipherInit_ex2(work, cipher, nil, nil, direction, nil)
        if hasKeysOfAnySize { _ = EVP_CIPHER_CTX_set_key_length(work, Int32(key.count)) }
        var isReady =
            key.withBytes { EVP_CipherInit_ex2(work, nil, $0.octets, vector, direction, nil) } == 1
        if !isPadded { _ = EVP_CIPHER_CTX_set_padding(work, 0) }
        var (first, last): (Int32, Int32) = (0, 0)
        let room = SecretBytes.filled(bytes.count + blockBytes) { room in
            isReady =
                isReady
                && EVP_CipherUpdate(
                    work, room.octets, &first, bytes.octets, Int32(bytes.count)) == 1
            return isReady && EVP_CipherFinal_ex(work, room.octets! + Int(first), &last) == 1
        }
        // A cipher that can't start or update is a fault of libcrypto; a bad end means wrong padding.
        guard isReady else { throw .crypto(.libraryFailure, "cipher: \(name)") }
        guard let room else {
            throw .crypto(.wrongPassphrase, "passphrase: it doesn't decrypt the file")
        }
        return room.prefix(Int(first + last))
    }
}
