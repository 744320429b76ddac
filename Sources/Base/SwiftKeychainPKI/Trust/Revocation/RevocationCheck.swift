// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// The check of a path against OCSP responses that the caller passed, and against responses and
/// revocation lists that are fetched if the request allows it.
///
/// A response counts if it is signed with the key of the certificate's issuer, or
/// with one whose certificate that issuer made for signing such responses (RFC 6960, section
/// 4.2.2.2); a list, if it is signed with the key of the issuer. Others are ignored.
///
/// 1. What is revoked stays so, however old the statement is. What is on hold is so only while the statement is
///    valid.
/// 2. That a certificate is good counts while the statement is valid, give or take five minutes.
/// 3. Without a statement the status is unknown, which is a problem only if a policy demands an answer.
final class RevocationCheck {
    private let responses: [OCSPResponse]
    private let date: Double
    private let flags: RevocationFlags
    /// Nil if nothing is fetched.
    private let fetcher: TrustFetcher?
    /// Whether an issuer authorised a response: cached, because many paths ask.
    private var authorised: [OCSPResponse: [Certificate: Bool]] = [:]
    /// The number of times that signatures of a response were checked for an issuer.
    private(set) var checkCount = 0

    /// Clocks may differ by five minutes.
    private static let tolerance = 300.0
    /// A response without an end is valid for a week.
    private static let longestWithoutEnd = 7 * 86400.0

    /// Collects the given responses and what the policies demand. Responses that can't be read are ignored.
    init(_ request: TrustRequest, _ fetcher: TrustFetcher?) {
        responses = request.responses.compactMap { try? OCSPResponse(der: $0) }
        date = request.date
        flags = request.policies.reduce(into: []) { $0.formUnion($1.revocation) }
        self.fetcher = flags.contains(.noNetwork) ? nil : fetcher
    }

    /// Returns the problems, and the time until which all certificates are known not to be revoked.
    func judge(_ path: TrustPath) -> (problems: Set<TrustProblem>, validUntil: Double?) {
        var problems: Set<TrustProblem> = []
        var validUntil: Double? = .infinity
        for (index, pair) in zip(path.certificates, path.certificates.dropFirst()).enumerated() {
            switch status(of: pair.0, issuer: pair.1, on: path) {
            case .good(let until): validUntil = validUntil.map { min($0, until) }
            case .revoked(let isOnHold):
                problems.insert(TrustProblem(index, isOnHold ? .suspended : .revoked))
                validUntil = nil
            case nil:
                if flags.contains(.requirePositiveResponse) {
                    problems.insert(TrustProblem(index, .revocationUnknown))
                }
                validUntil = nil
            }
        }
        // An anchor by itself has no issuer that could answer.
        if path.certificates.count == 1 { validUntil = nil }
        return (problems, validUntil)
    }

    /// The status that a valid statement gives.
    private enum Known {
        case good(until: Double)
        case revoked(isOnHold: Bool)
    }

    /// Finds the status of a certificate: in the caller's responses, else by fetching; nil if it stays unknown.
    private func status(
        of one: ChainCertificate, issuer: ChainCertificate, on path: TrustPath
    ) -> Known? {
        if let known = status(of: one, issuer: issuer, in: responses) { return known }
        // Fetching can't make a path without an anchor trusted, and adds nothing to its judgement.
        guard let fetcher, case .anchor = path.end, !flags.isEmpty else { return nil }
        let certificate = one.certificate
        let usesResponses = flags.contains(.ocsp) || !flags.contains(.lists)
        let usesLists = flags.contains(.lists) || !flags.contains(.ocsp)
        if usesLists, flags.contains(.preferLists),
            let known = listed(one, issuer, fetcher)
        {
            return known
        }
        if usesResponses,
            let found = fetcher.response(about: certificate, issuer.certificate)
        {
            if let known = status(of: one, issuer: issuer, in: [found.response]) { return known }
            fetcher.dismiss(found.url)
        }
        return usesLists ? listed(one, issuer, fetcher) : nil
    }

    /// Looks for the certificate in the lists of its distribution points.
    private func listed(
        _ one: ChainCertificate, _ issuer: ChainCertificate, _ fetcher: TrustFetcher
    ) -> Known? {
        for (url, list) in fetcher.lists(for: one.certificate) {
            if let known = status(of: one, issuer: issuer, on: list) { return known }
            fetcher.dismiss(url)
        }
        return nil
    }

    /// Finds the status on a list, which counts only if it is valid and by the issuer.
    private func status(
        of one: ChainCertificate, issuer: ChainCertificate, on list: RevocationList
    ) -> Known? {
        guard list.covers(one.certificate, issuer.certificate),
            Self.maySignLists(issuer.certificate), list.signature.isSigned(by: issuer)
        else { return nil }
        let entry: RevocationList.Entry?
        do throws(PKIError) { entry = try list.entry(of: one.certificate) } catch { return nil }
        let until = list.nextUpdate ?? list.thisUpdate + Self.longestWithoutEnd
        let isFresh = isFresh(from: list.thisUpdate, until: until)
        guard let entry else { return isFresh ? .good(until: until) : nil }
        // What is revoked stays so, also on an old list.
        guard entry.since <= date + Self.tolerance, !entry.isOnHold || isFresh else { return nil }
        return .revoked(isOnHold: entry.isOnHold)
    }

