import SwiftKeychainPKI
import SwiftKeychainModel

/// Knows what keychains say about chains: what a person said of certificates, and the certificates
/// a chain may be made of.
public struct KeychainTrust: Sendable {
    private let settings: TrustSettings
    private let keychains: [Keychain]

    /// Reads the trust settings of one keychain; issuers are looked for in several.
    ///
    /// - Throws: as ``Keychain/trustSettings()``: whether somebody denied a certificate must be
    ///   known.
    public init(
        settingsOf keychain: Keychain, issuersIn keychains: [Keychain]
    ) throws(KeychainError) {
        settings = try keychain.trustSettings()
        self.keychains = keychains
    }

    /// Makes a request about a certificate; the date is in seconds since 2001-01-01 00:00 UTC.
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
