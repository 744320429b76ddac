// SPDX-License-Identifier: Apache-2.0
/// A question about one certificate for an OCSP responder (RFC 6960, section 4.1).
///
///     SEQUENCE, SEQUENCE, SEQUENCE, SEQUENCE    the request, what may be signed, the list, its one entry
///         SEQUENCE  hash function │ hash of the issuer's name │ hash of its key │ serial number
enum OCSPRequest {
    /// Writes the question, without a nonce: responders keep answers for many.
    static func write(_ certificate: Certificate, issuer: Certificate) -> [UInt8] {
        // It protects nothing: with it the responder only finds the certificate.
        let hash = HashFunction.sha1
        let name = DERTree.sequence(
            .algorithm(FormatOID.sha1, .null),
            .octetString(.octets(hash.digest(certificate.issuer.encoding))),
            .octetString(.octets(hash.digest(issuer.publicKey.key))),
            .element(.integer, [.octets(certificate.serialNumber)]))
        return DERTree.sequence(.sequence(.sequence(.sequence(name)))).bytes()
    }
}
