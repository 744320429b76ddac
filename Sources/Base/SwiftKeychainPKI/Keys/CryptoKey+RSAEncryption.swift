// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory
import SwiftKeychainSystem

extension CryptoKey {
    /// Encrypts at most ``longestPlaintext(_:)`` bytes. Without padding they are a number below the modulus, and fewer
    /// bytes get zeros in front (RFC 8017, 4.1).
    func rsaEncrypt(
        _ plaintext: UnsafeRawBufferPointer, _ padding: RSAEncryptionPadding
    ) throws(PKIError) -> [UInt8] {
        let limit = longestPlaintext(padding)
        guard plaintext.count <= limit else {
            throw PKIError(.invalidArgument, "data to encrypt: longer than \(limit) bytes")
        }
        if padding == .none, plaintext.count < limit {
            let number = SecretBytes(count: limit) { room in
                room.initializeMemory(as: UInt8.self, repeating: 0)
                UnsafeMutableRawBufferPointer(rebasing: room[(limit - plaintext.count)...])
                    .copyMemory(from: plaintext)
            }
            return try rsaEncrypt(number, padding)
        }
        let context = try KeyOperationContext(self)
        try context.require(EVP_PKEY_encrypt_init(context.pointer), "encrypting")
        try context.set(padding)
        var ciphertext = [UInt8](repeating: 0, count: blockSize)
        var count = ciphertext.count
        try context.require(
            EVP_PKEY_encrypt(
                context.pointer, &ciphertext, &count, plaintext.octets, plaintext.count),
            "data to encrypt")
        guard count == blockSize else { throw .crypto(.libraryFailure, "encrypting") }
        return ciphertext
    }

    /// Encrypts a key.
    func rsaEncrypt(
        _ key: SecretBytes, _ padding: RSAEncryptionPadding
    ) throws(PKIError) -> [UInt8] {
        try key.withBytes { bytes throws(PKIError) in try rsaEncrypt(bytes, padding) }
    }

    /// Decrypts a block of the size of the modulus.
    ///
    /// - Throws: `notForThisKey` for every fault of the ciphertext alike, so that an error says nothing about the
    ///   padding.
    func rsaDecrypt(
        _ ciphertext: [UInt8], _ padding: RSAEncryptionPadding
    ) throws(PKIError) -> SecretBytes {
        guard ciphertext.count == blockSize else { throw .notForThisKey }
        if let external { return try external.rsaDecrypted(ciphertext, padding) }
        let context = try KeyOperationContext(self)
        // Since 3.2, libcrypto otherwise returns random bytes for damaged PKCS#1 padding. A caller would take them for the
        // plaintext.
        var parameters = ParameterList()
        parameters.append("implicit-rejection", number: 0)
        try context.require(
            parameters.withParameters { EVP_PKEY_decrypt_init_ex(context.pointer, $0) },
            "decrypting")
        try context.set(padding)
        var count = blockSize
        let block = SecretBytes.filled(blockSize) {
            EVP_PKEY_decrypt(context.pointer, $0.octets, &count, ciphertext, ciphertext.count) == 1
        }
        guard let block else { throw .notForThisKey }
        return block.prefix(count)
    }

    /// Returns the most bytes that the padding leaves room for (RFC 8017, sections 7.1.1 and 7.2.1).
    private func longestPlaintext(_ padding: RSAEncryptionPadding) -> Int {
        switch padding {
        case .none: blockSize
        case .pkcs1: blockSize - 11
        case .oaep(let hash): blockSize - 2 * hash.byteCount - 2
        }
    }
}

extension KeyOperationContext {
    /// Sets the padding; of OAEP, one hash for the label and the mask.
    fileprivate func set(_ padding: RSAEncryptionPadding) throws(PKIError) {
        switch padding {
        case .none: try require(EVP_PKEY_CTX_set_rsa_padding(pointer, RSA_NO_PADDING), "padding")
        case .pkcs1:
            try require(EVP_PKEY_CTX_set_rsa_padding(pointer, RSA_PKCS1_PADDING), "padding")
        case .oaep(let hash):
            try require(EVP_PKEY_CTX_set_rsa_padding(pointer, RSA_PKCS1_OAEP_PADDING), "padding")
            try require(EVP_PKEY_CTX_set_rsa_oaep_md(pointer, hash.method), "hash")
            try require(EVP_PKEY_CTX_set_rsa_mgf1_md(pointer, hash.method), "hash")
        }
    }
}

// RSA with OAEP and AES-GCM: wrapped session key ‖ ciphertext ‖ tag. The session key is random and
// of one use, so that the nonce may be zero; the public key is authenticated. Docs/reference/keys.md.
extension CryptoKey {
    /// Encrypts bytes of any length: a random AES key by RSA-OAEP, then AES-GCM ciphertext and tag, with a nonce of
    /// zeros because the key is used once.
    func hybridEncrypt(
        _ plaintext: UnsafeRawBufferPointer, _ hash: HashFunction
    ) throws(PKIError) -> [UInt8] {
        let sessionKey = SecretBytes(count: sessionKeyBytes) { RandomSource.system.fill($0) }
        var output = try rsaEncrypt(sessionKey, .oaep(hash))
        try AESGCM.seal(
            plaintext, key: sessionKey, nonce: AESGCM.zeroNonce, authenticating: publicBytes,
            into: &output)
        return output
    }

    /// Decrypts what ``hybridEncrypt(_:_:)`` returns.
    func hybridDecrypt(
        _ ciphertext: UnsafeRawBufferPointer, _ hash: HashFunction
    ) throws(PKIError) -> SecretBytes {
        guard ciphertext.count >= blockSize + AESGCM.tagBytes else { throw .notForThisKey }
        let wrapped = [UInt8](ciphertext.prefix(blockSize))
        let sealed = UnsafeRawBufferPointer(rebasing: ciphertext.dropFirst(blockSize))
        let sessionKey = try rsaDecrypt(wrapped, .oaep(hash))
        guard sessionKey.count == sessionKeyBytes else { throw .notForThisKey }
        return try AESGCM.open(
            sealed, key: sessionKey, nonce: AESGCM.zeroNonce, authenticating: publicBytes)
    }
}