    /// Returns whether the issuer's key usage allows it to sign lists (RFC 5280, section 4.2.1.3).
    private static func maySignLists(_ issuer: Certificate) -> Bool {
        guard let found = issuer.found(ExtensionType.keyUsage) else { return true }
        // Bit 6 is cRLSign.
        return ((try? found.keyUsage()) ?? 0) & 1 << 6 != 0
    }

    /// Finds the status in responses. One that says "revoked" outweighs all that say "good".
    private func status(
        of one: ChainCertificate, issuer: ChainCertificate, in responses: [OCSPResponse]
    ) -> Known? {
        var known: Known?
        for response in responses {
            let about = response.answers(about: one.certificate, issuer.certificate)
            guard !about.isEmpty, isAuthorised(response, issuer) else { continue }
            for answer in about {
                switch answer.status {
                case .good:
                    let until = answer.nextUpdate ?? answer.thisUpdate + Self.longestWithoutEnd
                    if isFresh(from: answer.thisUpdate, until: until), known == nil {
                        known = .good(until: until)
                    }
                case .revoked(let since, let isOnHold):
                    // What is revoked stays so; what is on hold may come back.
                    let until = answer.nextUpdate ?? .infinity
                    guard since <= date + Self.tolerance,
                        !isOnHold || isFresh(from: answer.thisUpdate, until: until)
                    else { continue }
                    return .revoked(isOnHold: isOnHold)
                case .unknown: continue
                }
            }
        }
        return known
    }

    private func isFresh(from: Double, until: Double) -> Bool {
        from - Self.tolerance <= date && date <= until + Self.tolerance
    }

    /// Returns whether the issuer signed the response, or a responder that it delegated (RFC 6960, section 4.2.2.2).
    private func isAuthorised(_ response: OCSPResponse, _ issuer: ChainCertificate) -> Bool {
        if let known = authorised[response]?[issuer.certificate] { return known }
        checkCount += 1
        let answer = isSigned(response, by: issuer)
        authorised[response, default: [:]][issuer.certificate] = answer
        return answer
    }

    /// Checks the signatures for ``isAuthorised(_:_:)``.
    private func isSigned(_ response: OCSPResponse, by issuer: ChainCertificate) -> Bool {
        if response.signers(among: [issuer.certificate]) != [],
            response.signature.isSigned(by: issuer)
        {
            return true
        }
        return response.signers(among: response.certificates).contains { certificate in
            guard let signer = try? ChainCertificate(certificate) else { return false }
            return isDelegate(signer, of: issuer) && response.signature.isSigned(by: signer)
        }
    }

    /// Returns whether the issuer made a valid certificate for signing responses (`id-kp-OCSPSigning`), without unknown
    /// critical extensions.
    private func isDelegate(_ one: ChainCertificate, of issuer: ChainCertificate) -> Bool {
        let signer = one.certificate
        guard signer.notBefore <= date, date <= signer.notAfter, signer.algorithmsAgree,
            !signer.repeatsExtensions, !one.hasMalformedExtensions,
            one.flags & UInt32(EXFLAG_CRITICAL) == 0,
            let purposes = try? signer.found(ExtensionType.extendedKeyUsage)?.purposes(),
            purposes.contains(Purpose.ocspSigning)
        else { return false }
        return one.mayBeIssued(by: issuer) && one.isSigned(by: issuer)
            && CertificateRules.keyBits(one) != nil
            && CertificateRules.signatureHash(one) == .strong
    }
}

extension OCSPResponse {
    /// Returns the answers about a certificate of an issuer, whose key is hashed once for each function: it may be long.
    fileprivate func answers(about certificate: Certificate, _ issuer: Certificate) -> [Answer] {
        let found = answers.filter { $0.serialNumber == certificate.serialNumber }
        var digests: [OID: (names: [[UInt8]], key: [UInt8])] = [:]
        for function in Set(found.map(\.hash)) {
            // Of the hash functions, only SHA-224 isn't accepted.
            guard let hash = MessageOID.hash(function), hash != .sha224 else { continue }
            // The name as the certificate has it (RFC 6960, section 4.1.1), or as its issuer does, maybe encoded differently.
            let names = [certificate.issuer, issuer.subject].map { hash.digest($0.encoding) }
            digests[function] = (names, hash.digest(issuer.publicKey.key))
        }
        return found.filter { answer in
            guard let issuer = digests[answer.hash] else { return false }
            return issuer.names.contains(answer.issuerName) && issuer.key == answer.issuerKey
        }
    }

    /// Returns the certificates that the responder's identifier fits.
    fileprivate func signers(among certificates: [Certificate]) -> [Certificate] {
        switch responder {
        case .name(let name): name.subjects(among: certificates)
        case .key(let key):
            certificates.filter { key == HashFunction.sha1.digest($0.publicKey.key) }
        }
    }
}
