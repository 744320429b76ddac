// SPDX-License-Identifier: Apache-2.0
/// Everything an evaluation depends on; equal requests have equal outcomes.
public struct TrustRequest: Sendable {
    public var leaf: Certificate
    /// Certificates that may be between leaf and anchor, in any order.
    public var intermediates: [Certificate]
    /// The policies that the chain must meet, all of them; empty for basic X.509.
    public var policies: [TrustPolicy]
    /// Certificates that end a chain. They need not sign themselves.
    public var anchors: [Certificate] = []
    /// True if neither the system's anchors nor trust settings end a chain.
    public var anchorsOnly = false
    /// The moment to evaluate for, in seconds since 2001-01-01 00:00 UTC.
    public var date: Double
    public var settings = TrustSettings()
    /// OCSP responses in DER (RFC 6960), from the server or elsewhere.
    public var responses: [[UInt8]] = []
    public var exceptions: TrustExceptions?
    /// True if certificates of issuers that are missing are fetched from the addresses in certificates,
    /// and, for a policy of revocation, OCSP responses and revocation lists too.
    public var mayFetch = false
    /// True if certificates may have expired, except the root.
    public var allowsExpired = false
    /// True if the root may have expired.
    public var allowsExpiredRoot = false
    /// True if a leaf that is an authority is judged as one, instead of by the rules for leaves.
    package var leafMayBeAuthority = false
    /// A search, in a keychain perhaps, for certificates whose subject is the issuer of the given one. It
    /// is called only if no other certificate fits.
    public var findIssuers: @Sendable (Certificate) -> [Certificate] = { _ in [] }

    public init(
        leaf: Certificate, intermediates: [Certificate] = [], policies: [TrustPolicy],
        date: Double
    ) {
        self.leaf = leaf
        self.intermediates = intermediates
        self.policies = policies.isEmpty ? [.basic] : policies
        self.date = date
    }
}

extension TrustRequest {
    /// The policies that say what the certificate is for. One that only checks for revocation goes with others.
    var purposes: [TrustPolicy] {
        let others = policies.filter { $0.kind != .revocation }
        return others.isEmpty ? policies : others
    }

    /// Finds the best path from the leaf to an anchor and checks it.
    ///
    ///     let request = TrustRequest(leaf: certificate, policies: [.basic], date: 0)
    ///     print(try request.evaluate().diagnostics)
    ///
    /// Where an authority is cross-signed, the path that breaks the fewest and lightest rules
    /// wins. Unless ``mayFetch`` is true, nothing is fetched from a network; else it may take up to 30
    /// seconds.
    ///
    /// - Throws: `noMemory`, and the errors of searching issuers in a keychain. An untrusted chain
    ///   isn't an error.
    public func evaluate() throws(PKIError) -> TrustEvaluation {
        let fetcher = mayFetch ? TrustFetcher() : nil
        let search = try PathSearch(
            from: try ChainCertificate(leaf), try CertificateSources(self, fetcher))
        let revocation = RevocationCheck(self, fetcher)
        var best: Judged?
        var comparisons = 0
        for path in Self.worthJudging(search.paths) {
            let judged = try judge(path, revocation, &comparisons)
            if judged.problems.isEmpty { return evaluation(judged, fetcher) }
            if best.map({ judged.weight < $0.weight }) ?? true { best = judged }
        }
        guard let best else { throw PKIError(.libraryFailure, "chain: none was found") }
        return evaluation(best, fetcher)
    }

    /// Four, because paths without an anchor only say why a chain isn't trusted, and judging a hostile one takes long.
    private static let mostWithoutAnchor = 4
    /// libcrypto's comparisons of names take a fifth of a second at most.
    private static let mostComparisons = 1 << 20

    /// Returns the paths that end at an anchor, and the first others, in their order.
    private static func worthJudging(_ paths: [TrustPath]) -> [TrustPath] {
        var others = 0
        return paths.filter { path in
            if case .anchor = path.end { return true }
            others += 1
            return others <= mostWithoutAnchor
        }
    }

    /// A path, and every rule that it breaks.
    private struct Judged {
        let path: TrustPath
        let chain: [Certificate]
        let problems: [TrustProblem]
        let excused: [TrustProblem]
        let validUntil: Double?

        /// Compares paths: the weightiest rule first, then how many are broken.
        var weight: (Int, Int) {
            (problems.map(\.rule.severity.rawValue).max() ?? -1, problems.count)
        }
    }

