// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel
import SwiftKeychainSystem

/// The trust settings of a keychain, and the keychains that issuers are searched in.
public struct KeychainTrust: Sendable {
    private let settings: TrustSettings
    private let keychains: [Keychain]

    /// Reads the trust settings of one keychain; issuers are searched in several.
    ///
    /// - Throws: as ``Keychain/trustSettings()``, because a certificate may be denied there.
    public init(
        settingsOf keychain: Keychain, issuersIn keychains: [Keychain]
    ) throws(KeychainError) {
        settings = try keychain.trustSettings()
        self.keychains = keychains
    }

    /// Evaluates a certificate now.
    package func evaluate(
        _ leaf: Certificate, intermediates: [Certificate] = [], policy: TrustPolicy
    ) throws(KeychainError) -> TrustEvaluation {
        let now = SystemClock.absoluteTime().rounded(.down)
        return try callPKI(
            request(leaf, intermediates: intermediates, policies: [policy], date: now).evaluate())
    }

    /// A certificate that fits a policy, and the reason why it is not trusted.
    package typealias Fitting = (certificate: Certificate, problem: KeychainError?)

    /// Returns the certificates that fit the purpose of a policy.
    package func fitting(
        _ certificates: [Certificate], _ policy: TrustPolicy
    ) throws(KeychainError) -> [Fitting] {
        var fitting: [Fitting] = []
        for certificate in certificates {
            let evaluation = try evaluate(certificate, policy: policy)
            if evaluation.fitsPurpose { fitting.append((certificate, evaluation.error)) }
        }
        return fitting
    }

    /// Returns the chain of a certificate without its root, to be sent with a message.
    package func chainWithoutRoot(
        of leaf: Certificate
    ) throws(KeychainError) -> [Certificate] {
        let chain = try evaluate(leaf, policy: .basic).chain
        let endsAtRoot = chain.last?.isSelfSigned ?? false
        return endsAtRoot && chain.count > 1 ? Array(chain.dropLast()) : chain
    }

    /// Makes a request about a certificate.
    ///
    ///     let trust = try KeychainTrust(settingsOf: .login, issuersIn: Keychain.searched)
    ///     let server = TrustPolicy(.ssl, names: ["www.example.org"])
    ///     let evaluation = try trust.request(certificate, policies: [server], date: 0).evaluate()
    ///     if let error = evaluation.error { throw error }
    ///
    /// - Parameter date: the moment to evaluate for, in seconds since 2001-01-01 00:00 UTC.
    public func request(
        _ leaf: Certificate, intermediates: [Certificate] = [], policies: [TrustPolicy],
        date: Double
    ) -> TrustRequest {
        var request = TrustRequest(
            leaf: leaf, intermediates: intermediates, policies: policies, date: date)
        request.settings = settings
        request.findIssuers = { [keychains] certificate in
            // Fewer candidates never make a chain trusted.
            keychains.flatMap { (try? $0.storedIssuers(of: certificate)) ?? [] }
        }
        return request
    }
}

extension TrustEvaluation {
    /// Whether the certificate fits the purpose of the policy, which doesn't depend on time or trust.
    fileprivate var fitsPurpose: Bool {
        let purposes: Set<TrustRule> = [
            .hostName, .mailAddress, .noMailAddress, .keyUsage, .extendedKeyUsage,
        ]
        return !problems.contains { $0.certificateIndex == 0 && purposes.contains($0.rule) }
    }
}
