// SPDX-License-Identifier: Apache-2.0
/// A rule that a certificate of a chain broke.
///
/// Each has a status of Data/errors.tsv, a severity, and words for the user.
public enum TrustRule: String, Sendable, Hashable, CaseIterable {
    // The certificate by itself (RFC 5280, sections 4.1 and 4.2).
    case expired, notYetValid, validityTooLong
    case malformed, algorithmsDisagree, repeatedExtension, unknownCriticalExtension
    case emptySubject, weakKey, weakSignature
    // The certificate in its chain (RFC 5280, section 6.1).
    case missingIssuer, untrustedRoot, wrongSignature
    case noBasicConstraints, notAnAuthority, pathTooLong, signingNotAllowed
    case nameNotAllowed, nameNotComparable, tooManyNames
    case policyNotAllowed, invalidPolicies, refusedByLibrary
    // The certificate under a policy.
    case hostName, mailAddress, noMailAddress, keyUsage, extendedKeyUsage, purposeNotCritical
    // Revocation, and the user's trust settings.
    case revoked, suspended, revocationUnknown, denied
}

/// The meaning of a broken rule for the chain; the greater outweighs the lesser.
public enum TrustSeverity: Int, Sendable, Hashable, Comparable {
    /// Exceptions and trust settings may set it aside.
    case recoverable
    /// Nothing sets it aside.
    case fatal
    /// A trust setting denies the certificate.
    case denied

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension TrustRule {
    /// Apple's `OSStatus` for the rule; trust settings name it to allow the rule to be broken.
    public var status: Int32 { entry.0 }

    public var severity: TrustSeverity { entry.1 }

    /// What is wrong, in words that follow the name of the certificate and a colon.
    public var words: String { entry.2 }

    private var entry: (Int32, TrustSeverity, String) {
        switch self {
        case .expired: (-67818, .recoverable, "it has expired")
        case .notYetValid: (-67819, .recoverable, "it is not valid yet")
        case .validityTooLong:
            (-67901, .recoverable, "it is valid for longer than the policy permits")
        case .malformed: (-26275, .fatal, "one of its extensions can't be read")
        case .algorithmsDisagree: (-67815, .fatal, "it names two different signature algorithms")
        case .repeatedExtension: (-67903, .fatal, "it has the same extension twice")
        case .unknownCriticalExtension:
            (-67603, .recoverable, "it has an unknown critical extension")
        case .emptySubject: (-67655, .recoverable, "its subject is empty")
        case .weakKey: (-67735, .fatal, "the size or type of its key is not supported")
        case .weakSignature: (-67815, .fatal, "its signature uses a weak or unsupported hash")
        case .missingIssuer: (-25318, .recoverable, "the certificate of its issuer is missing")
        case .untrustedRoot: (-67843, .recoverable, "it is a root that is not trusted")
        case .wrongSignature:
            (-26267, .fatal, "its signature was not made with the key of its issuer")
        case .noBasicConstraints: (-67604, .recoverable, "it is not marked as an authority")
        case .notAnAuthority:
            (-67605, .recoverable, "it issued a certificate but is not an authority")
        case .pathTooLong: (-67611, .recoverable, "more authorities are below it than it permits")
        case .signingNotAllowed: (-67608, .recoverable, "its key may not sign certificates")
        case .nameNotAllowed:
            (-67900, .fatal, "an authority above it does not permit one of its names")
        case .nameNotComparable:
            (
                -67900, .fatal,
                "one of its names can't be compared with those that an authority above it permits"
            )
        case .tooManyNames:
            (
                -67900, .fatal,
                "too many names would have to be compared with those that authorities permit"
            )
        case .policyNotAllowed:
            (-67899, .recoverable, "it lacks certificate policies that an authority requires")
        case .invalidPolicies:
            (-67899, .recoverable, "its extensions about certificate policies are invalid")
        case .refusedByLibrary: (-67843, .fatal, "libcrypto rejects it")
        case .hostName: (-67602, .recoverable, "it is not for the requested host")
        case .mailAddress: (-67623, .recoverable, "it is not for the requested mail address")
        case .noMailAddress: (-67627, .recoverable, "it has no mail address")
        case .keyUsage: (-67608, .recoverable, "its key usage does not fit the policy")
        case .extendedKeyUsage:
            (-67609, .recoverable, "its extended key usage does not fit the policy")
        case .purposeNotCritical: (-67881, .recoverable, "its extended key usage is not critical")
        case .revoked: (-67820, .fatal, "it was revoked")
        case .suspended: (-67821, .fatal, "it is on hold")
        case .revocationUnknown: (-67635, .recoverable, "its revocation status is unknown")
        case .denied: (-67654, .denied, "trust settings deny it")
        }
    }
}
