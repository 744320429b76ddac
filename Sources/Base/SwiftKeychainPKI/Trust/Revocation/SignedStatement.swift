// SPDX-License-Identifier: Apache-2.0
/// The signature of a statement about certificates: an OCSP response or a revocation list.
struct SignedStatement: Sendable {
    /// The DER that was signed.
    let signed: [UInt8]
    let algorithm: AlgorithmIdentifier
    let signature: DERBits

    /// Returns true if the signature was made with the key of a certificate, over SHA-2.
    func isSigned(by certificate: Certificate) -> Bool {
        guard signature.unused == 0, let known = Self.algorithms[algorithm.algorithm],
            let key = try? certificate.publicKey.cryptoKey()
        else { return false }
        return Array(signature.octets).withUnsafeBytes { signature in
            signed.withUnsafeBytes { signed in
                (try? key.verify(signature, of: signed, known)) != nil
            }
        }
    }

    // RFC 8017, appendix A.2.4; RFC 5758, section 3.2.
    private static let algorithms: [OID: KeyAlgorithm] = [
        OID(1, 2, 840, 113549, 1, 1, 11): .rsaSignature(.pkcs1, .message(.sha256)),
        OID(1, 2, 840, 113549, 1, 1, 12): .rsaSignature(.pkcs1, .message(.sha384)),
        OID(1, 2, 840, 113549, 1, 1, 13): .rsaSignature(.pkcs1, .message(.sha512)),
        OID(1, 2, 840, 10045, 4, 3, 2): .ecdsa(.x962, .message(.sha256)),
        OID(1, 2, 840, 10045, 4, 3, 3): .ecdsa(.x962, .message(.sha384)),
        OID(1, 2, 840, 10045, 4, 3, 4): .ecdsa(.x962, .message(.sha512)),
    ]
}
