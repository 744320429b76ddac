// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

/// Conditions on certificates, identities and keys that aren't attributes: the match keys that only
/// a parsed certificate can answer.
///
/// Every condition that is set must hold.
public struct CertificateMatch: Sendable {
    /// The texts that the subject must contain.
    public var subject: [SubjectCondition] = []
    /// The differences that don't count when text of the subject is compared.
    public var comparison: StringComparison = []
    /// Narrows to certificates with this email address, and those without any.
    public var emailAddress: String?
    /// Narrows to what is valid at a moment, in seconds since 2001-01-01 00:00 UTC.
    public var validOn: Double?
    /// The normalised contents of names, one of which must have issued the certificate or one above it;
    /// nil for no such condition.
    public var issuers: [[UInt8]]?
    /// Narrows to certificates that are trusted under basic X.509 rules, with the system's anchors and
    /// the user's trust settings.
    public var trustedOnly = false
    /// Narrows to certificates that a policy accepts: their whole chain under basic X.509 and
    /// revocation, the certificate alone under any other policy.
    package var policy: TrustPolicy?

    public init() {}

    /// Returns true if a certificate meets every condition except those on issuers and trust.
    package func matches(_ certificate: Certificate) -> Bool {
        isValid(from: certificate.notBefore, until: certificate.notAfter)
            && subject.allSatisfy { $0.holds(for: certificate, comparison) }
            && hasAddress(certificate)
    }

    /// Returns true if a key meets the condition that applies to keys, the one on validity.
    ///
    /// kSecAttrStartDate and kSecAttrEndDate bound the validity of a key. An absent one, or the
    /// value shown for absent ones, 2001-01-01, doesn't.
    package func matches(key attributes: [Attribute: AttributeValue]) -> Bool {
        isValid(
            from: Self.bound(attributes[.startDate]), until: Self.bound(attributes[.endDate]))
    }

    private func isValid(from start: Double?, until end: Double?) -> Bool {
        guard let validOn else { return true }
        return (start ?? -.infinity) <= validOn && validOn <= (end ?? .infinity)
    }

    private static func bound(_ value: AttributeValue?) -> Double? {
        value?.seconds.flatMap { $0 == 0 ? nil : $0 }
    }

    /// Returns whether the certificate has the email address, or none at all.
    private func hasAddress(_ certificate: Certificate) -> Bool {
        guard let emailAddress else { return true }
        let addresses = certificate.emailAddresses
        return addresses.isEmpty
            || addresses.contains { StringComparison.caseInsensitive.equal($0, emailAddress) }
    }

    /// Checks that every condition applies to every class. All items of a class meet a condition that
    /// doesn't apply to it, so a change would reach more items than the caller named.
    ///
    /// - Throws: `parameter`, naming the key.
    package func requireApplicable(to classes: Set<ItemClass>) throws(KeychainError) {
        let withCertificates = Set(ItemClass.allCases.filter(\.hasCertificate))
        let conditions: [(isSet: Bool, key: String, classes: Set<ItemClass>)] = [
            (!subject.isEmpty, "kSecMatchSubject…", withCertificates),
            (emailAddress != nil, "kSecMatchEmailAddressIfPresent", withCertificates),
            (validOn != nil, "kSecMatchValidOnDate", withCertificates.union([.key])),
            (issuers != nil, "kSecMatchIssuers", withCertificates),
            (trustedOnly, "kSecMatchTrustedOnly", withCertificates),
            (policy != nil, "kSecMatchPolicy", withCertificates),
        ]
        for condition in conditions
        where condition.isSet && !classes.isSubset(of: condition.classes) {
            throw KeychainError(
                .parameter, "\(condition.key): does not apply to the class of items to be changed")
        }
    }
}

extension CertificateMatch {
    /// The number of levels to look up.
    private static let steps = 10

    /// Returns true if one of ``issuers`` issued the certificate, or a certificate above it: those
    /// whose subject is the issuer of the one below, at most ten levels up.
    ///
    /// Only names are compared, as in the search of a client certificate for a TLS server.
    ///
    /// - Parameter findBySubject: Returns the certificates with a normalised subject.
    package func matchesIssuers(
        _ certificate: Certificate,
        findBySubject: ([UInt8]) throws -> [Certificate]
    ) throws(KeychainError) -> Bool {
        guard let issuers else { return true }
        let wanted = Set(issuers)
        var level: Set<[UInt8]> = [certificate.issuer.normalisedContent]
        var seen = level
        for _ in 0..<Self.steps {
            if !level.isDisjoint(with: wanted) { return true }
            var above: Set<[UInt8]> = []
            for name in level {
                for issuer in try translating({ try findBySubject(name) }) {
                    above.insert(issuer.issuer.normalisedContent)
                }
            }
            // Names that were looked up before lead nowhere new: loops and roots.
            level = above.subtracting(seen)
            if level.isEmpty { return false }
            seen.formUnion(level)
        }
        return !level.isDisjoint(with: wanted)
    }

    /// Reads the names of kSecMatchIssuers: whole DER SEQUENCEs, or their normalised contents as
    /// kSecAttrIssuer and kSecAttrSubject hold them. What isn't a name, or is empty, is dropped.
    ///
    ///     var match = CertificateMatch()
    ///     match.issuers = try CertificateMatch.issuers([bytes])
    ///
    /// - Throws: `parameter` if no name is left.
    public static func issuers(_ given: [[UInt8]]) throws(KeychainError) -> [[UInt8]] {
        let names = given.compactMap(DistinguishedName.normalisedContent(of:))
            .filter { !$0.isEmpty }
        if names.isEmpty { throw KeychainError(.parameter, "kSecMatchIssuers: no name") }
        return names
    }
}

/// A text that must be in the subject of a certificate: in a value of its name, or in its summary.
public struct SubjectCondition: Sendable, Hashable {
    /// The part of the value that must be the text.
    public enum Place: Sendable, Hashable {
        case anywhere
        case start
        case end
        case whole
    }

    public let place: Place
    public let text: String

    /// Makes a condition for `text`. No certificate meets that for an empty one.
    public init(_ place: Place, _ text: String) {
        self.place = place
        self.text = text
    }

    /// Returns true if the certificate has the text.
    func holds(for certificate: Certificate, _ comparison: StringComparison) -> Bool {
        if text.isEmpty { return false }
        let summary = certificate.subjectSummary.map { [$0] } ?? []
        let values = certificate.subject.attributes.compactMap(\.text) + summary
        guard !comparison.isEmpty else {
            // Byte for byte, as attributes are compared.
            let wanted = Array(text.utf8)
            return values.contains { isFound(wanted, in: Array($0.utf8)) }
        }
        // By characters, so that composed and decomposed ones are equal.
        let wanted = Array(comparison.folded(text))
        return values.contains { isFound(wanted, in: Array(comparison.folded($0))) }
    }

    /// Compares units of text at the place that the condition names.
    private func isFound<Unit: Equatable>(_ wanted: [Unit], in value: [Unit]) -> Bool {
        switch place {
        case .whole: value == wanted
        case .start: value.starts(with: wanted)
        case .end: value.suffix(wanted.count).elementsEqual(wanted)
        case .anywhere: value.contains(part: wanted)
        }
    }
}
