// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel
import SwiftKeychainSystem

/// The evaluation of a match for one call, item by item. Each search of the keychain is made once.
final class MatchFilter {
    private let match: CertificateMatch
    private let keychain: Keychain
    /// The context that opens issuers that demand the user, who isn't asked.
    private let context: AuthenticationContext?
    private let now = SystemClock.absoluteTime()
    private var bySubject: [[UInt8]: [Certificate]] = [:]
    private var settings: TrustSettings?

    init(
        _ match: CertificateMatch, in keychain: Keychain, context: AuthenticationContext? = nil
    ) {
        self.match = match
        self.keychain = keychain
        self.context = context
    }

    /// Returns whether an item meets the conditions. Passwords have none of them.
    func keeps(_ item: Item) throws(KeychainError) -> Bool {
        switch item.itemClass {
        case .genericPassword, .internetPassword: return true
        case .key: return match.matches(key: item.stored)
        case .certificate, .identity:
            // It wasn't opened because only its existence is asked for.
            let isClosed = (item.certificate ?? item).accessControl.isConstrained
            if isClosed, item.secret == nil { return true }
            return try keeps(try Certificate(item))
        }
    }

    private func keeps(_ certificate: Certificate) throws(KeychainError) -> Bool {
        guard match.matches(certificate) else { return false }
        let isBelow = try match.matchesIssuers(certificate) { try certificates(named: $0) }
        guard isBelow else { return false }
        return try isAccepted(certificate)
    }

    /// Evaluates trust, which checks signatures, after everything else.
    private func isAccepted(_ certificate: Certificate) throws(KeychainError) -> Bool {
        if match.trustedOnly, try !isTrusted(certificate, .basic) { return false }
        guard let policy = match.policy else { return true }
        switch policy.kind {
        case .basic, .revocation: return try isTrusted(certificate, policy)
        default: return try callPKI(request(certificate, policy).leafProblems()).isEmpty
        }
    }

    /// Evaluates the certificate under a policy, with the keychain's settings, and its certificates as possible
    /// issuers.
    private func isTrusted(
        _ certificate: Certificate, _ policy: TrustPolicy
    ) throws(KeychainError) -> Bool {
        var request = request(certificate, policy)
        request.settings = try trustSettings()
        request.findIssuers = { [keychain, context] certificate in
            // Fewer candidates never make a chain trusted.
            (try? keychain.issuers(of: certificate, context: context)) ?? []
        }
        return try callPKI(request.evaluate()).result.isTrusted
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

    /// Returns the keychain's certificates of a subject, looked up once for each name.
    private func certificates(named name: [UInt8]) throws(KeychainError) -> [Certificate] {
        if let known = bySubject[name] { return known }
        let found = try keychain.certificates(named: name, context: context)
        bySubject[name] = found
        return found
    }
}
