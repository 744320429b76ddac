import CertificateTestSupport
import KeychainCertificates

/// Makes certificates of given names, times and addresses; their signatures fit nothing, which
/// matching does not ask.
enum MadeCertificate {
    static let commonName: [UInt8] = [6, 3, 0x55, 4, 3]
    static let organization: [UInt8] = [6, 3, 0x55, 4, 10]
    static let email: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 1]

    /// Makes a whole name of types and texts.
    static func name(
        _ values: [([UInt8], String)], tag: DERTag = .utf8String
    ) -> [UInt8] {
        DEREncoding.element(
            .sequence,
            values.flatMap { type, text in
                DEREncoding.element(
                    .set,
                    DEREncoding.element(
                        .sequence, type + DEREncoding.element(tag, text.utf8)))
            })
    }

    static func name(_ commonName: String) -> [UInt8] { name([(Self.commonName, commonName)]) }

    /// Makes a certificate; addresses are those of the subject alternative name.
    static func make(
        subject: [UInt8] = name("Example"), issuer: [UInt8] = name("Example"),
        from: String = "20200101000000Z", until: String = "21200101000000Z",
        addresses: [String] = []
    ) throws -> Certificate {
        let parts = try DERElement(only: SmallCertificate.der[...]).children()
        var fields = try parts[0].children().map { Array($0.encoding) }
        fields[3] = issuer
        fields[4] = DEREncoding.element(
            .sequence,
            DEREncoding.element(.generalizedTime, from.utf8)
                + DEREncoding.element(.generalizedTime, until.utf8))
        fields[5] = subject
        if !addresses.isEmpty { fields[7] = alternativeNames(addresses) }
        return try Certificate(
            der: DEREncoding.element(
                .sequence,
                DEREncoding.element(.sequence, fields.flatMap { $0 }) + parts[1].encoding
                    + parts[2].encoding))
    }

    private static func alternativeNames(_ addresses: [String]) -> [UInt8] {
        let names = addresses.flatMap { DEREncoding.element(.primitive(1), $0.utf8) }
        let entry =
            [6, 3, 0x55, 0x1D, 17]
            + DEREncoding.element(.octetString, DEREncoding.element(.sequence, names))
        return DEREncoding.element(
            .constructed(3),
            DEREncoding.element(.sequence, DEREncoding.element(.sequence, entry)))
    }
}
