// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// The signature of a statement about certificates: an OCSP response or a revocation list.
///
/// The same algorithms count as in a certificate, so that every authority that can be trusted can revoke.
struct SignedStatement: Sendable, Hashable {
    /// The DER of what was signed, a SEQUENCE.
    private let signed: [UInt8]
    /// The DER of the algorithm with its parameters.
    private let algorithm: [UInt8]
    /// The DER of the BIT STRING.
    private let signature: [UInt8]

    init(signed: DERElement, algorithm: DERElement, signature: DERElement) {
        self.signed = Array(signed.encoding)
        self.algorithm = Array(algorithm.encoding)
        self.signature = Array(signature.encoding)
    }

    /// Returns true if the signature was made with the key of a certificate, and its hash is no weaker than SHA-2.
    func isSigned(by signer: ChainCertificate) -> Bool {
        _ = ERR_set_mark()
        defer { _ = ERR_pop_to_mark() }
        guard let key = signer.verifyingKey, let context = EVP_MD_CTX_new() else {
            return false
        }
        defer { EVP_MD_CTX_free(context) }
        let operation = EVP_PKEY_CTX_new_from_pkey(CryptoLibrary.context, key, nil)
        defer { EVP_PKEY_CTX_free(operation) }
        EVP_MD_CTX_set_pkey_ctx(context, operation)
        guard verifies(context) else { return false }
        let hash = EVP_MD_CTX_get0_md(context).map { EVP_MD_get_type($0) } ?? NID_undef
        return CertificateRules.strength(hash: hash, key: EVP_PKEY_get_base_id(key)) == .strong
    }

    /// Verifies the signature with the key of a context (`EVP_MD_CTX`), which then has the hash function.
    private func verifies(_ context: OpaquePointer) -> Bool {
        // A sequence of any type stays as it is encoded.
        let (type, number, bits) = (ASN1_ANY_it(), X509_ALGOR_it(), ASN1_BIT_STRING_it())
        let signed = CryptoLibrary.read(signed, type)
        defer { ASN1_item_free(signed, type) }
        let algorithm = CryptoLibrary.read(algorithm, number)
        defer { ASN1_item_free(algorithm, number) }
        let signature = CryptoLibrary.read(signature, bits)
        defer { ASN1_item_free(signature, bits) }
        guard let signed, let algorithm, let signature else { return false }
        return ASN1_item_verify_ctx(
            type, algorithm, signature, UnsafeRawPointer(signed), context) == 1
    }
}
