// SPDX-License-Identifier: Apache-2.0
/// A timestamp of a signature (RFC 3161): the statement of an authority that the signature existed at a
/// time.
///
///     SEQUENCE  version │ policy │ SEQUENCE (hash function, OCTET STRING imprint) │ serial number │ time │ …
package struct MessageTimestamp: Sendable {
    /// In seconds since 2001-01-01 00:00 UTC.
    package let time: Double
    package let message: SignedMessage
    private let hash: OID
    /// The digest of the signature that the timestamp is for.
    private let imprint: [UInt8]
    /// The `TSTInfo`, which the authority signed.
    private let content: [UInt8]

    /// - Throws: `malformed` for anything but a token with one signer.
    init(_ token: [UInt8]) throws(PKIError) {
        let read = try token.lending(CryptographicMessage.read(_:))
        guard case .signed(let message) = read, message.contentType == MessageOID.timestampInfo,
            message.signers.count == 1, let content = message.content
        else { throw .malformed("timestamp", "not a token") }
        self.message = message
        self.content = content
        var reader = DERReader(inside: try DERElement(only: content[...]))
        _ = try reader.next(.integer)
        _ = try reader.next(.objectIdentifier)
        var digest = try reader.enter(.sequence)
        hash = try AlgorithmIdentifier(try digest.next()).algorithm
        imprint = Array(try digest.next(.octetString).content)
        _ = try reader.next(.integer)
        time = try Self.seconds(try reader.next(.generalizedTime))
    }

    /// Reads a time that may have a fraction of a second, which is dropped.
    private static func seconds(_ element: DERElement) throws(PKIError) -> Double {
        let digits = element.content.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "Z") }
        let whole = DER.element(.generalizedTime, Array(digits) + [UInt8(ascii: "Z")])
        return try DERTime.seconds(try DERElement(only: whole[...]))
    }

    /// The certificate of the authority, which came with the token.
    package var certificate: Certificate? { message.certificate(of: message.signers[0]) }

    /// Checks that the timestamp is of a signature, and signed with the key of ``certificate``, whose
    /// trust isn't checked.
    ///
    /// - Throws: `wrongSignature`, and as ``MessageSigner/verify(_:of:with:)``.
    package func verify(_ signature: [UInt8]) throws(PKIError) {
        guard let hash = MessageOID.hash(hash), hash.digest(signature) == imprint,
            let certificate
        else { throw PKIError(.wrongSignature, "timestamp: of another signature") }
        try message.signers[0].verify(content, of: message.contentType, with: certificate)
    }
}
