import SwiftKeychainModel

/// Says which certificates, identities and keys a search means beside their attributes: the match
/// keys that only what was parsed can answer.
///
/// Every condition that is set must hold.
public struct CertificateMatch: Sendable {
    /// Holds what is asked of the subject.
    public var subject: [SubjectCondition] = []
    /// Says which differences do not count where text of the subject is compared.
    public var comparison: StringComparison = []
    /// Narrows to certificates with this mail address, and those that have none at all.
    public var emailAddress: String?
    /// Narrows to what is valid at a moment, in seconds since 2001-01-01 00:00 UTC.
    public var validOn: Double?
    /// Holds the normalised contents of names, one of which must have issued the certificate, or
    /// the one above it, and so on; nil: no such condition.
    public var issuers: [[UInt8]]?
    /// Narrows to certificates that are trusted by the rules of basic X.509, by the system's
    /// anchors and what a person said of certificates.
    public var trustedOnly = false
    /// Narrows to certificates that a policy accepts: their whole chain by basic X.509 and
    /// revocation, by themselves under any other policy.
    package var policy: TrustPolicy?

    public init() {}

    /// Tells whether a certificate meets every condition except those on issuers and trust.
    package func matches(_ certificate: Certificate) -> Bool {
        isValid(from: certificate.notBefore, until: certificate.notAfter)
            && subject.allSatisfy { $0.holds(for: certificate, comparison) }
            && hasAddress(certificate)
    }

    /// Tells whether a key meets the conditions that keys have: that on its validity.
    ///
    /// kSecAttrStartDate and kSecAttrEndDate bound it; one that is absent, or shows the value that
    /// absent ones show, 2001-01-01, does not.
    package func matches(key attributes: [Attribute: AttributeValue]) -> Bool {
        isValid(
            from: Self.bound(attributes[.startDate]), until: Self.bound(attributes[.endDate]))
    }

    private func isValid(from start: Double?, until end: Double?) -> Bool {
        guard let validOn else { return true }
        return (start ?? -.infinity) <= validOn && validOn <= (end ?? .infinity)
    }

    private static func bound(_ value: AttributeValue?) -> Double? {
        guard case .date(let seconds) = value, seconds != 0 else { return nil }
        return seconds
    }

    private func hasAddress(_ certificate: Certificate) -> Bool {
        guard let emailAddress else { return true }
        let addresses = certificate.emailAddresses
        return addresses.isEmpty
            || addresses.contains { StringComparison.caseInsensitive.equal($0, emailAddress) }
    }
}
