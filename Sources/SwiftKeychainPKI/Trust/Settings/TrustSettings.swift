/// Holds what a person said of certificates: for each, records of which those that fit apply.
public struct TrustSettings: Sendable, Hashable {
    public var records: [Certificate: [TrustSettingsRecord]]

    public init(_ records: [Certificate: [TrustSettingsRecord]] = [:]) { self.records = records }

    var certificates: some Sequence<Certificate> { records.keys }

    /// Collects what the records say of one certificate of a chain under one policy.
    func verdict(
        _ certificate: Certificate, _ policy: TrustPolicy, isLeaf: Bool, isRoot: Bool
    ) -> Verdict {
        var verdict = Verdict()
        guard let records = records[certificate] else { return verdict }
        // No record at all is one without conditions.
        let all = records.isEmpty ? [TrustSettingsRecord()] : records
        for record in all where record.fits(policy, isLeaf: isLeaf) {
            if let status = record.allowedError { verdict.allowedErrors.insert(status) }
            switch record.result {
            case .trustRoot: verdict.isAnchor = verdict.isAnchor || isRoot
            case .trustAsRoot: verdict.isAnchor = true
            case .deny: verdict.isDenied = true
            case .unspecified: break
            }
        }
        // A denial outweighs whatever else is said.
        if verdict.isDenied { verdict.isAnchor = false }
        return verdict
    }

    struct Verdict {
        var isAnchor = false
        var isDenied = false
        /// Holds the statuses that do not count against the certificate.
        var allowedErrors: Set<Int32> = []
    }
}

/// Is one thing a person said of a certificate, with its conditions; nil: under all of them.
public struct TrustSettingsRecord: Sendable, Hashable {
    /// Says what a record means; the numbers are those of `SecTrustSettingsResult`.
    public enum Result: UInt32, Sendable, Hashable {
        /// A certificate that signs itself ends a chain.
        case trustRoot = 1
        /// A certificate ends a chain, whoever signed it.
        case trustAsRoot = 2
        case deny = 3
        /// Nothing is said, besides the error that is allowed.
        case unspecified = 4
    }

    public var result: Result
    /// Names the policy: an object identifier with dots.
    public var policy: String?
    /// Holds the host or mail address that the policy was given, in any case.
    public var policyString: String?
    /// Holds a status that does not count against the certificate.
    public var allowedError: Int32?
    /// Holds the bits of `SecTrustSettingsKeyUsage`.
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
        return keyUsage & (isLeaf ? Self.leafUses : Self.certificateSigning) != 0
    }

    /// Everything but signing certificates, which is what a certificate above the leaf is for.
    private static let leafUses: UInt32 = ~certificateSigning
    private static let certificateSigning: UInt32 = 0x8
}
