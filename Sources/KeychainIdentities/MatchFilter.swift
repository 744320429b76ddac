import Glibc
import Keychain
import KeychainCertificates
import KeychainModel

/// Answers a match for one call, item by item; what is looked for in the keychain is looked for
/// once.
final class MatchFilter {
    private let match: CertificateMatch
    private let keychain: Keychain
    private let now = MatchFilter.now()
    private var bySubject: [[UInt8]: [Certificate]] = [:]
    private var settings: TrustSettings?

    init(_ match: CertificateMatch, in keychain: Keychain) {
        self.match = match
        self.keychain = keychain
    }

    func keeps(_ item: Item) throws(KeychainError) -> Bool {
        // Whether it is meant cannot be told, so that whoever wants it is refused.
        if item.accessControl.isConstrained { return true }
        return switch item.itemClass {
        case .genericPassword, .internetPassword: true
        case .key: match.matches(key: item.stored)
        case .certificate, .identity: try keeps(try Certificate(item))
        }
    }

    private func keeps(_ certificate: Certificate) throws(KeychainError) -> Bool {
        guard match.matches(certificate) else { return false }
        let isBelow = try match.matchesIssuers(certificate) { (name) throws(KeychainError) in
            try certificates(named: name)
        }
        guard isBelow else { return false }
        return try isAccepted(certificate)
    }

    /// Asks for trust last: signatures are checked for it.
    private func isAccepted(_ certificate: Certificate) throws(KeychainError) -> Bool {
        if match.trustedOnly, try !isTrusted(certificate, .basic) { return false }
        guard let policy = match.policy else { return true }
        switch policy.kind {
        case .basic, .revocation: return try isTrusted(certificate, policy)
        default: return try request(certificate, policy).leafProblems().isEmpty
        }
    }

    private func isTrusted(
        _ certificate: Certificate, _ policy: TrustPolicy
    ) throws(KeychainError) -> Bool {
        var request = request(certificate, policy)
        request.settings = try trustSettings()
        request.findIssuers = { [keychain] certificate in
            // Fewer candidates never make a chain trusted.
            (try? keychain.certificates(named: certificate.issuer.normalisedContent)) ?? []
        }
        return try request.evaluate().result.isTrusted
    }

    private func request(_ certificate: Certificate, _ policy: TrustPolicy) -> TrustRequest {
        TrustRequest(leaf: certificate, policies: [policy], date: match.validOn ?? now)
    }

    private func trustSettings() throws(KeychainError) -> TrustSettings {
        if let settings { return settings }
        let found = try keychain.trustSettings()
        settings = found
        return found
    }

    private func certificates(named name: [UInt8]) throws(KeychainError) -> [Certificate] {
        if let known = bySubject[name] { return known }
        let found = try keychain.certificates(named: name)
        bySubject[name] = found
        return found
    }

    /// Tells the time in seconds since 2001-01-01 00:00 UTC.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 - 978_307_200
    }
}
