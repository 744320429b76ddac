extension TrustRequest {
    /// Finds the best path from the leaf to an anchor and judges it.
    ///
    /// Where an authority is cross-signed, the path that breaks the fewest and lightest rules
    /// wins. Nothing is fetched from a network.
    ///
    /// - Throws: what looking for issuers in a keychain throws, and `noMemory`. A chain that is
    ///   not trusted is no error.
    public func evaluate() throws(PKIError) -> TrustEvaluation {
        let search = try PathSearch(
            from: try ChainCertificate(leaf), try CertificateSources(self))
        let revocation = RevocationCheck(self)
        var best: Judged?
        for path in search.paths {
            let judged = try judge(path, revocation)
            if judged.isTrusted { return evaluation(judged) }
            if best.map({ judged.weight < $0.weight }) ?? true { best = judged }
        }
        guard let best else { throw PKIError(.libraryFailure, "chain: none was found") }
        return evaluation(best)
    }

    private struct Judged {
        let path: TrustPath
        let chain: [Certificate]
        let problems: [TrustProblem]
        let excused: [TrustProblem]
        let validUntil: Double?

        var isTrusted: Bool { problems.isEmpty }
        /// Compares paths: the weightiest rule first, then how many are broken.
        var weight: (Int, Int) {
            (problems.map(\.rule.severity.rawValue).max() ?? -1, problems.count)
        }
    }

    private func judge(
        _ path: TrustPath, _ revocation: RevocationCheck
    ) throws(PKIError) -> Judged {
        let chain = path.certificates.map(\.certificate)
        var problems = try PathCheck.problems(path.certificates)
        problems.formUnion(CertificateRules.problems(path, at: date))
        for policy in policies { problems.formUnion(PolicyCheck(policy).problems(path)) }
        let answer = revocation.judge(path)
        problems.formUnion(answer.problems)
        let said = SettingsCheck(self, path)
        problems.formUnion(said.denials)
        // One rule, one sentence: what holds under every policy is not repeated for each.
        let sorted = Self.withoutRepetitions(problems).sorted(by: Self.isWeightier)
        let excused = sorted.filter {
            said.excuses($0) || (exceptions?.excuse($0, in: chain) ?? false)
        }
        return Judged(
            path: path, chain: chain, problems: sorted.filter { !excused.contains($0) },
            excused: excused, validUntil: answer.validUntil)
    }

    private static func withoutRepetitions(_ problems: Set<TrustProblem>) -> [TrustProblem] {
        problems.filter { problem in
            let index = problem.certificateIndex
            // What does not say that it is an authority is none, but that is the lesser word.
            return switch (problem.rule, problem.policy) {
            case (.notAnAuthority, _): !problems.contains(TrustProblem(index, .noBasicConstraints))
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

    private func evaluation(_ judged: Judged) -> TrustEvaluation {
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
            excused: judged.excused, date: date, revocationValidUntil: judged.validUntil)
    }
}

extension TrustRule {
    /// Numbers the rules as they are listed.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
