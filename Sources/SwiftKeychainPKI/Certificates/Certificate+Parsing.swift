extension Certificate {
    /// Reads a certificate.
    ///
    /// Refused: more than 1 MiB (`invalidArgument`); and, with `malformed`, what is not strict DER at
    /// any level (X.690, section 10), what follows the certificate, versions other than 1 to 3,
    /// unique identifiers in version 1, extensions in a version below 3, times of other forms than
    /// those of RFC 5280, and what libcrypto refuses. Serial numbers of any length and sign are
    /// accepted, and so are empty names, because there are such certificates. The values of
    /// extensions are read when they are asked for.
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
        try LibraryOpinion.check(bytes)
    }

    private init(der: [UInt8], _ whole: DERElement) throws(PKIError) {
        self.der = der
        var outer = DERReader(inside: whole)
        var reader = DERReader(inside: try outer.next(.sequence))
        signatureAlgorithm = try AlgorithmIdentifier(try outer.next())
        signature = try outer.next(.bitString).bits()
        try outer.end()

        version = try Self.version(try reader.nextIf(.constructed(0)))
        serialNumber = Array(try reader.next(.integer).integer())
        algorithmsAgree = try AlgorithmIdentifier(try reader.next()) == signatureAlgorithm
        issuer = try DistinguishedName(try reader.next())
        var validity = DERReader(inside: try reader.next(.sequence))
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

    private static func version(_ field: DERElement?) throws(PKIError) -> Int {
        guard let field else { return 1 }
        let number = try DERElement(only: field.content)
        // 0 is the default and should not be written, but sometimes is.
        guard number.tag == .integer, case let value = try number.smallNumber(), value <= 2 else {
            throw DER.malformed("a certificate of an unknown version")
        }
        return value + 1
    }

    private static func extensions(
        _ field: DERElement?
    ) throws(PKIError) -> [CertificateExtension] {
        guard let field else { return [] }
        let list = try DERElement(only: field.content)
        guard list.tag == .sequence else { throw DER.malformed("extensions are expected") }
        var found: [CertificateExtension] = []
        for element in try list.children() { found.append(try CertificateExtension(element)) }
        return found
    }
}
