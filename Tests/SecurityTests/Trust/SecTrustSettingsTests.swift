// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychain
import SwiftKeychainPKI
import KeychainTestSupport
import Security
import Testing

/// Trust settings of the user: stored, and obeyed.
@Suite struct SecTrustSettingsTests {
    private func settings(_ certificate: SecCertificate) -> NSArray? {
        var found: CFArray?
        guard SecTrustSettingsCopyTrustSettings(certificate, .user, &found) == errSecSuccess else {
            return nil
        }
        return found
    }

    private func deny(_ certificate: SecCertificate) -> OSStatus {
        SecTrustSettingsSetTrustSettings(
            certificate, .user,
            [kSecTrustSettingsResult: SecTrustSettingsResult.deny.rawValue] as NSDictionary)
    }

    @Test func aTrustedRoot() throws {
        let samples = try TrustSamples()
        TrustSamples.onNewKeychain { _ in
            let (trust, root) = (samples.trust(), samples.root)
            #expect(!trust.isTrusted && settings(root) == nil)
            #expect(SecTrustSettingsSetTrustSettings(root, .user, nil) == errSecSuccess)
            #expect(settings(root) == [])
            #expect(trust.isTrusted && trust.result == .proceed)
            #expect(SecTrustGetCertificateCount(trust) == 3)
            var certificates: CFArray?
            #expect(SecTrustSettingsCopyCertificates(.user, &certificates) == errSecSuccess)
            #expect(certificates as? [SecCertificate] == [root])
            var date: CFDate?
            #expect(SecTrustSettingsCopyModificationDate(root, .user, &date) == errSecSuccess)
            #expect(abs(date?.timeIntervalSinceNow ?? .infinity) < 600)
            #expect(SecTrustSettingsRemoveTrustSettings(root, .user) == errSecSuccess)
            #expect(!trust.isTrusted && settings(root) == nil)
            #expect(
                SecTrustSettingsRemoveTrustSettings(root, .user) == errSecNoTrustSettings)
            #expect(
                SecTrustSettingsCopyCertificates(.user, &certificates) == errSecNoTrustSettings)
        }
    }

    @Test func aDeniedCertificate() throws {
        let samples = try TrustSamples()
        try TrustSamples.onNewKeychain { _ in
            let trust = samples.trust(anchors: [samples.root])
            #expect(trust.isTrusted)
            #expect(deny(samples.issuer) == errSecSuccess)
            #expect(trust.result == .deny)
            let error = try #require(trust.failure)
            #expect(error.code == Int(errSecTrustSettingDeny))
            #expect(
                error.localizedDescription
                    == "Certificate 1, “Example CA”: trust settings deny it.")
            // No exception sets a denial aside, and trust in the root does not either.
            let exceptions = try #require(SecTrustCopyExceptions(trust))
            #expect(SecTrustSetExceptions(trust, exceptions) && trust.result == .deny)
            #expect(SecTrustSettingsSetTrustSettings(samples.root, .user, nil) == errSecSuccess)
            #expect(trust.result == .deny)
            #expect(SecTrustSettingsRemoveTrustSettings(samples.issuer, .user) == errSecSuccess)
            #expect(trust.isTrusted)
        }
    }

    @Test func recordsComeBack() throws {
        let samples = try TrustSamples()
        TrustSamples.onNewKeychain { _ in
            let records: [[String: Any]] = [
                [
                    kSecTrustSettingsPolicy: SecPolicyCreateSSL(true, nil),
                    kSecTrustSettingsPolicyString: "www.example.org",
                    kSecTrustSettingsKeyUsage: 8,
                ],
                [
                    kSecTrustSettingsAllowedError: errSecCertificateExpired,
                    kSecTrustSettingsResult: SecTrustSettingsResult.unspecified.rawValue,
                ],
                [kSecTrustSettingsKeyUsage: SecTrustSettingsKeyUsage.useAny.rawValue],
            ]
            let root = samples.root
            #expect(
                SecTrustSettingsSetTrustSettings(root, .user, records as NSArray) == errSecSuccess)
            #expect(settings(root) == records as NSArray)
            // One is replaced by another as a whole.
            #expect(deny(root) == errSecSuccess)
            #expect(settings(root) == [[kSecTrustSettingsResult: 3]])
        }
    }

    /// Imports a record for a policy, given as the octets of its identifier.
    private func importing(_ policy: [UInt8], _ certificate: SecCertificate) throws -> OSStatus {
        let der = SecCertificateCopyData(certificate) as Data
        let name = HashFunction.sha1.digest([UInt8](der)).map { String(format: "%02X", $0) }
            .joined()
        let list: [String: Any] = [
            "trustVersion": 1,
            "trustList": [
                name: [
                    "certificate": der, "issuerName": Data(), "serialNumber": Data(),
                    "trustSettings": [["kSecTrustSettingsPolicy": Data(policy)]],
                ]
            ],
        ]
        let file = try PropertyListSerialization.data(
            fromPropertyList: list, format: .xml, options: 0)
        return SecTrustSettingsImportExternalRepresentation(.user, file as NSData)
    }

    private let policies: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 1]

    /// A policy without a form here must not turn into a record for all policies.
    @Test func anUnknownPolicyStaysACondition() throws {
        let samples = try TrustSamples()
        try TrustSamples.onNewKeychain { _ throws in
            let root = samples.root
            // Apple's software update.
            #expect(try importing(policies + [10], root) == errSecSuccess)
            let found = settings(root)
            #expect(found == [[kSecTrustSettingsPolicy: "1.2.840.113635.100.1.10"]])
            #expect(SecTrustSettingsSetTrustSettings(root, .user, found) == errSecParam)
            // One number of more than 64 bits.
            let large = [UInt8](repeating: 0xFF, count: 10) + [1]
            #expect(try importing(policies + large, root) == errSecInvalidTrustSettings)
            #expect(settings(root) == found)
        }
    }

    @Test(arguments: [[UInt8]([3, 1]), [3, 2], [9, 1], [3]])
    func thePolicyOfOneSideComesBack(octets: [UInt8]) throws {
        let samples = try TrustSamples()
        try TrustSamples.onNewKeychain { _ throws in
            let root = samples.root
            var files: [CFData?] = [nil, nil]
            #expect(try importing(policies + octets, root) == errSecSuccess)
            #expect(
                SecTrustSettingsCreateExternalRepresentation(.user, &files[0]) == errSecSuccess)
            #expect(SecTrustSettingsSetTrustSettings(root, .user, settings(root)) == errSecSuccess)
            #expect(
                SecTrustSettingsCreateExternalRepresentation(.user, &files[1]) == errSecSuccess)
            let policies = try files.map { file in
                let text = String(decoding: try #require(file) as Data, as: UTF8.self)
                return text.split(separator: "kSecTrustSettingsPolicy")[1].prefix(80)
            }
            #expect(policies[0] == policies[1])
        }
    }

    /// Its subject is a UTF8String, its issuer a PrintableString.
    @Test func aRootWhoseNamesAreEncodedDifferently() throws {
        let samples = try TrustSamples { $0.root.issuerNameTag = .printableString }
        TrustSamples.onNewKeychain { _ in
            let (trust, root) = (samples.trust(), samples.root)
            let asRoot = [kSecTrustSettingsResult: 2] as NSDictionary
            #expect(SecTrustSettingsSetTrustSettings(root, .user, asRoot) == errSecParam)
            #expect(SecTrustSettingsSetTrustSettings(root, .user, nil) == errSecSuccess)
            #expect(trust.isTrusted)
        }
    }

    @Test func whatCannotBeSaid() throws {
        let samples = try TrustSamples()
        TrustSamples.onNewKeychain { test in
            func answer(
                _ certificate: SecCertificate, _ records: AnyObject?,
                _ domain: SecTrustSettingsDomain = .user
            ) -> OSStatus { SecTrustSettingsSetTrustSettings(certificate, domain, records) }
            let (root, leaf) = (samples.root, samples.leaf)
            for record: [String: Any] in [
                ["another": 1], [kSecTrustSettingsPolicy: "1.2.840.113635.100.1.3"],
                [kSecTrustSettingsPolicyString: 1], [kSecTrustSettingsPolicyString: ""],
                [kSecTrustSettingsAllowedError: "x"], [kSecTrustSettingsKeyUsage: -2],
                [kSecTrustSettingsResult: 0], [kSecTrustSettingsResult: 5],
                [kSecTrustSettingsResult: 2],
            ] { #expect(answer(root, record as NSDictionary) == errSecParam) }
            #expect(answer(root, "text" as NSString) == errSecParam)
            // trustRoot is for roots only, trustAsRoot for other certificates only.
            #expect(answer(leaf, nil) == errSecParam)
            #expect(answer(leaf, [kSecTrustSettingsResult: 1] as NSDictionary) == errSecParam)
            let program = [kSecTrustSettingsApplication: "x"] as NSDictionary
            #expect(answer(root, program) == errSecUnimplemented)
            #expect(answer(root, nil, .admin) == errSecUnimplemented)
            #expect(answer(root, nil, .system) == errSecUnimplemented)
            #expect(settings(root) == nil)
            // Nothing of all this made a keychain.
            #expect(!FileManager.default.fileExists(atPath: test.home.databasePath))
            #expect(
                answer(leaf, [kSecTrustSettingsResult: 2] as NSDictionary) == errSecSuccess)
            #expect(samples.trust().result == .proceed)
        }
    }

    @Test func otherDomainsAreEmpty() throws {
        let samples = try TrustSamples()
        TrustSamples.onNewKeychain { _ in
            #expect(SecTrustSettingsSetTrustSettings(samples.root, .user, nil) == errSecSuccess)
            for domain in [SecTrustSettingsDomain.admin, .system] {
                var (array, date): (CFArray?, CFDate?)
                #expect(
                    SecTrustSettingsCopyTrustSettings(samples.root, domain, &array)
                        == errSecNoTrustSettings)
                #expect(
                    SecTrustSettingsCopyModificationDate(samples.root, domain, &date)
                        == errSecNoTrustSettings)
                #expect(
                    SecTrustSettingsRemoveTrustSettings(samples.root, domain)
                        == errSecUnimplemented)
            }
            var array: CFArray?
            #expect(SecTrustSettingsCopyCertificates(.admin, &array) == errSecNoTrustSettings)
        }
    }

    /// No program sees the settings among its items, whatever its entitlements say, unless it may
    /// use every group.
    @Test func outOfReach() throws {
        let samples = try TrustSamples()
        let home = TemporaryHome()
        for groups in [nil, ["com.example.one"]] {
            let test = TestKeychain(groups: groups, home: home)
            Keychain.$override.withValue(test.keychain) {
                #expect(deny(samples.root) == errSecSuccess)
                #expect(settings(samples.root)?.count == 1)
                var result: CFTypeRef?
                let all =
                    [
                        kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
                        kSecReturnAttributes: true,
                    ] as CFDictionary
                #expect(SecItemCopyMatching(all, &result) == errSecItemNotFound)
                let named =
                    [
                        kSecClass: kSecClassGenericPassword,
                        kSecAttrAccessGroup: Caller.trustSettingsGroup,
                    ] as CFDictionary
                #expect(SecItemDelete(named) == errSecMissingEntitlement)
                #expect(samples.trust(anchors: [samples.root]).result == .deny)
            }
        }
    }

    /// Damaged settings must not make what was denied trusted.
    @Test func damagedSettings() throws {
        let samples = try TrustSamples()
        try TrustSamples.onNewKeychain { test in
            let group = Caller.trustSettingsGroup
            _ = try test.keychain.acting(for: [group]).add(
                .password(
                    service: "trust-settings", account: "x", [.accessGroup: .string(group)]))
            let trust = samples.trust(anchors: [samples.root])
            #expect(trust.failure?.code == Int(errSecInvalidTrustSettings))
            var result = SecTrustResultType.proceed
            #expect(SecTrustEvaluate(trust, &result) == errSecInvalidTrustSettings)
            #expect(result == .otherError && SecTrustGetCertificateCount(trust) == 1)
            #expect(SecTrustCopyResult(trust) == nil && SecTrustCopyExceptions(trust) == nil)
        }
    }
}
