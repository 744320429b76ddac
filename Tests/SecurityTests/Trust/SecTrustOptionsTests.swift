// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import KeychainTestSupport
import Security
import SwiftKeychain
import Testing

@Suite struct SecTrustOptionsTests {
    @Test func expiredCertificates() throws {
        let leaf = try TrustSamples { $0.leaf.notAfter = "20260602235959Z" }
        let root = try TrustSamples { $0.root.notAfter = "20260602235959Z" }
        TrustSamples.onNewKeychain { _ in
            for (samples, option) in [
                (leaf, SecTrustOptionFlags.allowExpired), (root, .allowExpiredRoot),
            ] {
                let trust = samples.trust(anchors: [samples.root])
                #expect(trust.failure?.code == Int(errSecCertificateExpired))
                let both: SecTrustOptionFlags = [.allowExpired, .allowExpiredRoot]
                SecTrustSetOptions(trust, both.subtracting(option))
                #expect(trust.failure?.code == Int(errSecCertificateExpired))
                #expect(SecTrustSetOptions(trust, option) == errSecSuccess)
                #expect(trust.result == .proceed)
            }
        }
    }

    @Test func anchorsAndRevocation() throws {
        let samples = try TrustSamples()
        try TrustSamples.onNewKeychain { _ in
            var made: SecTrust?
            let all = [samples.leaf, samples.issuer, samples.root]
            SecTrustCreateWithCertificates(all as NSArray, TrustSamples.server, &made)
            let trust = try #require(made)
            SecTrustSetVerifyDate(trust, TrustSamples.date)
            #expect(trust.failure?.code == Int(errSecNotTrusted))
            SecTrustSetOptions(trust, [.implicitAnchors, .leafIsCA, .useTrustSettings])
            #expect(trust.isTrusted)
            SecTrustSetOptions(trust, [.implicitAnchors, .requireRevPerCert])
            #expect(trust.failure?.code == Int(errSecIncompleteCertRevocationCheck))
            #expect(SecTrustSetOptions(trust, .init(rawValue: 0x80)) == errSecParam)
        }
    }

    /// What has the name of its issuer, but was signed with another key, is no root.
    @Test func selfIssuedIsNoImplicitAnchor() throws {
        let samples = try TrustSamples { $0.issuer.subject = $0.root.subject }
        TrustSamples.onNewKeychain { _ in
            let trust = samples.trust()
            SecTrustSetOptions(trust, .implicitAnchors)
            #expect(trust.failure?.code == Int(errSecCreateChainFailed))
        }
    }

    @Test func keychainsToSearch() throws {
        let samples = try TrustSamples()
        try TrustSamples.onNewKeychain { test in
            SecItemAdd([kSecValueRef: samples.issuer] as NSDictionary, nil)
            var made: SecTrust?
            SecTrustCreateWithCertificates(samples.leaf, TrustSamples.server, &made)
            let trust = try #require(made)
            SecTrustSetVerifyDate(trust, TrustSamples.date)
            SecTrustSetAnchorCertificates(trust, [samples.root] as NSArray)
            #expect(trust.isTrusted)
            #expect(SecTrustSetKeychains(trust, [] as NSArray) == errSecSuccess)
            #expect(trust.failure?.code == Int(errSecCreateChainFailed))
            var keychain: SecKeychain?
            SecKeychainCopyDefault(&keychain)
            #expect(keychain != nil && SecTrustSetKeychains(trust, keychain) == errSecSuccess)
            #expect(trust.isTrusted)
            #expect(SecTrustSetKeychains(trust, "x" as NSString) == errSecParam)
            #expect(SecTrustSetKeychains(trust, nil) == errSecSuccess && trust.isTrusted)
            let stamps = [Data([1])] as NSArray
            #expect(SecTrustSetSignedCertificateTimestamps(trust, stamps) == errSecSuccess)
            #expect(SecTrustSetSignedCertificateTimestamps(trust, nil) == errSecSuccess)
            #expect(SecTrustSetSignedCertificateTimestamps(trust, [1] as NSArray) == errSecParam)
            #expect(trust.isTrusted)
        }
    }

    @Test func settingsAsAFile() throws {
        let samples = try TrustSamples()
        var file: CFData?
        TrustSamples.onNewKeychain { _ in
            #expect(
                SecTrustSettingsCreateExternalRepresentation(.user, &file) == errSecNoTrustSettings)
            SecTrustSettingsSetTrustSettings(samples.root, .user, nil)
            #expect(SecTrustSettingsCreateExternalRepresentation(.user, &file) == errSecSuccess)
            #expect(
                SecTrustSettingsCreateExternalRepresentation(.admin, &file) == errSecNoTrustSettings
            )
        }
        let data = try #require(file)
        TrustSamples.onNewKeychain { _ in
            #expect(
                SecTrustSettingsImportExternalRepresentation(.admin, data) == errSecUnimplemented)
            #expect(
                SecTrustSettingsImportExternalRepresentation(.user, Data("x".utf8) as NSData)
                    != errSecSuccess)
            #expect(SecTrustSettingsImportExternalRepresentation(.user, data) == errSecSuccess)
            var found: CFArray?
            #expect(SecTrustSettingsCopyCertificates(.user, &found) == errSecSuccess)
            #expect(found as? [SecCertificate] == [samples.root])
        }
    }
}
