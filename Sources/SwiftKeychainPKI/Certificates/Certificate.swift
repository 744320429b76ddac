/// Is an X.509 certificate: its DER, and what was read from it (RFC 5280, section 4.1).
///
/// Only strict DER makes one; see ``init(der:)``. Nothing is said of signatures and trust. Two
/// certificates are equal when their DER is.
public struct Certificate: Sendable {
    public let der: [UInt8]
    /// Holds 1, 2 or 3.
    public let version: Int
    /// Holds the content octets of the serial number: two's complement, big-endian, 1 or more.
    public let serialNumber: [UInt8]
    package let issuer: DistinguishedName
    /// Holds the first second of validity, in seconds since 2001-01-01 00:00 UTC.
    public let notBefore: Double
    /// Holds the last second of validity, in seconds since 2001-01-01 00:00 UTC.
    public let notAfter: Double
    package let subject: DistinguishedName
    package let publicKey: PublicKeyInfo
    package let issuerUniqueIdentifier: DERBits?
    package let subjectUniqueIdentifier: DERBits?
    package let extensions: [CertificateExtension]
    /// Names the algorithm of the signature.
    package let signatureAlgorithm: AlgorithmIdentifier
    package let signature: DERBits
    /// Says that the algorithm inside the signed part and the one beside the signature are the
    /// same, as they must be in a chain that is trusted.
    package let algorithmsAgree: Bool

    /// Gives the extension of a type; the first, where a certificate wrongly has several.
    package func found(_ type: OID) -> CertificateExtension? {
        extensions.first { $0.type == type }
    }

    /// Says that a type of extension occurs twice, which RFC 5280 forbids (section 4.2).
    package var repeatsExtensions: Bool {
        Set(extensions.map(\.type)).count < extensions.count
    }
}

extension Certificate: Hashable {
    public static func == (left: Certificate, right: Certificate) -> Bool {
        left.der == right.der
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(der) }
}

/// Names an algorithm and its parameters (RFC 5280, section 4.1.1.2).
package struct AlgorithmIdentifier: Sendable, Hashable {
    package let algorithm: OID
    /// Holds the DER of the parameters; nil: there are none.
    package let parameters: DERElement?

    init(_ element: DERElement) throws(PKIError) {
        guard element.tag == .sequence else {
            throw DER.malformed("an algorithm is expected")
        }
        var reader = DERReader(inside: element)
        algorithm = try OID(try reader.next(.objectIdentifier))
        parameters = reader.isAtEnd ? nil : try reader.next()
        try reader.end()
    }
}

/// Holds a public key as certificates do (RFC 5280, section 4.1.2.7).
package struct PublicKeyInfo: Sendable, Hashable {
    /// Holds the DER of the whole SubjectPublicKeyInfo.
    package let encoding: [UInt8]
    package let algorithm: AlgorithmIdentifier
    /// Holds the key: RSAPublicKey for RSA, the point for elliptic curves, …
    package let key: [UInt8]

    init(_ element: DERElement) throws(PKIError) {
        guard element.tag == .sequence else { throw DER.malformed("a key is expected") }
        encoding = Array(element.encoding)
        var reader = DERReader(inside: element)
        algorithm = try AlgorithmIdentifier(try reader.next())
        let bits = try reader.next(.bitString).bits()
        guard bits.unused == 0 else { throw DER.malformed("a key of broken octets") }
        key = Array(bits.octets)
        try reader.end()
    }
}
