// SPDX-License-Identifier: Apache-2.0
/// The certificates that a path may contain, and those that end it.
///
/// Each is found by libcrypto's hash of its subject. The sources, in the order of their use:
///
/// 1. Anchors: those of the request, of trust settings, and of the system.
/// 2. The certificates that came with the request.
/// 3. Only if none of them fits: a search by the caller, then a download.
struct CertificateSources {
    private var given: [UInt: [ChainCertificate]] = [:]
    private var anchors: [UInt: [(ChainCertificate, AnchorKind)]] = [:]
    private let request: TrustRequest
    private let fetcher: TrustFetcher?

    init(_ request: TrustRequest, _ fetcher: TrustFetcher?) throws(PKIError) {
        self.request = request
        self.fetcher = fetcher
        for found in try request.intermediates.map(ChainCertificate.init) {
            given[found.subjectHash, default: []].append(found)
        }
        for found in try request.anchors.map(ChainCertificate.init) {
            anchors[found.subjectHash, default: []].append((found, .custom))
        }
        guard !request.anchorsOnly else { return }
        for found in try request.settings.records.keys.map(ChainCertificate.init)
        where Self.isTrusted(found, request) {
            anchors[found.subjectHash, default: []].append((found, .settings))
        }
    }

    /// Returns why a certificate is trusted; nil if it isn't.
    func anchorKind(_ one: ChainCertificate) -> AnchorKind? {
        let subject = one.subjectHash
        let known = (anchors[subject] ?? []).first { $0.0.certificate == one.certificate }
        if let known { return known.1 }
        guard !request.anchorsOnly else { return nil }
        return SystemAnchors.shared.anchors(subject: subject)
            .contains { $0.certificate == one.certificate } ? .system : nil
    }

    /// Returns the certificates that may have issued one, the best first: anchors before others,
    /// those whose key identifier fits before the rest, then valid ones, then the newest.
    func candidates(
        issuing one: ChainCertificate
    ) throws(PKIError) -> [ChainCertificate] {
        let name = one.issuerHash
        var found = (anchors[name] ?? []).map(\.0)
        if !request.anchorsOnly { found += SystemAnchors.shared.anchors(subject: name) }
        let anchorCount = found.count
        found += given[name] ?? []
        // A search is expensive, so it is the last resort.
        if !found.contains(where: one.mayBeIssued) {
            found += try request.findIssuers(one.certificate).map(ChainCertificate.init)
        }
        if let fetcher, !found.contains(where: one.mayBeIssued) {
            found += try fetcher.issuers(of: one.certificate).map(ChainCertificate.init)
        }
        // An anchor may be among the given certificates, too, and each of them be given twice.
        var seen: Set<Certificate> = []
        let ranked = found.enumerated().filter { seen.insert($1.certificate).inserted }
            .filter { one.namesIssuer($1) }
        return ranked.sorted { left, right in
            rank(left, of: one, anchorCount) < rank(right, of: one, anchorCount)
        }.map(\.element)
    }

    /// Returns the order of ``candidates(issuing:)``.
    private func rank(
        _ candidate: (offset: Int, element: ChainCertificate), of one: ChainCertificate,
        _ anchorCount: Int
    ) -> (Int, Int, Int, Double) {
        let certificate = candidate.element.certificate
        // A certificate may end before it begins, which a range can't.
        let isValid = (certificate.notBefore...max(certificate.notBefore, certificate.notAfter))
            .contains(request.date)
        return (
            candidate.offset < anchorCount ? 0 : 1, one.mayBeIssued(by: candidate.element) ? 0 : 1,
            isValid ? 0 : 1, -certificate.notBefore
        )
    }

    /// Returns true if trust settings make a certificate an anchor for every purpose of the request.
    private static func isTrusted(_ one: ChainCertificate, _ request: TrustRequest) -> Bool {
        request.purposes.allSatisfy { policy in
            request.settings.verdict(
                one.certificate, policy, isLeaf: one.certificate == request.leaf,
                isRoot: one.isSelfIssued
            ).isAnchor
        }
    }
}
