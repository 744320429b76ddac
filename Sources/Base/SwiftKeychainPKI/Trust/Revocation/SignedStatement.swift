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

    private static let algorithms: [OID: KeyAlgorithm] = [
        MessageOID.rsa(.sha256): .rsaSignature(.pkcs1, .message(.sha256)),
        MessageOID.rsa(.sha384): .rsaSignature(.pkcs1, .message(.sha384)),
        MessageOID.rsa(.sha512): .rsaSignature(.pkcs1, .message(.sha512)),
        MessageOID.ecdsa(.sha256): .ecdsa(.x962, .message(.sha256)),
        MessageOID.ecdsa(.sha384): .ecdsa(.x962, .message(.sha384)),
        MessageOID.ecdsa(.sha512): .ecdsa(.x962, .message(.sha512)),
    ]
}
