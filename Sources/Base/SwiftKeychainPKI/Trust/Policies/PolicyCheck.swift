// SPDX-License-Identifier: Apache-2.0
/// The check of a path against one policy.
///
/// Some rules are about the leaf alone (names, key usage, purposes), others about each certificate of the path (sizes
/// of RSA keys, SHA-1 signatures, purposes of authorities). The signature of an anchor doesn't count, since the anchor
/// is trusted without it.
struct PolicyCheck {
    let policy: TrustPolicy
    private let rules: PolicyRules

    init(_ policy: TrustPolicy) {
        self.policy = policy
        rules = PolicyRules(policy)
    }

    /// Checks a path against the policy: the leaf's names and uses, and the algorithms and uses of those above it.
    ///
    /// - Parameter leafMayBeAuthority: as ``TrustRequest/leafMayBeAuthority``. A name that the policy asks for counts all
    ///   the same.
    func problems(_ path: TrustPath, leafMayBeAuthority: Bool = false) -> Set<TrustProblem> {
        let leaf = path.certificates[0].certificate
        let isAuthority = leafMayBeAuthority && leaf.isOfAuthority
        var broken = isAuthority && policy.names.isEmpty ? [] : nameRules(path)
        if !isAuthority {
            broken += usageRules(leaf)
            if rules.isWebServer { broken += WebServerRules.broken(leaf, path.end) }
        }
        var found = broken.map { (0, $0) }
        let lastIndex = path.certificates.count - 1
        for (index, one) in path.certificates.enumerated() {
            let endsAtAnchor = index == lastIndex && path.end != .missingIssuer
            // A leaf counts even if it is its own anchor.
            if !endsAtAnchor || index == 0, CertificateRules.isRSA(one),
                (CertificateRules.keyBits(one) ?? 0) < rules.leastRSABits
            {
                found.append((index, .weakKey))
            }
            if rules.refusesSHA1, index < lastIndex, CertificateRules.signatureHash(one) == .sha1 {
                found.append((index, .weakSignature))
            }
            // An authority limited to some purposes, even an anchor, can't issue for others.
            if index > 0 || isAuthority, !allowsPurpose(one.certificate) {
                found.append((index, .extendedKeyUsage))
            }
        }
        return Set(found.map { TrustProblem($0, $1, policy: policy) })
    }

    /// Checks that the leaf has one of the policy's names, and may have it. A policy without names accepts any.
    private func nameRules(_ path: TrustPath) -> [TrustRule] {
        let leaf = path.certificates[0].certificate
        switch rules.names {
        case .none: return []
        case .host:
            guard !policy.names.isEmpty else { return [] }
            let names = leaf.subjectAlternativeNames
            let hosts = policy.names.compactMap(HostName.init).filter { $0.matches(names) }
            if hosts.isEmpty { return [.hostName] }
            // libcrypto doesn't expand wildcards, so it misses excluded names that they match.
            let excluded = path.certificates.dropFirst().flatMap {
                $0.nameConstraints?.excluded ?? []
            }
            return hosts.allSatisfy { $0.lies(within: excluded) } ? [.nameNotAllowed] : []
        case .mail:
            let addresses = leaf.emailAddresses
            guard let wanted = policy.names.first else {
                return addresses.isEmpty ? [.noMailAddress] : []
            }
            // The part before the @ may differ in case (RFC 5321, 2.4), but never does in practice.
            let fits = addresses.contains { $0.lowercased() == wanted.lowercased() }
            return fits ? [] : [.mailAddress]
        }
    }

    /// Checks the leaf's key usage and purposes, where the certificate has these extensions or the policy demands them.
    private func usageRules(_ leaf: Certificate) -> [TrustRule] {
        var broken: [TrustRule] = []
        if rules.keyUsage != 0, let found = leaf.found(ExtensionType.keyUsage) {
            let bits = (try? found.keyUsage()) ?? 0
            if bits & rules.keyUsage == 0 { broken.append(.keyUsage) }
        }
        guard let found = leaf.found(ExtensionType.extendedKeyUsage) else {
            return rules.requiresPurpose ? broken + [.extendedKeyUsage] : broken
        }
        if !allowsPurpose(leaf) { return broken + [.extendedKeyUsage] }
        if rules.requiresOnlyPurpose {
            let purposes = (try? found.purposes()) ?? []
            if purposes.count != 1 { broken.append(.extendedKeyUsage) }
            if !found.isCritical { broken.append(.purposeNotCritical) }
        }
        return broken
    }

    /// Returns true if the extended key usage has a purpose of the policy; true where there is none.
    private func allowsPurpose(_ certificate: Certificate) -> Bool {
        guard !rules.purposes.isEmpty,
            let found = certificate.found(ExtensionType.extendedKeyUsage)
        else { return true }
        let purposes = (try? found.purposes()) ?? []
        return purposes.contains {
            rules.purposes.contains($0) || !rules.requiresPurpose && $0 == Purpose.any
        }
    }
}

/// Apple's rules for the certificates of web servers.
///
/// Source: support.apple.com/103769 (since 2019-07-01) and support.apple.com/102028 (since
/// 2020-09-01). The dates are those of the first second of validity.
enum WebServerRules {
    private static let day = 86400.0
    /// 2019-07-01 00:00 UTC: a purpose is demanded, and at most 825 days.
    private static let july2019 = 583_632_000.0
    /// 2020-09-01 00:00 UTC: at most 398 days, under the system's anchors.
    private static let september2020 = 620_611_200.0

    static func broken(_ leaf: Certificate, _ end: TrustPath.End) -> [TrustRule] {
        guard leaf.notBefore >= july2019 else { return [] }
        var broken: [TrustRule] = []
        if leaf.found(ExtensionType.extendedKeyUsage) == nil { broken.append(.extendedKeyUsage) }
        // The 825-day limit is the difference of the dates; the 398-day limit includes the last second.
        let isShort = end == .anchor(.system) && leaf.notBefore >= september2020
        let longest = isShort ? 398 * day - 1 : 825 * day
        if leaf.notAfter - leaf.notBefore > longest { broken.append(.validityTooLong) }
        return broken
    }
}
