// SPDX-License-Identifier: Apache-2.0
/// A path from the leaf to an anchor, or as far as there is one.
struct TrustPath {
    /// The path, leaf first.
    var certificates: [ChainCertificate]
    var end: End

    /// How a path ends. Only one kind of end is trusted, but the others say why a chain isn't.
    enum End: Hashable {
        /// Ends at a certificate that is trusted.
        case anchor(AnchorKind)
        /// Ends at a certificate that signs itself.
        case untrustedRoot
        /// Ends where no issuer was found.
        case missingIssuer
    }
}

/// The reason why an anchor is trusted.
///
/// It is in the system's bundle, in the request, or trusted by the user's settings.
enum AnchorKind: Hashable { case system, custom, settings }

/// A search for the paths from a leaf, through several issuers if an authority is cross-signed.
///
/// Certificates may be hostile, so the search is limited to 24 paths of 12 certificates and 400
/// signatures.
///
/// It goes depth first from the leaf: each certificate is followed by every possible issuer, anchors first. A branch
/// ends at an anchor, at a certificate that signs itself, or where no issuer is found; paths that end without an anchor
/// are kept too, because they say why a chain isn't trusted. A path contains no certificate twice.
///
///     leaf ─▶ issuer A ─▶ anchor               kept
///          └▶ issuer A (cross-signed) ─▶ root  kept, ends at an untrusted root
///          └▶ issuer B, signature wrong        dropped
struct PathSearch {
    static let longestPath = 12
    static let mostPaths = 24
    static let mostSignatures = 400

    private let sources: CertificateSources
    /// The results of the signatures that were checked, because the same pair occurs on many paths.
    private var signatures: [Pair: Bool] = [:]
    private var checkedSignatures = 0
    private(set) var paths: [TrustPath] = []

    /// A certificate and its possible issuer, by their DER.
    private struct Pair: Hashable {
        let one: [UInt8]
        let other: [UInt8]
    }

    /// Searches at once; ``paths`` has the result.
    init(from leaf: ChainCertificate, _ sources: CertificateSources) throws(PKIError) {
        self.sources = sources
        try extend([leaf])
    }

    /// Adds every issuer of the last certificate in turn, depth first, until the limits of paths and signatures.
    private mutating func extend(_ path: [ChainCertificate]) throws(PKIError) {
        guard paths.count < Self.mostPaths, let last = path.last else { return }
        if let kind = sources.anchorKind(last) {
            paths.append(TrustPath(certificates: path, end: .anchor(kind)))
            return
        }
        if last.isSelfIssued, isSigned(last, by: last) {
            paths.append(TrustPath(certificates: path, end: .untrustedRoot))
            return
        }
        let issuers = try issuers(of: last, path)
        guard path.count < Self.longestPath, !issuers.isEmpty else {
            paths.append(TrustPath(certificates: path, end: .missingIssuer))
            return
        }
        for issuer in issuers { try extend(path + [issuer]) }
    }

    /// Returns the issuers whose key made the signature; if there are none, the first whose name
    /// and key identifier fit, so that the wrong signature is reported.
    private mutating func issuers(
        of last: ChainCertificate, _ path: [ChainCertificate]
    ) throws(PKIError) -> [ChainCertificate] {
        let candidates = try sources.candidates(issuing: last).filter { candidate in
            // The same name and key again, under another signature, leads in a circle.
            !path.contains {
                $0.certificate.publicKey == candidate.certificate.publicKey
                    && $0.certificate.subject == candidate.certificate.subject
            }
        }
        let signers = candidates.filter { isSigned(last, by: $0) }
        guard signers.isEmpty else { return signers }
        return Array(candidates.filter(last.mayBeIssued).prefix(1))
    }

    /// Checks a signature once for each pair. Beyond the limit every signature counts as wrong, so that a set of many
    /// certificates with one name can't take unlimited time.
    private mutating func isSigned(_ one: ChainCertificate, by other: ChainCertificate) -> Bool {
        let pair = Pair(one: one.certificate.der, other: other.certificate.der)
        if let known = signatures[pair] { return known }
        guard checkedSignatures < Self.mostSignatures else { return false }
        checkedSignatures += 1
        let answer = one.isSigned(by: other)
        signatures[pair] = answer
        return answer
    }
}
