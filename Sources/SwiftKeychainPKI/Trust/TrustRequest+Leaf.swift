extension TrustRequest {
    /// Judges the leaf alone: what the policies demand of it, and its times and form. Who issued it
    /// does not matter.
    ///
    /// - Throws: `noMemory`, and `malformed` for a certificate that libcrypto does not read.
    package func leafProblems() throws(PKIError) -> Set<TrustProblem> {
        // As if it were an anchor: nothing above it is judged, or missed.
        let path = TrustPath(
            certificates: [try ChainCertificate(leaf)], end: .anchor(.custom))
        var problems = CertificateRules.problems(path, at: date)
        for policy in policies { problems.formUnion(PolicyCheck(policy).problems(path)) }
        return problems
    }
}
