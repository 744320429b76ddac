/// The check of a path against OCSP responses that the caller passed.
///
/// Nothing is fetched. A response counts if it is signed with the key of the certificate's issuer, or
/// with one whose certificate that issuer made for signing such responses (RFC 6960, section
/// 4.2.2.2). Others are ignored.
struct RevocationCheck {
    private let responses: [OCSPResponse]
    private let date: Double
    private let isPositiveAnswerRequired: Bool

    /// Clocks may differ by five minutes.
    private static let tolerance = 300.0
    /// A response without an end is valid for a week.
    private static let longestWithoutEnd = 7 * 86400.0

    init(_ request: TrustRequest) {
        responses = request.responses.compactMap { try? OCSPResponse(der: $0) }
        date = request.date
        isPositiveAnswerRequired = request.policies.contains {
            $0.revocation.contains(.requirePositiveResponse)
        }
    }

    /// Returns the problems, and the time until which all certificates are known not to be revoked.
    func judge(_ path: TrustPath) -> (problems: Set<TrustProblem>, validUntil: Double?) {
        var problems: Set<TrustProblem> = []
        var validUntil: Double? = .infinity
        for (index, pair) in zip(path.certificates, path.certificates.dropFirst()).enumerated() {
            switch status(of: pair.0, issuer: pair.1) {
            case .good(let until): validUntil = validUntil.map { min($0, until) }
            case .revoked(let isOnHold):
                problems.insert(TrustProblem(index, isOnHold ? .suspended : .revoked))
                validUntil = nil
            case nil:
                if isPositiveAnswerRequired {
                    problems.insert(TrustProblem(index, .revocationUnknown))
                }
                validUntil = nil
            }
        }
        if path.certificates.count == 1 { validUntil = nil }
        return (problems, validUntil)
    }

    private enum Known {
        case good(until: Double)
        case revoked(isOnHold: Bool)
    }

    private func status(of one: ChainCertificate, issuer: ChainCertificate) -> Known? {
        var known: Known?
        for response in responses {
            let about = response.answers.filter { $0.isAbout(one.certificate, issuer.certificate) }
            guard !about.isEmpty, isAuthorised(response, issuer) else { continue }
            for answer in about {
                switch answer.status {
                case .good:
                    let until = answer.nextUpdate ?? answer.thisUpdate + Self.longestWithoutEnd
                    if isFresh(answer, until: until), known == nil { known = .good(until: until) }
                case .revoked(let since, let isOnHold):
                    // What is revoked stays so; what is on hold may come back.
                    let until = answer.nextUpdate ?? .infinity
                    guard since <= date + Self.tolerance,
                        !isOnHold || isFresh(answer, until: until)
                    else { continue }
                    return .revoked(isOnHold: isOnHold)
                case .unknown: continue
                }
            }
        }
        return known
    }

    private func isFresh(_ answer: OCSPResponse.Answer, until: Double) -> Bool {
        answer.thisUpdate - Self.tolerance <= date && date <= until + Self.tolerance
    }

    private func isAuthorised(_ response: OCSPResponse, _ issuer: ChainCertificate) -> Bool {
        if response.isFrom(issuer.certificate), response.isSigned(by: issuer.certificate) {
            return true
        }
        return response.certificates.contains { signer in
            response.isFrom(signer) && isDelegate(signer, of: issuer)
                && response.isSigned(by: signer)
        }
    }

    private func isDelegate(_ signer: Certificate, of issuer: ChainCertificate) -> Bool {
        guard signer.notBefore <= date, date <= signer.notAfter, signer.algorithmsAgree,
            !signer.repeatsExtensions, !signer.hasMalformedExtensions,
            let found = signer.found(ExtensionType.extendedKeyUsage),
            let purposes = try? ExtendedKeyUsage(found).purposes,
            purposes.contains(Purpose.ocspSigning), let one = try? ChainCertificate(signer)
        else { return false }
        return one.mayBeIssued(by: issuer) && one.isSigned(by: issuer)
            && CertificateRules.keyBits(one) != nil
            && CertificateRules.signatureHash(one) == .strong
    }
}

extension OCSPResponse.Answer {
    /// Returns true if the response is about a certificate of an issuer.
    fileprivate func isAbout(_ certificate: Certificate, _ issuer: Certificate) -> Bool {
        guard serialNumber == certificate.serialNumber, let hash = HashFunction.named(hash) else {
            return false
        }
        return issuerName == hash.digest(issuer.subject.encoding)
            && issuerKey == hash.digest(issuer.publicKey.key)
    }
}

extension OCSPResponse {
    /// Returns true if the responder's identifier is that of a certificate.
    fileprivate func isFrom(_ certificate: Certificate) -> Bool {
        switch responder {
        case .name(let name): name == certificate.subject.encoding
        case .key(let key): key == HashFunction.sha1.digest(certificate.publicKey.key)
        }
    }

    /// Returns true if the signature was made with the key of a certificate, over SHA-2.
    fileprivate func isSigned(by certificate: Certificate) -> Bool {
        guard signature.unused == 0, let known = Self.algorithms[algorithm.algorithm],
            let key = try? certificate.publicKey.cryptoKey()
        else { return false }
        return Array(signature.octets).withUnsafeBytes { signature in
            signed.withUnsafeBytes { signed in
                (try? key.verify(signature, of: signed, known)) != nil
            }
        }
    }

    // RFC 8017, appendix A.2.4; RFC 5758, section 3.2.
    private static let algorithms: [OID: KeyAlgorithm] = [
        OID(1, 2, 840, 113549, 1, 1, 11): .rsaSignature(.pkcs1, .message(.sha256)),
        OID(1, 2, 840, 113549, 1, 1, 12): .rsaSignature(.pkcs1, .message(.sha384)),
        OID(1, 2, 840, 113549, 1, 1, 13): .rsaSignature(.pkcs1, .message(.sha512)),
        OID(1, 2, 840, 10045, 4, 3, 2): .ecdsa(.x962, .message(.sha256)),
        OID(1, 2, 840, 10045, 4, 3, 3): .ecdsa(.x962, .message(.sha384)),
        OID(1, 2, 840, 10045, 4, 3, 4): .ecdsa(.x962, .message(.sha512)),
    ]
}

extension HashFunction {
    /// Finds a function by its object identifier (RFC 8017, appendix B.1).
    fileprivate static func named(_ identifier: OID) -> HashFunction? {
        switch identifier {
        case FormatOID.sha1: .sha1
        case FormatOID.sha256: .sha256
        case FormatOID.sha384: .sha384
        case FormatOID.sha512: .sha512
        default: nil
        }
    }
}
