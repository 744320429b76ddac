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
    var name: StaticString {
        switch self {
        case .aes128: "AES-128-CBC"
        case .aes192: "AES-192-CBC"
        case .aes256: "AES-256-CBC"
        case .tripleDES: "DES-EDE3-CBC"
        case .tripleDES2: "DES-EDE-CBC"
        case .des: "DES-CBC"
        case .rc2: "RC2-CBC"
        case .rc2With40Bits: "RC2-40-CBC"
        case .blowfish(let isChained): isChained ? "BF-CBC" : "BF-ECB"
        }
    }

    /// The bytes of a key; of Blowfish, the most that it may have.
    var keyBytes: Int {
        switch self {
        case .aes128, .tripleDES2, .rc2: 16
        case .aes192, .tripleDES: 24
        case .aes256: 32
        case .des: 8
        case .rc2With40Bits: 5
        case .blowfish: 56
        }
    }

    /// The bytes of a block, which is also the size of the vector.
    var blockBytes: Int {
        switch self {
        case .aes128, .aes192, .aes256: 16
        default: 8
        }
    }

    /// True if only the legacy provider of libcrypto has it.
    private var isLegacy: Bool {
        switch self {
        case .des, .rc2, .rc2With40Bits, .blowfish: true
        default: false
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
        return try bytes.withUnsafeBytes {
            run($0, key, vector, encrypting: false, isPadded: isPadded)
        }.get()
    }

    /// Encrypts.
    package func encrypt(
        _ bytes: SecretBytes, key: SecretBytes, vector: [UInt8]
    ) throws(PKIError) -> [UInt8] {
        try bytes.withBytes { run($0, key, vector, encrypting: true) }.get().copied
    }

    /// Encrypts or decrypts in CBC or ECB mode, as the cipher's name says. The result is in locked memory.
    ///
    /// - Parameter isPadded: whether the last block has padding (PKCS#7), which decryption checks and removes.
    /// - Returns: fails with `unsupportedFormat` if libcrypto was built without the cipher.
    private func run(
        _ bytes: UnsafeRawBufferPointer, _ key: SecretBytes, _ vector: [UInt8],
        encrypting: Bool, isPadded: Bool = true
    ) -> Result<SecretBytes, PKIError> {
        precondition(vector.count == blockBytes)
        precondition(hasKeysOfAnySize ? 4...keyBytes ~= key.count : key.count == keyBytes)
        let library = isLegacy ? LegacyLibrary.context : CryptoLibrary.context
        guard let library, let cipher = EVP_CIPHER_fetch(library, name.characters, nil) else {
            return .failure(.crypto(.unsupportedFormat, "cipher: libcrypto has no \(name)"))
        }
        defer { EVP_CIPHER_free(cipher) }
        let work = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(work) }
        let direction: Int32 = encrypting ? 1 : 0
        // Naming the cipher a second time would undo the length.
        EVP_CipherInit_ex2(work, cipher, nil, nil, direction, nil)
        if hasKeysOfAnySize { EVP_CIPHER_CTX_set_key_length(work, Int32(key.count)) }
        var isReady =
            key.withBytes { EVP_CipherInit_ex2(work, nil, $0.octets, vector, direction, nil) } == 1
        if !isPadded { EVP_CIPHER_CTX_set_padding(work, 0) }
        var (first, last): (Int32, Int32) = (0, 0)
        let room = SecretBytes.filled(bytes.count + blockBytes) { room in
            isReady =
                isReady
                && EVP_CipherUpdate(
                    work, room.octets, &first, bytes.octets, Int32(bytes.count)) == 1
            return isReady && EVP_CipherFinal_ex(work, room.octets! + Int(first), &last) == 1
        }
        // A cipher that can't start or update is a fault of libcrypto; a bad end means wrong padding.
        guard isReady else { return .failure(.crypto(.libraryFailure, "cipher: \(name)")) }
        guard let room else {
            return .failure(
                .crypto(.wrongPassphrase, "passphrase: it doesn't decrypt the file"))
        }
        return .success(room.prefix(Int(first + last)))
    }
}
