// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel

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
            keychains.flatMap {
                (try? $0.storedCertificates(named: certificate.issuer.normalisedContent)) ?? []
            }
        }
        return request
    }
}
