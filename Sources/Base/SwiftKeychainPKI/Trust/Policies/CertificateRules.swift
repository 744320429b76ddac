// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// The rules that don't depend on a policy: times, form, authorities, keys.
enum CertificateRules {
    /// Checks what holds for every policy: dates, sizes of keys, the form of each certificate, and how the path ends.
    static func problems(_ path: TrustPath, at date: Double) -> Set<TrustProblem> {
        var problems: Set<TrustProblem> = []
        let lastIndex = path.certificates.count - 1
        for (index, one) in path.certificates.enumerated() {
            let certificate = one.certificate
            for rule in rules(one, at: date) { problems.insert(TrustProblem(index, rule)) }
            if keyBits(one) == nil { problems.insert(TrustProblem(index, .weakKey)) }
            // The last signature vouches for nothing where the certificate itself is trusted.
            if index < lastIndex, [.md, .unknown].contains(signatureHash(one)) {
                problems.insert(TrustProblem(index, .weakSignature))
            }
            guard index > 0 else { continue }
            let isAnchor = index == lastIndex && path.end != .missingIssuer
            if let rule = authorityRule(certificate, isAnchor: isAnchor) {
                problems.insert(TrustProblem(index, rule))
            }
        }
        switch path.end {
        case .anchor: break
        case .untrustedRoot: problems.insert(TrustProblem(lastIndex, .untrustedRoot))
        case .missingIssuer: problems.insert(TrustProblem(lastIndex, .missingIssuer))
        }
        return problems
    }

    /// Returns the rules that a certificate breaks, whatever its place in the path.
    private static func rules(_ one: ChainCertificate, at date: Double) -> [TrustRule] {
        let certificate = one.certificate
        var rules: [TrustRule] = []
        if date < certificate.notBefore { rules.append(.notYetValid) }
        if date > certificate.notAfter { rules.append(.expired) }
        if !certificate.algorithmsAgree { rules.append(.algorithmsDisagree) }
        if certificate.repeatsExtensions { rules.append(.repeatedExtension) }
        if one.hasMalformedExtensions { rules.append(.malformed) }
        if certificate.subject.relativeNames.isEmpty,
            certificate.found(ExtensionType.subjectAlternativeName) == nil
        {
            rules.append(.emptySubject)
        }
        return rules
    }

    /// An authority says that it is one (RFC 5280, section 6.1.4 k). Anchors of version 1 can't say
    /// so, and are trusted for what they are.
    private static func authorityRule(_ certificate: Certificate, isAnchor: Bool) -> TrustRule? {
        guard let found = certificate.found(ExtensionType.basicConstraints) else {
            return isAnchor && certificate.version == 1 ? nil : .noBasicConstraints
        }
        guard let constraints = try? BasicConstraints(found) else { return .malformed }
        return constraints.isAuthority ? nil : .notAnAuthority
    }

    /// Returns the size of an acceptable key: RSA of 1024 to 8192 bits with an odd exponent above 1 of at most 64 bits, a named
    /// elliptic curve of 224 bits and more, Ed25519 and Ed448. Nil for any other.
    static func keyBits(_ one: ChainCertificate) -> Int? {
        guard let key = one.verifyingKey else { return nil }
        let bits = Int(EVP_PKEY_get_bits(key))
        switch EVP_PKEY_get_base_id(key) {
        case EVP_PKEY_RSA, EVP_PKEY_RSA_PSS: return bits >= 1024 ? bits : nil
        case EVP_PKEY_EC:
            let parameters = one.certificate.publicKey.algorithm.parameters
            return parameters?.tag == .objectIdentifier && bits >= 224 ? bits : nil
        case EVP_PKEY_ED25519, EVP_PKEY_ED448: return bits
        default: return nil
        }
    }

    /// Returns whether the key is of RSA, for which policies have minimum sizes.
    static func isRSA(_ one: ChainCertificate) -> Bool {
        guard let key = X509_get0_pubkey(one.handle) else { return false }
        return [EVP_PKEY_RSA, EVP_PKEY_RSA_PSS].contains(EVP_PKEY_get_base_id(key))
    }

    /// The strength of a hash function; `md` are those that no policy accepts.
    enum SignatureHash { case md, sha1, strong, unknown }

    /// Returns the hash function of a certificate's signature.
    static func signatureHash(_ one: ChainCertificate) -> SignatureHash {
        var (hash, key, bits): (Int32, Int32, Int32) = (0, 0, 0)
        var flags: UInt32 = 0
        guard X509_get_signature_info(one.handle, &hash, &key, &bits, &flags) == 1 else {
            return .unknown
        }
        return strength(hash: hash, key: key)
    }

    /// Returns how strong a hash function is; without one, that of the kind of key that signed.
    static func strength(hash: Int32, key: Int32) -> SignatureHash {
        switch hash {
        case NID_md2, NID_md4, NID_md5, NID_mdc2, NID_ripemd160: .md
        case NID_sha1: .sha1
        // Ed25519 and Ed448 name no hash.
        case NID_undef: [NID_ED25519, NID_ED448].contains(key) ? .strong : .unknown
        default: .strong
        }
    }
}

extension Certificate {
    /// True if the value of an extension that a chain depends on can't be read.
    ///
    /// A chain doesn't depend on other extensions, so a broken one of those is no problem of the chain, unless libcrypto
    /// refuses the certificate for it (``ChainCertificate``).
    var hasMalformedExtensions: Bool {
        extensions.contains { Self.chainExtensions.contains($0.type) && (try? $0.read()) == nil }
    }

    private static let chainExtensions: Set<OID> = [
        ExtensionType.basicConstraints, ExtensionType.keyUsage, ExtensionType.extendedKeyUsage,
        ExtensionType.subjectAlternativeName, ExtensionType.nameConstraints, ExtensionType.policies,
        ExtensionType.policyMappings, ExtensionType.policyConstraints,
        ExtensionType.inhibitAnyPolicy, ExtensionType.subjectKeyIdentifier,
        ExtensionType.authorityKeyIdentifier,
    ]
}
