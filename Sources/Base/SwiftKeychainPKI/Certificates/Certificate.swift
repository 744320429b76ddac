// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// An X.509 certificate: its DER, and what was read from it (RFC 5280, section 4.1).
///
/// This module has certificates, keys, trust, messages (CMS) and file formats over libcrypto; it knows no keychain. Its
/// idea is to read twice. A strict reader of DER in Swift decides what the bytes mean, and libcrypto must accept them
/// too (``init(der:)``). So libcrypto parses no bytes that weren't checked before.
///
/// 1. The bytes of `der` are kept as they came; everything else is read from them, and two certificates are equal when
///    their DER is.
/// 2. Only strict DER is read. Where such certificates exist in practice (long serial numbers, empty names), the rule
///    isn't applied.
/// 3. Extensions are read on first use, so a broken one matters only to the call that needs it.
///
/// What may surprise: a `Certificate` proves nothing. Its signature isn't checked, nor its trust or its dates;
/// ``TrustRequest`` does that.
public struct Certificate: Sendable {
    public let der: [UInt8]
    /// 1, 2 or 3.
    public let version: Int
    /// The content octets of the serial number: two's complement, big-endian, 1 or more.
    public let serialNumber: [UInt8]
    package let issuer: DistinguishedName
    /// The first second of validity, in seconds since 2001-01-01 00:00 UTC.
    public let notBefore: Double
    /// The last second of validity, in seconds since 2001-01-01 00:00 UTC.
    public let notAfter: Double
    package let subject: DistinguishedName
    package let publicKey: PublicKeyInfo
    package let issuerUniqueIdentifier: DERBits?
    package let subjectUniqueIdentifier: DERBits?
    package let extensions: [CertificateExtension]
    /// The algorithm of the signature.
    package let signatureAlgorithm: AlgorithmIdentifier
    package let signature: DERBits
    /// True if the algorithm inside the signed part and the one next to the signature are the same, as a trusted chain
    /// requires.
    package let algorithmsAgree: Bool

    /// The DER of what the issuer signed: all but the outer algorithm and the signature.
    var signedPart: [UInt8] {
        let part = try? DERElement(only: der[...]).children().first
        return part.map { Array($0.encoding) } ?? der
    }

    /// Returns the extension of a type; the first, where a certificate wrongly has several.
    package func found(_ type: OID) -> CertificateExtension? {
        extensions.first { $0.type == type }
    }

    /// True if a type of extension occurs twice, which RFC 5280 forbids (section 4.2).
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

extension Certificate {
    /// Reads a certificate.
    ///
    /// Refused: more than 1 MiB (`invalidArgument`); and, with `malformed`, what isn't strict DER at
    /// any level (X.690, section 10), what follows the certificate, versions other than 1 to 3,
    /// unique identifiers in version 1, extensions in a version below 3, times in forms that RFC 5280 doesn't have, and
    /// what libcrypto refuses. Serial numbers of any length and sign are
    /// accepted, and so are empty names, because such certificates exist. The values of extensions
    /// are read on first use.
    public init(der bytes: [UInt8]) throws(PKIError) {
        guard bytes.count <= PKILimits.certificateBytes else {
            throw PKIError(.invalidArgument, "certificate: more than 1 MiB")
        }
        let whole = try DERElement(only: bytes[...])
        guard whole.tag == .sequence else {
            throw DER.malformed("a certificate is expected")
        }
        try whole.checkStrictly()
        try self.init(der: bytes, whole)
        // The second reader, libcrypto, verifies certificates later: the two must agree on what one is.
        X509_free(try ChainCertificate.read(bytes))
    }

    /// Reads a certificate that is an element of something else.
    init(_ element: DERElement) throws(PKIError) { try self.init(der: Array(element.encoding)) }

    /// Reads the fields in the order of RFC 5280, section 4.1: the signed part with ten fields, the algorithm, the
    /// signature.
    private init(der: [UInt8], _ whole: DERElement) throws(PKIError) {
        self.der = der
        var outer = DERReader(inside: whole)
        var reader = try outer.enter(.sequence)
        signatureAlgorithm = try AlgorithmIdentifier(try outer.next())
        signature = try outer.next(.bitString).bits()
        try outer.end()

        version = try Self.version(try reader.nextIf(.constructed(0)))
        serialNumber = Array(try reader.next(.integer).integer())
        algorithmsAgree = try AlgorithmIdentifier(try reader.next()) == signatureAlgorithm
        issuer = try DistinguishedName(try reader.next())
        var validity = try reader.enter(.sequence)
        notBefore = try DERTime.seconds(try validity.next())
        notAfter = try DERTime.seconds(try validity.next())
        try validity.end()
        subject = try DistinguishedName(try reader.next())
        publicKey = try PublicKeyInfo(try reader.next())

        issuerUniqueIdentifier = try reader.nextIf(.primitive(1))?.bits()
        subjectUniqueIdentifier = try reader.nextIf(.primitive(2))?.bits()
        let list = try reader.nextIf(.constructed(3))
        try reader.end()
        extensions = try Self.extensions(list)
        let hasIdentifier = issuerUniqueIdentifier != nil || subjectUniqueIdentifier != nil
        guard version == 3 || list == nil, version >= 2 || !hasIdentifier else {
            throw DER.malformed("fields that the certificate's version does not have")
        }
    }

    /// Reads the version, which is written as one less than its name; 1 if the field is missing.
    private static func version(_ field: DERElement?) throws(PKIError) -> Int {
        guard let field else { return 1 }
        let number = try field.inner()
        // 0 is the default and should not be written, but sometimes is.
        guard number.tag == .integer, case let value = try number.smallNumber(), value <= 2 else {
            throw DER.malformed("a certificate of an unknown version")
        }
        return value + 1
    }

    /// Reads the extensions, in the order of the certificate; none if the field is missing.
    private static func extensions(
        _ field: DERElement?
    ) throws(PKIError) -> [CertificateExtension] {
        guard let field else { return [] }
        let list = try field.inner()
        guard list.tag == .sequence else { throw DER.malformed("extensions are expected") }
        return try list.children().map(CertificateExtension.init)
    }
}
