// SPDX-License-Identifier: Apache-2.0
/// One signature of a signed message (RFC 5652, section 5.3).
///
///     SEQUENCE  version │ certificate │ hash function │ [0] signed attributes
///         │ algorithm │ OCTET STRING signature │ [1] unsigned attributes
package struct MessageSigner: Sendable {
    package let identifier: CertificateIdentifier
    let digestAlgorithm: AlgorithmIdentifier
    /// The encoding of the signed attributes as the SET that is signed; nil without any.
    let signedEncoding: [UInt8]?
    private let signedAttributes: [OID: [DERElement]]
    let signatureAlgorithm: AlgorithmIdentifier
    package let signature: [UInt8]
    private let unsignedAttributes: [OID: [DERElement]]

    /// Reads `SignerInfo` (RFC 5652, section 5.3). The signature isn't checked.
    init(_ element: DERElement) throws(PKIError) {
        var reader = try DERReader("a signer", element)
        _ = try reader.next(.integer).smallNumber()
        identifier = try CertificateIdentifier(try reader.next())
        digestAlgorithm = try AlgorithmIdentifier(try reader.next())
        let field = try reader.nextIf(.constructed(0))
        // Signed under the tag of a SET, not under [0].
        signedEncoding = field.map { DER.element(.set, $0.content) }
        signedAttributes = try field.map(Self.attributes) ?? [:]
        signatureAlgorithm = try AlgorithmIdentifier(try reader.next())
        signature = Array(try reader.next(.octetString).content)
        unsignedAttributes = try reader.nextIf(.constructed(1)).map(Self.attributes) ?? [:]
        try reader.end()
    }

    /// Reads the values of attributes by their type. Of a signed attribute that is repeated ``only(_:)`` takes none,
    /// because readers would choose differently; a countersignature may be (RFC 5652, section 11.4).
    private static func attributes(
        _ field: DERElement
    ) throws(PKIError) -> [OID: [DERElement]] {
        var found: [OID: [DERElement]] = [:]
        for attribute in try field.children() {
            guard attribute.tag == .sequence else { throw DER.malformed("an attribute") }
            var reader = DERReader(inside: attribute)
            let type = try OID(try reader.next(.objectIdentifier))
            found[type, default: []] += try reader.next(.set).children()
            try reader.end()
        }
        return found
    }

    /// The time at which the signer says to have signed, in seconds since 2001-01-01 00:00 UTC.
    package var signingTime: Double? {
        only(MessageOID.signingTime).flatMap { try? DERTime.seconds($0) }
    }

    /// Returns the timestamp of the signature (RFC 3161), the first of several authorities' (RFC 5126, section 6.1.1);
    /// nil without one.
    ///
    /// - Throws: `malformed` if it can't be read.
    package func timestamp() throws(PKIError) -> MessageTimestamp? {
        guard let value = unsignedAttributes[MessageOID.timestampToken]?.first else { return nil }
        return try MessageTimestamp(Array(value.encoding))
    }

    /// Verifies the signature of content with the key of a certificate; whether that is trusted isn't
    /// checked.
    ///
    /// Without signed attributes, the signature is over the content. With them, it is over the attributes, among
    /// which must be the digest and the type of the content.
    ///
    /// - Throws: `wrongSignature`; `unsupportedAlgorithm` for algorithms that aren't supported: SHA-1 and
    ///   SHA-2 are, with RSA (PKCS#1, PSS) and ECDSA.
    package func verify(
        _ content: [UInt8], of type: OID, with certificate: Certificate
    ) throws(PKIError) {
        guard let hash = MessageOID.hash(digestAlgorithm.algorithm) else {
            throw PKIError(.unsupportedAlgorithm, "signer: the hash function isn't supported")
        }
        var signed = content
        if let signedEncoding {
            guard let digest = only(MessageOID.messageDigest), digest.tag == .octetString,
                Array(digest.content) == hash.digest(content),
                let named = only(MessageOID.contentType), named.tag == .objectIdentifier,
                try OID(named) == type
            else {
                throw PKIError(.wrongSignature, "signer: the content isn't what was signed")
            }
            signed = signedEncoding
        } else if type != MessageOID.data {
            // Without attributes, content of one type could pass for another (RFC 5652, section 5.3).
            throw PKIError(.wrongSignature, "signer: signed attributes are missing")
        }
        let key = try certificate.publicKey.cryptoKey()
        let algorithm = try algorithm(hash, key)
        try key.require(.verify, algorithm)
        try key.verify(signature, ofBlock: hash.digest(signed), algorithm, anySalt: true)
    }

    /// Returns the value of a signed attribute; nil unless it has exactly one.
    private func only(_ type: OID) -> DERElement? {
        guard let values = signedAttributes[type], values.count == 1 else { return nil }
        return values[0]
    }

    /// Returns the algorithm of the signature, if it agrees with the signer's key and hash.
    private func algorithm(
        _ hash: HashFunction, _ key: CryptoKey
    ) throws(PKIError) -> KeyAlgorithm {
        switch (signatureAlgorithm.algorithm, key.type) {
        case (FormatOID.rsa, .rsa), (MessageOID.rsa(hash), .rsa):
            return .rsaSignature(.pkcs1, .message(hash))
        case (MessageOID.pss, .rsa) where isPSS(hash):
            return .rsaSignature(.pss, .message(hash))
        case (MessageOID.ecdsa(hash), .ellipticCurve), (FormatOID.ellipticCurve, .ellipticCurve):
            return .ecdsa(.x962, .message(hash))
        default:
            throw PKIError(.unsupportedAlgorithm, "signer: the algorithm isn't supported")
        }
    }

    /// Returns true for one hash everywhere (RFC 8017, appendix A.2.3). The salt, whose length the signature shows, may
    /// have any: OpenSSL makes the longest that fits.
    private func isPSS(_ hash: HashFunction) -> Bool {
        let name = [UInt8](DERTree.identifier(MessageOID.identifier(of: hash)).bytes())
        guard let fields = try? signatureAlgorithm.parameters?.children() else { return false }
        // The hash is named inside the field: at the beginning of [0], and behind the identifier of MGF1 in [1].
        func names(_ number: UInt8) -> Bool {
            guard let field = fields.first(where: { $0.tag == .constructed(number) }) else {
                return hash == .sha1
            }
            return field.content.indices.contains { field.content[$0...].starts(with: name) }
        }
        return names(0) && names(1)
    }
}
