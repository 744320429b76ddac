// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

extension CryptoKey {
    /// Signs a digest, or without a hash a block that is padded as it is (RFC 8017, section 8).
    func rsaSign(
        _ block: [UInt8], _ padding: RSASignaturePadding, _ hash: HashFunction?
    ) throws(PKIError) -> [UInt8] {
        try checkSize(block, padding, hash)
        if let external {
            let signature = try external.rsaSignature(of: block, padding, hash)
            guard signature.count == blockSize else {
                throw PKIError(.libraryFailure, "signing: a signature of another length")
            }
            return signature
        }
        let context = try KeyOperationContext(self)
        try context.require(EVP_PKEY_sign_init(context.pointer), "signing")
        try context.set(padding, hash)
        var signature = [UInt8](repeating: 0, count: blockSize)
        var count = signature.count
        try context.require(
            EVP_PKEY_sign(context.pointer, &signature, &count, block, block.count),
            "data to sign")
        guard count == blockSize else { throw .crypto(.libraryFailure, "signing") }
        return signature
    }

    /// Verifies a signature.
    ///
    /// - Throws: `signatureMismatch`.
    func rsaVerify(
        _ signature: [UInt8], of block: [UInt8], _ padding: RSASignaturePadding,
        _ hash: HashFunction?, anySalt: Bool
    ) throws(PKIError) {
        try checkSize(block, padding, hash)
        let context = try KeyOperationContext(self)
        try context.require(EVP_PKEY_verify_init(context.pointer), "verifying")
        try context.set(padding, hash, anySalt: anySalt)
        guard signature.count == blockSize,
            EVP_PKEY_verify(
                context.pointer, signature, signature.count, block, block.count) == 1
        else { throw .signatureMismatch }
    }

    /// Checks what is signed as it is, without the name of a hash function.
    private func checkSize(
        _ block: [UInt8], _ padding: RSASignaturePadding, _ hash: HashFunction?
    ) throws(PKIError) {
        switch (padding, hash) {
        case (.none, _):
            guard block.count == blockSize else {
                throw PKIError(.invalidArgument, "data to sign: not as long as the modulus")
            }
        case (.pkcs1, nil):
            // RFC 8017, 9.2: eleven bytes of padding at least.
            guard (1...blockSize - 11).contains(block.count) else {
                throw PKIError(
                    .invalidArgument,
                    "data to sign: empty, or longer than the modulus less 11 bytes")
            }
        default: break
        }
    }
}

extension KeyOperationContext {
    /// Sets the padding and the hash; PSS has a salt of the length of the digest, or any when verifying.
    fileprivate func set(
        _ padding: RSASignaturePadding, _ hash: HashFunction?, anySalt: Bool = false
    ) throws(PKIError) {
        let number =
            switch padding {
            case .none: RSA_NO_PADDING
            case .pkcs1: RSA_PKCS1_PADDING
            case .pss: RSA_PKCS1_PSS_PADDING
            }
        try require(EVP_PKEY_CTX_set_rsa_padding(pointer, number), "padding")
        guard let hash else { return }
        try require(EVP_PKEY_CTX_set_signature_md(pointer, hash.method), "hash")
        guard padding == .pss else { return }
        try require(EVP_PKEY_CTX_set_rsa_mgf1_md(pointer, hash.method), "hash")
        let count = anySalt ? RSA_PSS_SALTLEN_AUTO : Int32(hash.byteCount)
        try require(EVP_PKEY_CTX_set_rsa_pss_saltlen(pointer, count), "salt")
    }
}
