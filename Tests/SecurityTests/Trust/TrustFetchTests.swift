// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import Security
import Testing

/// What an evaluation fetches from a local server.
@Suite struct TrustFetchTests {
    private let server: RevocationServer
    init() throws { server = try RevocationServer() }

    private func trust(_ name: String, _ flags: CFOptionFlags? = nil) throws -> SecTrust {
        let leaf = try #require(
            SecCertificateCreateWithData(nil, try server.certificate(name) as CFData))
        let root = try #require(
            SecCertificateCreateWithData(nil, try server.certificate("root") as CFData))
        var policies = [SecPolicyCreateBasicX509()]
        if let flags { policies.append(try #require(SecPolicyCreateRevocation(flags))) }
        var made: SecTrust?
        SecTrustCreateWithCertificates(leaf, policies as NSArray, &made)
        let trust = try #require(made)
        SecTrustSetAnchorCertificates(trust, [root] as NSArray)
        return trust
    }

    @Test func onlyWhenAllowed() throws {
        try TrustSamples.onNewKeychain { _ in
            let trust = try trust("good", kSecRevocationUseAnyAvailableMethod)
            var mayFetch: DarwinBoolean = true
            #expect(SecTrustGetNetworkFetchAllowed(trust, &mayFetch) == errSecSuccess)
            #expect(!mayFetch.boolValue)
            #expect(trust.failure?.code == Int(errSecCreateChainFailed))
            SecTrustSetNetworkFetchAllowed(trust, false)
            #expect(!trust.isTrusted && server.requests.isEmpty)
            SecTrustSetNetworkFetchAllowed(trust, true)
            #expect(trust.isTrusted)
            #expect(server.requests == ["GET /ca.der", "POST /ocsp/ca", "POST /ocsp/root"])
            let values = SecTrustCopyResult(trust) as? [String: Any]
            #expect(values?[kSecTrustRevocationChecked as String] as? Bool == true)
            // Issuers alone without a policy of revocation, and nothing where it forbids it.
            let plain = try self.trust("revoked")
            SecTrustSetNetworkFetchAllowed(plain, true)
            #expect(plain.isTrusted && server.requests.count == 4)
        }
    }

    @Test func revocation() throws {
        try TrustSamples.onNewKeychain { _ in
            for (name, code) in [
                ("revoked", errSecCertificateRevoked), ("listed", errSecCertificateRevoked),
                ("held", errSecCertificateSuspended),
                ("nowhere", errSecIncompleteCertRevocationCheck),
            ] {
                let flags =
                    kSecRevocationUseAnyAvailableMethod | kSecRevocationRequirePositiveResponse
                let trust = try trust(name, flags)
                SecTrustSetNetworkFetchAllowed(trust, true)
                let failure = trust.failure
                #expect(failure?.code == Int(code), "\(name)")
                let details = failure?.userInfo[NSDebugDescriptionErrorKey] as? String
                #expect((details?.contains("/none: ") == true) == (name == "nowhere"))
            }
            let offline = try trust("listed", kSecRevocationNetworkAccessDisabled)
            SecTrustSetNetworkFetchAllowed(offline, true)
            #expect(offline.isTrusted)
        }
    }
}
