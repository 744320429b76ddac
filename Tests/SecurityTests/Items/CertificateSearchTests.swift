// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Searches of certificates and identities that need more than a dictionary: trust settings, the
/// objects that are found, items that require the user. The rest is in Tests/Conformance.
@Suite struct CertificateSearchTests {
    private func add(_ objects: [AnyObject]) {
        for object in objects {
            #expect(SecItemAdd([kSecValueRef: object] as NSDictionary, nil) == errSecSuccess)
        }
    }

    private func found(
        _ itemClass: CFString, _ more: [AnyHashable: Any]
    ) -> [AnyObject] {
        let query: [AnyHashable: Any] = [
            kSecClass: itemClass, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
        ]
        var result: CFTypeRef?
        let status = SecItemCopyMatching(
            query.merging(more) { $1 } as NSDictionary, &result)
        guard status == errSecSuccess, let array = result as? NSArray else {
            #expect(status == errSecItemNotFound)
            return []
        }
        return (0..<array.count).map { array.object(at: $0) as AnyObject }
    }

    private func certificates(_ more: [AnyHashable: Any]) -> [SecCertificate] {
        found(kSecClassCertificate, more).compactMap { $0 as? SecCertificate }
    }

    @Test(arguments: [false, true]) func trustedOnly(isEncodedDifferently: Bool) throws {
        let samples = try TrustSamples { if isEncodedDifferently { $0.encodeIssuerDifferently() } }
        let (leaf, issuer, root) = (samples.leaf, samples.issuer, samples.root)
        TrustSamples.onNewKeychain { _ in
            add([leaf, issuer])
            let trusted: [AnyHashable: Any] = [
                kSecMatchTrustedOnly: true, kSecMatchValidOnDate: TrustSamples.date,
            ]
            #expect(certificates(trusted) == [])
            #expect(SecTrustSettingsSetTrustSettings(root, .user, nil) == errSecSuccess)
            // The chain goes through the keychain.
            #expect(certificates(trusted) == [leaf, issuer])
            let basic: [AnyHashable: Any] = [
                kSecMatchPolicy: SecPolicyCreateBasicX509(),
                kSecMatchValidOnDate: TrustSamples.date,
            ]
            #expect(certificates(basic) == [leaf, issuer])
            let others = trusted.merging([kSecMatchValidOnDate: NSDate.distantPast]) { $1 }
            #expect(certificates(others) == [])
            let none = [kSecValueRef: issuer] as NSDictionary
            #expect(SecItemDelete(none) == errSecSuccess)
            #expect(certificates(trusted) == [])
            add([issuer])
            #expect(certificates(trusted) == [leaf, issuer])
            let denied = [kSecTrustSettingsResult: SecTrustSettingsResult.deny.rawValue]
            #expect(
                SecTrustSettingsSetTrustSettings(root, .user, denied as NSDictionary)
                    == errSecSuccess)
            #expect(certificates(trusted) == [])
        }
    }

    @Test func aPolicyJudgesTheLeafAlone() throws {
        let samples = try TrustSamples()
        let (leaf, root) = (samples.leaf, samples.root)
        TrustSamples.onNewKeychain { _ in
            add([leaf])
            func matching(_ policy: SecPolicy) -> [SecCertificate] {
                certificates([
                    kSecMatchPolicy: policy, kSecMatchValidOnDate: TrustSamples.date,
                ])
            }
            // Its root is not trusted, and its issuer is missing.
            #expect(matching(TrustSamples.server) == [leaf])
            #expect(matching(SecPolicyCreateSSL(true, "other.example.com" as CFString)) == [])
            #expect(matching(SecPolicyCreateBasicX509()) == [])
            #expect(SecTrustSettingsSetTrustSettings(root, .user, nil) == errSecSuccess)
            #expect(matching(TrustSamples.server) == [leaf])
        }
    }

    /// The key of an identity that was found signs, and its certificate's key verifies.
    @Test func aFoundIdentityWorks() throws {
        let sample = SampleIdentity.ellipticCurve
        try TrustSamples.onNewKeychain { _ in
            add([sample.identity])
            let identity = try #require(found(kSecClassIdentity, [:]).first as? SecIdentity)
            var key: SecKey?
            #expect(SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
            let text = Data("text".utf8) as NSData
            let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
            let signer = try #require(key)
            let signature = try #require(SecKeyCreateSignature(signer, algorithm, text, nil))
            let verifier = try #require(SecCertificateCopyKey(sample.certificate))
            #expect(SecKeyVerifySignature(verifier, algorithm, text, signature, nil))
            // The item is needed for each use.
            #expect(SecItemDelete([kSecValueRef: identity] as NSDictionary) == errSecSuccess)
            #expect(SecKeyCreateSignature(signer, algorithm, text, nil) == nil)
            #expect(
                SecItemAdd([kSecValueRef: identity] as NSDictionary, nil) == errSecItemNotFound)
            #expect(found(kSecClassCertificate, [:]).isEmpty)
        }
    }

    /// A key that requires the user can be found and deleted by the key in memory.
    @Test func aConstrainedKeyIsFoundByTheKeyInMemory() {
        let sample = SampleIdentity.ellipticCurve
        TrustSamples.onNewKeychain { _ in
            let control = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)!
            let item: [AnyHashable: Any] = [
                kSecValueRef: sample.key, kSecAttrAccessControl: control,
            ]
            #expect(SecItemAdd(item as NSDictionary, nil) == errSecSuccess)
            let query = [kSecValueRef: sample.key] as NSDictionary
            #expect(SecItemCopyMatching(query, nil) == errSecSuccess)
            var result: CFTypeRef?
            let wanted = [kSecValueRef: sample.key, kSecReturnData: true] as NSDictionary
            #expect(SecItemCopyMatching(wanted, &result) == errSecAuthFailed)
            #expect(result == nil)
            #expect(SecItemDelete(query) == errSecSuccess)
            #expect(SecItemCopyMatching(query, nil) == errSecItemNotFound)
        }
    }

    /// Match keys never open items that require the user, nor leave them out.
    @Test func aConstrainedCertificateRefusesMatches() {
        let sample = SampleIdentity.ellipticCurve
        TrustSamples.onNewKeychain { _ in
            let control = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)!
            let item: [AnyHashable: Any] = [
                kSecValueRef: sample.certificate, kSecAttrAccessControl: control,
            ]
            #expect(SecItemAdd(item as NSDictionary, nil) == errSecSuccess)
            var query: [AnyHashable: Any] = [
                kSecClass: kSecClassCertificate, kSecMatchSubjectContains: "nobody",
                kSecReturnRef: true,
            ]
            var result: CFTypeRef?
            #expect(
                SecItemCopyMatching(query as NSDictionary, &result)
                    == errSecAuthFailed)
            query[kSecUseAuthenticationUI] = kSecUseAuthenticationUISkip
            #expect(SecItemCopyMatching(query as NSDictionary, &result) == errSecItemNotFound)
        }
    }
}