    /// Applies all rules to a path: those of libcrypto, of certificates, of each policy, and revocation. Problems that
    /// settings, exceptions or flags allow are listed separately as excused.
    private func judge(
        _ path: TrustPath, _ revocation: RevocationCheck, _ comparisons: inout Int
    ) throws(PKIError) -> Judged {
        let chain = path.certificates.map(\.certificate)
        comparisons += PathCheck.nameComparisons(path.certificates)
        // Over all paths together, because a hostile chain chooses their number.
        var problems =
            comparisons > Self.mostComparisons
            ? [TrustProblem(0, .tooManyNames)] : try PathCheck.problems(path.certificates)
        problems.formUnion(CertificateRules.problems(path, at: date))
        for policy in policies {
            problems.formUnion(
                PolicyCheck(policy).problems(path, leafMayBeAuthority: leafMayBeAuthority))
        }
        let answer = revocation.judge(path)
        problems.formUnion(answer.problems)
        let said = SettingsCheck(self, path)
        problems.formUnion(said.denials)
        // One rule, one sentence: what holds under every policy isn't repeated for each.
        let sorted = Self.withoutRepetitions(problems).sorted(by: Self.isWeightier)
        let excused = sorted.filter {
            said.excuses($0) || (exceptions?.excuse($0, in: chain) ?? false)
                || mayHaveExpired($0, in: path.certificates)
        }
        return Judged(
            path: path, chain: chain, problems: sorted.filter { !excused.contains($0) },
            excused: excused, validUntil: answer.validUntil)
    }

    /// Returns whether the request's flags excuse a certificate that has expired.
    private func mayHaveExpired(_ problem: TrustProblem, in chain: [ChainCertificate]) -> Bool {
        guard problem.rule == .expired else { return false }
        return chain[problem.certificateIndex].isSelfSigned ? allowsExpiredRoot : allowsExpired
    }

    /// Removes problems that a more specific one of the same certificate already says.
    private static func withoutRepetitions(_ problems: Set<TrustProblem>) -> [TrustProblem] {
        problems.filter { problem in
            let index = problem.certificateIndex
            // Missing basic constraints already imply "not an authority"; report only the former.
            return switch (problem.rule, problem.policy) {
            case (.notAnAuthority, _): !problems.contains(TrustProblem(index, .noBasicConstraints))
            // libcrypto doesn't read an extension that is there twice.
            case (.malformed, _): !problems.contains(TrustProblem(index, .repeatedExtension))
            case (_, nil): true
            case (let rule, _): !problems.contains(TrustProblem(index, rule))
            }
        }
    }

    /// The weightier rule first, then the certificate nearer to the leaf, then the order of the
    /// rules.
    private static func isWeightier(_ left: TrustProblem, _ right: TrustProblem) -> Bool {
        (-left.rule.severity.rawValue, left.certificateIndex, left.rule.rank)
            < (-right.rule.severity.rawValue, right.certificateIndex, right.rule.rank)
    }

    /// Makes the result of the best path: its worst problem decides.
    private func evaluation(_ judged: Judged, _ fetcher: TrustFetcher?) -> TrustEvaluation {
        let worst = judged.problems.map(\.rule.severity).max()
        let isDecided = judged.path.end == .anchor(.settings) || !judged.excused.isEmpty
        let result: TrustResult =
            switch worst {
            case .denied: .deny
            case .fatal: .fatalTrustFailure
            case .recoverable: .recoverableTrustFailure
            case nil: isDecided ? .proceed : .unspecified
            }
        return TrustEvaluation(
            result: result, chain: judged.chain, problems: judged.problems,
            excused: judged.excused, date: date, revocationValidUntil: judged.validUntil,
            notes: notes(judged) + (fetcher?.failures ?? []))
    }

    /// Returns what the user should know in addition to the problems: that this machine has no bundle of roots, or that an
    /// answer about revocation would have had to be fetched.
    private func notes(_ judged: Judged) -> [String] {
        let rules = judged.problems.map(\.rule)
        var notes: [String] = []
        if !anchorsOnly, !SystemAnchors.shared.hasBundle,
            rules.contains(.untrustedRoot) || rules.contains(.missingIssuer)
        {
            notes.append(SystemBundle.missing + ".")
        }
        if !mayFetch, rules.contains(.revocationUnknown) {
            notes.append("Nothing was fetched, because the program hasn't allowed it.")
        }
        return notes
    }
}

extension TrustRule {
    /// Numbers the rules as they are listed.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension TrustRequest {
    /// Checks the leaf alone against the policies, and its times and form, whatever its issuer.
    ///
    /// - Throws: `noMemory`, and `malformed` for a certificate that libcrypto doesn't read.
    package func leafProblems() throws(PKIError) -> Set<TrustProblem> {
        // As if it were an anchor: nothing above it is judged, or missed.
        let path = TrustPath(
            certificates: [try ChainCertificate(leaf)], end: .anchor(.custom))
        var problems = CertificateRules.problems(path, at: date)
        for policy in policies { problems.formUnion(PolicyCheck(policy).problems(path)) }
        return problems
    }
}
