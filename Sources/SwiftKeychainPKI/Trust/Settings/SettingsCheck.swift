/// Collects what trust settings say of the certificates of a path.
struct SettingsCheck {
    private(set) var denials: Set<TrustProblem> = []
    /// Holds, for each certificate, what every policy's records allow.
    private var allowed: [[TrustPolicy: Set<Int32>]] = []

    init(_ request: TrustRequest, _ path: TrustPath) {
        for (index, one) in path.certificates.enumerated() {
            var errors: [TrustPolicy: Set<Int32>] = [:]
            for policy in request.policies {
                let verdict = request.settings.verdict(
                    one.certificate, policy, isLeaf: index == 0, isRoot: one.isSelfIssued)
                // Denied even where settings make no anchors: nobody trusts what was denied.
                if verdict.isDenied { denials.insert(TrustProblem(index, .denied)) }
                errors[policy] = request.anchorsOnly ? [] : verdict.allowedErrors
            }
            allowed.append(errors)
        }
    }

    /// Says that the status of a problem is allowed: by the records for its policy, or, where it
    /// has none, by those for all policies.
    func excuses(_ problem: TrustProblem) -> Bool {
        guard problem.rule.severity == .recoverable else { return false }
        let errors = allowed[problem.certificateIndex]
        let status = problem.rule.status
        if let policy = problem.policy { return errors[policy]?.contains(status) ?? false }
        return !errors.isEmpty && errors.values.allSatisfy { $0.contains(status) }
    }
}
