// SPDX-License-Identifier: Apache-2.0
/// An OCSP response (RFC 6960, section 4.2): the status of certificates and the responder's signature,
/// which isn't checked here.
///
///     SEQUENCE  ENUMERATED, 0 for success │ [0] SEQUENCE (type, OCTET STRING)
///         SEQUENCE  the answers, which are signed │ algorithm │ BIT STRING signature │ [0] certificates
struct OCSPResponse: Sendable, Hashable {
    let signature: SignedStatement
    let responder: Responder
    /// The certificates that came with it.
    let certificates: [Certificate]
    let answers: [Answer]

    /// Who signed the response (`ResponderID`, RFC 6960, section 4.2.1).
    enum Responder: Sendable, Hashable {
        /// The responder's name.
        case name(DistinguishedName)
        /// SHA-1 of the responder's key.
        case key([UInt8])
    }

    /// The status of one certificate.
    struct Answer: Sendable, Hashable {
        /// The function that made the two hashes.
        let hash: OID
        /// The hash of the issuer's name in DER.
        let issuerName: [UInt8]
        /// The hash of the issuer's key, without its algorithm.
        let issuerKey: [UInt8]
        let serialNumber: [UInt8]
        let status: Status
        /// The time at which the status was right, in seconds since 2001-01-01 00:00 UTC.
        let thisUpdate: Double
        /// The time until which it is right; nil if newer ones are available at any time.
        let nextUpdate: Double?
    }

    /// The status of one certificate (`CertStatus`, RFC 6960, section 4.2.1).
    enum Status: Sendable, Hashable {
        case good
        /// Revoked since a time; `isOnHold` if that may be undone.
        case revoked(since: Double, isOnHold: Bool)
        case unknown
    }

    static let mostBytes = 1 << 20
}

extension OCSPResponse {
    private static let basic = OID(1, 3, 6, 1, 5, 5, 7, 48, 1, 1)

    /// Reads a successful response of the basic type.
    ///
    /// - Throws: `malformed` for other responses, for DER that isn't strict, for a critical extension, and for more than
    ///   16 certificates or 256 answers; `invalidArgument` for more than 1 MiB.
    init(der: [UInt8]) throws(PKIError) {
        guard der.count <= Self.mostBytes else {
            throw PKIError(.invalidArgument, "OCSP response: more than 1 MiB")
        }
        let whole = try DERElement(only: der[...])
        guard whole.tag == .sequence else { throw Self.failure("a response is expected") }
        try whole.checkStrictly()
        var outer = DERReader(inside: whole)
        let status = try outer.next(.enumerated).smallNumber()
        guard status == 0 else { throw Self.failure("the responder did not answer") }
        var bytes = DERReader(inside: try outer.next(.constructed(0)).inner())
        try outer.end()
        guard try OID(try bytes.next(.objectIdentifier)) == Self.basic else {
            throw Self.failure("a response of another type")
        }
        let content = try DERElement(only: try bytes.next(.octetString).content)
        try bytes.end()
        try content.checkStrictly()

        var parts = DERReader(inside: content)
        let data = try parts.next(.sequence)
        signature = SignedStatement(
            signed: data, algorithm: try parts.next(.sequence),
            signature: try parts.next(.bitString))
        let list = try parts.nextIf(.constructed(0))?.inner().children() ?? []
        // Responders send one to three. Each may cost two signatures for each issuer.
        guard list.count <= 16 else { throw Self.failure("more than 16 certificates") }
        certificates = try list.map(Certificate.init)
        try parts.end()
        (responder, answers) = try Self.read(data)
    }

    /// Reads `ResponseData` (RFC 6960, section 4.2.1): the responder and its answers.
    private static func read(
        _ data: DERElement
    ) throws(PKIError) -> (Responder, [Answer]) {
        var reader = DERReader(inside: data)
        if let version = try reader.nextIf(.constructed(0)) {
            guard try version.inner().smallNumber() == 0 else {
                throw failure("a response of an unknown version")
            }
        }
        let responder: Responder
        let choice = try reader.next()
        switch choice.tag {
        case .constructed(1):
            responder = .name(try DistinguishedName(try choice.inner()))
        case .constructed(2):
            let key = try choice.inner()
            guard key.tag == .octetString else { throw failure("a responder of no known kind") }
            responder = .key(Array(key.content))
        default: throw failure("a responder of no known kind")
        }
        // The time at which the response was made, which isn't needed.
        _ = try DERTime.seconds(try reader.next(.generalizedTime))
        let list = try reader.next(.sequence).children()
        guard list.count <= 256 else { throw failure("more than 256 answers") }
        let answers = try list.map(Answer.init)
        try checkExtensions(try reader.nextIf(.constructed(1)))
        try reader.end()
        return (responder, answers)
    }

    /// Throws `malformed` for a critical extension, because none is supported.
    fileprivate static func checkExtensions(_ field: DERElement?) throws(PKIError) {
        guard let field else { return }
        for element in try field.inner().children() {
            guard try !CertificateExtension(element).isCritical else {
                throw failure("a critical extension")
            }
        }
    }

    fileprivate static func failure(_ rule: String) -> PKIError {
        PKIError(.malformed, "OCSP response: \(rule)")
    }
}

extension OCSPResponse.Answer {
    fileprivate init(_ element: DERElement) throws(PKIError) {
        guard element.tag == .sequence else {
            throw OCSPResponse.failure("an answer is expected")
        }
        var reader = DERReader(inside: element)
        var name = try reader.enter(.sequence)
        hash = try AlgorithmIdentifier(try name.next()).algorithm
        issuerName = Array(try name.next(.octetString).content)
        issuerKey = Array(try name.next(.octetString).content)
        serialNumber = Array(try name.next(.integer).integer())
        try name.end()
        let found = try reader.next()
        switch found.tag {
        case .primitive(0): status = .good
        case .constructed(1):
            var parts = DERReader(inside: found)
            let since = try DERTime.seconds(try parts.next(.generalizedTime))
            let reason = try parts.nextIf(.constructed(0))?.inner().smallNumber()
            try parts.end()
            // 6 is certificateHold (RFC 5280, section 5.3.1).
            status = .revoked(since: since, isOnHold: reason == 6)
        case .primitive(2): status = .unknown
        default: throw OCSPResponse.failure("a status of no known kind")
        }
        thisUpdate = try DERTime.seconds(try reader.next(.generalizedTime))
        let end = try reader.nextIf(.constructed(0))?.inner()
        nextUpdate = try end.map(DERTime.seconds)
        try OCSPResponse.checkExtensions(try reader.nextIf(.constructed(1)))
        try reader.end()
    }
}
