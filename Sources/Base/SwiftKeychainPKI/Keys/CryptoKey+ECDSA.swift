// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

extension CryptoKey {
    /// Signs a digest (FIPS 186-5, section 6.4). The signature is a sequence in DER, or r ‖ s of fixed length.
    ///
    /// - Throws: `invalidArgument` for a digest that is empty or longer than 64 bytes.
    func ecdsaSign(_ digest: [UInt8], _ form: ECDSAForm) throws(PKIError) -> [UInt8] {
        try Self.checkDigest(digest)
        if let external {
            let pair = try external.ecdsaSignature(of: digest)
            guard pair.count == 2 * blockSize else {
                throw PKIError(.libraryFailure, "signing: a signature of another length")
            }
            return form == .rfc4754 ? pair : ECDSASignature.sequence(pair)
        }
        let context = try KeyOperationContext(self)
        try context.require(EVP_PKEY_sign_init(context.pointer), "signing")
        // Two coordinates, their headers and the header of both.
        var signature = [UInt8](repeating: 0, count: 2 * blockSize + 16)
        var count = signature.count
        try context.require(
            EVP_PKEY_sign(context.pointer, &signature, &count, digest, digest.count),
            "digest to sign")
        // DER leaves out leading zeros, so the length differs from signature to signature.
        signature.removeLast(signature.count - count)
        guard form == .rfc4754 else { return signature }
        guard let (r, s) = DERReader.twoNumbers(signature) else {
            throw .crypto(.libraryFailure, "signing")
        }
        return ECDSASignature.padded(r, blockSize) + ECDSASignature.padded(s, blockSize)
    }

    /// Verifies a signature of a digest. In DER, only the one canonical encoding of r and s is accepted.
    ///
    /// - Throws: `signatureMismatch`.
    func ecdsaVerify(
        _ signature: [UInt8], of digest: [UInt8], _ form: ECDSAForm
    ) throws(PKIError) {
        try Self.checkDigest(digest)
        let sequence: [UInt8]
        switch form {
        case .x962:
            guard DERReader.twoNumbers(signature) != nil else { throw .signatureMismatch }
            sequence = signature
        case .rfc4754:
            guard signature.count == 2 * blockSize else { throw .signatureMismatch }
            sequence = ECDSASignature.sequence(signature)
        }
        let context = try KeyOperationContext(self)
        try context.require(EVP_PKEY_verify_init(context.pointer), "verifying")
        // libcrypto refuses zero and what isn't below the order.
        guard
            EVP_PKEY_verify(context.pointer, sequence, sequence.count, digest, digest.count) == 1
        else { throw .signatureMismatch }
    }

    /// Bytes beyond the size of the curve don't count in a signature: a long input is a mistake.
    private static func checkDigest(_ digest: [UInt8]) throws(PKIError) {
        guard (1...64).contains(digest.count) else {
            throw PKIError(.invalidArgument, "digest: empty, or longer than 64 bytes")
        }
    }
}

/// The DER of a signature: `SEQUENCE { r INTEGER, s INTEGER }` (RFC 3279, section 2.2.3).
private enum ECDSASignature {
    /// Writes r ‖ s, each of half the bytes.
    static func sequence(_ pair: [UInt8]) -> [UInt8] {
        let half = pair.count / 2
        return DERTree.sequence(
            .unsigned([UInt8](pair.prefix(half))), .unsigned([UInt8](pair.suffix(half)))
        ).bytes()
    }

    /// Returns an integer with zeros in front, `count` bytes in all.
    static func padded(_ integer: some Collection<UInt8>, _ count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: max(0, count - integer.count)) + integer
    }
}
