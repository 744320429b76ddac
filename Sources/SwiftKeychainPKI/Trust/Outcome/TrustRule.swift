import SwiftKeychainModel

/// Names a rule that a certificate of a chain broke.
///
/// Each has a status of Data/errors.tsv, a severity, and a sentence for people.
public enum TrustRule: String, Sendable, Hashable, CaseIterable {
    // The certificate by itself (RFC 5280, sections 4.1 and 4.2).
    case expired, notYetValid, validityTooLong
    case malformed, algorithmsDisagree, repeatedExtension, unknownCriticalExtension
    case emptySubject, weakKey, weakSignature
    // The certificate in its chain (RFC 5280, section 6.1).
    case missingIssuer, untrustedRoot, wrongSignature, wrongLinkage
    case noBasicConstraints, notAnAuthority, pathTooLong, signingNotAllowed
    case nameNotAllowed, policyNotAllowed, refusedByLibrary
    // The certificate under a policy.
    case hostName, mailAddress, noMailAddress, keyUsage, extendedKeyUsage, purposeNotCritical
    // What somebody said of the certificate.
    case revoked, suspended, revocationUnknown, denied
}

/// Says what a broken rule means for the chain; the greater outweighs the lesser.
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
    /// Gives the status that the rule is known by.
    public var status: KeychainError.Code { entry.0 }

    public var severity: TrustSeverity { entry.1 }

    /// Tells what is wrong, in words that follow the name of the certificate and a colon.
    public var words: String { entry.2 }

    private var entry: (KeychainError.Code, TrustSeverity, String) {
        switch self {
        case .expired: (.certificateExpired, .recoverable, "it has expired")
        case .notYetValid: (.certificateNotValidYet, .recoverable, "it is not valid yet")
        case .validityTooLong:
            (.validityTooLong, .recoverable, "it is valid for longer than the policy permits")
        case .malformed: (.decode, .fatal, "an extension of it cannot be read")
        case .algorithmsDisagree:
            (.invalidDigestAlgorithm, .fatal, "it names two different signature algorithms")
        case .repeatedExtension:
            (.duplicateExtension, .fatal, "it has the same extension twice")
        case .unknownCriticalExtension:
            (.unknownCriticalExtension, .recoverable, "a critical extension is not understood")
        case .emptySubject: (.invalidSubjectName, .recoverable, "it names no subject")
        case .weakKey:
            (.unsupportedKeySize, .fatal, "its key is too short or of a kind that is not accepted")
        case .weakSignature:
            (.invalidDigestAlgorithm, .fatal, "it is signed over a hash that is too weak")
        case .missingIssuer:
            (.createChainFailed, .recoverable, "the certificate of its issuer is missing")
        case .untrustedRoot:
            (.notTrusted, .recoverable, "it is a root that is not trusted")
        case .wrongSignature:
            (.notSigner, .fatal, "its signature was not made with the key of its issuer")
        case .wrongLinkage:
            (.invalidLinkage, .fatal, "its issuer is not the next certificate of the chain")
        case .noBasicConstraints:
            (.noBasicConstraints, .recoverable, "it does not say that it is an authority")
        case .notAnAuthority:
            (.notAnAuthority, .recoverable, "it is no authority, but issued a certificate")
        case .pathTooLong:
            (.pathLengthExceeded, .recoverable, "more authorities stand below it than it permits")
        case .signingNotAllowed:
            (.keyUsageForPolicy, .recoverable, "its key may not sign certificates")
        case .nameNotAllowed:
            (
                .nameNotAllowed, .fatal,
                "an authority above it does not permit one of its names"
            )
        case .policyNotAllowed:
            (
                .policyNotAllowed, .recoverable,
                "the certificate policies that an authority demands are not met"
            )
        case .refusedByLibrary: (.notTrusted, .fatal, "libcrypto refuses it")
        case .hostName:
            (.hostNameMismatch, .recoverable, "it is not for the host that was asked for")
        case .mailAddress:
            (.mailAddressNotFound, .recoverable, "it is not for the mail address asked for")
        case .noMailAddress: (.noMailAddress, .recoverable, "it has no mail address")
        case .keyUsage:
            (.keyUsageForPolicy, .recoverable, "its key usage does not fit the policy")
        case .extendedKeyUsage:
            (
                .invalidExtendedKeyUsage, .recoverable,
                "its extended key usage does not fit the policy"
            )
        case .purposeNotCritical:
            (
                .extendedKeyUsageNotCritical, .recoverable,
                "its extended key usage should be critical"
            )
        case .revoked: (.certificateRevoked, .fatal, "it was revoked")
        case .suspended: (.certificateSuspended, .fatal, "it is on hold")
        case .revocationUnknown:
            (
                .incompleteRevocationCheck, .recoverable,
                "no answer says that it is not revoked"
            )
        case .denied: (.trustSettingDeny, .denied, "the trust settings deny it")
        }
    }
}

// The statuses of trust; the sentences lie in the table of Data/errors.tsv.
extension KeychainError.Code {
    public static let certificateExpired = Self(rawValue: -67818)
    public static let certificateNotValidYet = Self(rawValue: -67819)
    public static let validityTooLong = Self(rawValue: -67901)
    public static let invalidDigestAlgorithm = Self(rawValue: -67815)
    public static let duplicateExtension = Self(rawValue: -67903)
    public static let unknownCriticalExtension = Self(rawValue: -67603)
    public static let invalidSubjectName = Self(rawValue: -67655)
    public static let unsupportedKeySize = Self(rawValue: -67735)
    public static let createChainFailed = Self(rawValue: -25318)
    public static let notTrusted = Self(rawValue: -67843)
    public static let notSigner = Self(rawValue: -26267)
    public static let invalidLinkage = Self(rawValue: -67610)
    public static let noBasicConstraints = Self(rawValue: -67604)
    public static let notAnAuthority = Self(rawValue: -67605)
    public static let pathLengthExceeded = Self(rawValue: -67611)
    public static let keyUsageForPolicy = Self(rawValue: -67608)
    public static let nameNotAllowed = Self(rawValue: -67900)
    public static let policyNotAllowed = Self(rawValue: -67899)
    public static let hostNameMismatch = Self(rawValue: -67602)
    public static let mailAddressNotFound = Self(rawValue: -67623)
    public static let noMailAddress = Self(rawValue: -67627)
    public static let invalidExtendedKeyUsage = Self(rawValue: -67609)
    public static let extendedKeyUsageNotCritical = Self(rawValue: -67881)
    public static let certificateRevoked = Self(rawValue: -67820)
    public static let certificateSuspended = Self(rawValue: -67821)
    public static let incompleteRevocationCheck = Self(rawValue: -67635)
    public static let trustSettingDeny = Self(rawValue: -67654)
    public static let policyNotFound = Self(rawValue: -25241)
    public static let trustNotAvailable = Self(rawValue: -25245)
    public static let invalidTrustSetting = Self(rawValue: -25242)
    public static let invalidTrustSettings = Self(rawValue: -25262)
    public static let noTrustSettings = Self(rawValue: -25263)
}
