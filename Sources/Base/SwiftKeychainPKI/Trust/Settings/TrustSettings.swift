// SPDX-License-Identifier: Apache-2.0
/// The user's trust settings: for each certificate, records, of which the matching ones apply.
///
/// 1. A certificate that isn't listed isn't judged. One with an empty list has one record without conditions.
/// 2. All records whose conditions fit the policy apply together.
/// 3. A denial outweighs all others. It is for the certificate under any signature, because anyone can change a
///    signature of ECDSA into a second valid one.
public struct TrustSettings: Sendable, Hashable {
    public var records: [Certificate: [TrustSettingsRecord]] {
        didSet { denials = Self.denials(records) }
    }
    /// The records that deny, by what is signed of the certificate.
    private var denials: [[UInt8]: [TrustSettingsRecord]]

    public init(_ records: [Certificate: [TrustSettingsRecord]] = [:]) {
        self.records = records
        denials = Self.denials(records)
    }

    private static func denials(
        _ records: [Certificate: [TrustSettingsRecord]]
    ) -> [[UInt8]: [TrustSettingsRecord]] {
        var denials: [[UInt8]: [TrustSettingsRecord]] = [:]
        for (certificate, records) in records {
            let denying = records.filter { $0.result == .deny }
            if !denying.isEmpty { denials[certificate.signedPart, default: []] += denying }
        }
        return denials
    }

    /// Combines the records for one certificate of a chain under one policy.
    func verdict(
        _ certificate: Certificate, _ policy: TrustPolicy, isLeaf: Bool, isRoot: Bool
    ) -> Verdict {
        var verdict = Verdict()
        // No record at all is one without conditions.
        let own = records[certificate].map { $0.isEmpty ? [TrustSettingsRecord()] : $0 } ?? []
        let denying = denials.isEmpty ? [] : denials[certificate.signedPart] ?? []
        for record in own + denying where record.fits(policy, isLeaf: isLeaf) {
            if let status = record.allowedError { verdict.allowedErrors.insert(status) }
            switch record.result {
            case .trustRoot: verdict.isAnchor = verdict.isAnchor || isRoot
            case .trustAsRoot: verdict.isAnchor = true
            case .deny: verdict.isDenied = true
            case .unspecified: break
            }
        }
        // A denial outweighs all other records.
        if verdict.isDenied { verdict.isAnchor = false }
        return verdict
    }

    /// What the settings say about one certificate under one policy.
    struct Verdict {
        var isAnchor = false
        var isDenied = false
        /// The statuses that don't count against the certificate.
        var allowedErrors: Set<Int32> = []
    }
}

/// One decision of the user about a certificate, with its conditions; nil for no condition.
public struct TrustSettingsRecord: Sendable, Hashable {
    /// The meaning of a record; the numbers are those of `SecTrustSettingsResult`.
    public enum Result: UInt32, Sendable, Hashable {
        /// A certificate that signs itself ends a chain.
        case trustRoot = 1
        /// A certificate ends a chain, no matter which key signed it.
        case trustAsRoot = 2
        case deny = 3
        /// No decision, except for the allowed error.
        case unspecified = 4
    }

    public var result: Result
    /// The policy: an object identifier with dots.
    public var policy: String?
    /// The host or mail address that the policy was given, in any case.
    public var policyString: String?
    /// A status that doesn't count against the certificate.
    public var allowedError: Int32?
    /// The bits of `SecTrustSettingsKeyUsage`.
    public var keyUsage: UInt32?

    public init(
        result: Result = .trustRoot, policy: String? = nil, policyString: String? = nil,
        allowedError: Int32? = nil, keyUsage: UInt32? = nil
    ) {
        self.result = result
        self.policy = policy
        self.policyString = policyString
        self.allowedError = allowedError
        self.keyUsage = keyUsage
    }

    /// Returns whether the record applies to a policy; a condition that the record doesn't have is met.
    func fits(_ used: TrustPolicy, isLeaf: Bool) -> Bool {
        if let policy {
            guard let meant = try? TrustPolicy.named(policy), meant.kind == used.kind else {
                return false
            }
            // The identifiers of a policy's sides mean that side only.
            guard policy == meant.kind.rawValue || meant.isClient == used.isClient else {
                return false
            }
        }
        if let policyString {
            let wanted = policyString.lowercased()
            guard used.names.contains(where: { $0.lowercased() == wanted }) else { return false }
        }
        guard let keyUsage else { return true }
        // kSecTrustSettingsKeyUseSignCert, which is what a certificate above the leaf is for. The leaf is for all else.
        let signing: UInt32 = 0x8
        return keyUsage & (isLeaf ? ~signing : signing) != 0
    }
}

/// The trust settings for the certificates of a path.
struct SettingsCheck {
    private(set) var denials: Set<TrustProblem> = []
    /// For each certificate, what the records of every policy allow.
    private var allowed: [[TrustPolicy: Set<Int32>]] = []

    /// Collects what the settings deny and allow. Where only the request's anchors count, they still deny, but
    /// allow nothing.
    init(_ request: TrustRequest, _ path: TrustPath) {
        for (index, one) in path.certificates.enumerated() {
            var errors: [TrustPolicy: Set<Int32>] = [:]
            for policy in request.policies {
                let verdict = request.settings.verdict(
                    one.certificate, policy, isLeaf: index == 0, isRoot: one.isSelfIssued)
                // Denied even if settings make no anchors.
                if verdict.isDenied { denials.insert(TrustProblem(index, .denied)) }
                guard request.purposes.contains(policy) else { continue }
                errors[policy] = request.anchorsOnly ? [] : verdict.allowedErrors
            }
            allowed.append(errors)
        }
    }

    /// Returns true if the status of a problem is allowed: by the records for its policy, or, where it
    /// has none, by those for all policies.
    func excuses(_ problem: TrustProblem) -> Bool {
        guard problem.rule.severity == .recoverable else { return false }
        let errors = allowed[problem.certificateIndex]
        let status = problem.rule.status
        if let policy = problem.policy { return errors[policy]?.contains(status) ?? false }
        return !errors.isEmpty && errors.values.allSatisfy { $0.contains(status) }
    }
}
