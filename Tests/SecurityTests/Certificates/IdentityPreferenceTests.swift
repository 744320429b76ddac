// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

@Suite struct IdentityPreferenceTests {
    private let test = TestKeychain()
    private let curve = SampleIdentity.ellipticCurve.identity
    private let rsa = SampleIdentity.rsa.identity

    /// Runs `body` with both keys in the keychain, and no certificate.
    private func here(_ body: () throws -> Void) rethrows {
        try Keychain.$override.withValue(test.keychain) {
            for sample in [SampleIdentity.ellipticCurve, .rsa] {
                #expect(
                    SecItemAdd([kSecValueRef: sample.key] as CFDictionary, nil) == errSecSuccess)
            }
            try body()
        }
    }

    private func set(
        _ identity: SecIdentity?, _ name: String, _ uses: [CFString]? = nil
    ) -> OSStatus {
        SecIdentitySetPreferred(identity, name as CFString, uses.map { $0 as CFArray })
    }

    private func preferred(
        _ name: String, _ uses: [CFString]? = nil, issuers: [Data]? = nil
    ) -> SecIdentity? {
        SecIdentityCopyPreferred(
            name as CFString, uses.map { $0 as CFArray }, issuers.map { $0 as CFArray })
    }

    @Test func whatWasSetIsPreferredUntilItIsNoMore() {
        here {
            #expect(preferred("mail") == nil)
            #expect(set(nil, "mail") == errSecItemNotFound)
            #expect(set(curve, "mail") == errSecSuccess)
            #expect(preferred("mail") == curve)
            #expect(preferred("Mail") == nil && preferred("mai") == nil)
            #expect(set(rsa, "mail") == errSecSuccess)
            #expect(preferred("mail") == rsa)
            #expect(set(nil, "mail") == errSecSuccess)
            #expect(preferred("mail") == nil)
        }
    }

    @Test func thePrivateKeyIsTheKeychains() throws {
        try here {
            #expect(set(curve, "mail") == errSecSuccess)
            let found = try #require(preferred("mail"))
            var key: SecKey?
            #expect(SecIdentityCopyPrivateKey(found, &key) == errSecSuccess)
            let query = [kSecClass: kSecClassKey, kSecValueRef: key as Any] as CFDictionary
            #expect(SecItemDelete(query) == errSecSuccess)
            #expect(preferred("mail") == nil)
        }
    }

    @Test func preferencesForUses() {
        here {
            #expect(set(curve, "mail", [kSecAttrCanSign]) == errSecSuccess)
            #expect(preferred("mail", [kSecAttrCanSign]) == curve)
            #expect(preferred("mail", [kSecAttrCanDecrypt]) == nil)
            #expect(preferred("mail", [kSecAttrCanSign, kSecAttrCanDecrypt]) == nil)
            // No use is any.
            #expect(preferred("mail") == curve && preferred("mail", []) == curve)
            #expect(set(rsa, "mail") == errSecSuccess)
            #expect(preferred("mail", [kSecAttrCanDecrypt]) == rsa)
            #expect(preferred("mail", [kSecAttrCanSign]) == curve)
            #expect(preferred("mail") == rsa)
            #expect(set(rsa, "two", [kSecAttrCanSign, kSecAttrCanDecrypt]) == errSecSuccess)
            #expect(preferred("two", [kSecAttrCanDecrypt, kSecAttrCanSign]) == rsa)
        }
    }

    @Test(arguments: [
        ("https://a.example.org/", "https://a.example.org/cgi/x", true),
        ("https://a.example.org/", "https://a.example.org", true),
        ("https://a.example.org/", "https://a.example.org?q=/", true),
        ("https://a.example.org/cgi/", "https://a.example.org/cgi/x?q#f", true),
        ("https://a.example.org/cgi", "https://a.example.org/cgi/x", false),
        ("https://a.example.org/cgi/", "https://a.example.org/", false),
        ("https://a.example.org/", "https://a.example.org:8443/", false),
        ("https://", "https://a.example.org/", false),
        ("https://a.example.org/?q", "https://a.example.org/?q/x", false),
        ("a.example.org", "https://me@A.example.org:8443/x", true),
        ("::1", "https://[::1]:8443/x", true),
        ("*.example.org", "https://a.b.example.org/x", true),
        ("*.example.org", "a.Example.org", true),
        ("*.example.org", "example.org", false),
        ("*.example.org", "badexample.org", false),
        ("*.example.org", "me@a.example.org", false),
        ("*.", "a.", false),
    ])
    func names(_ set: String, _ asked: String, _ holds: Bool) {
        here {
            #expect(self.set(curve, set) == errSecSuccess)
            #expect((preferred(asked) == curve) == holds)
        }
    }

    @Test func theNearestNameCounts() {
        here {
            let names = ["*.org", "*.b.org", "a.b.org", "https://a.b.org/", "https://a.b.org/x/"]
            for (index, name) in names.enumerated() {
                // What was set before must not count any more, what comes after not yet.
                let (near, far) = index % 2 == 0 ? (curve, rsa) : (rsa, curve)
                #expect(set(near, name) == errSecSuccess)
                #expect(preferred("https://a.b.org/x/y") == near)
                #expect(preferred("https://a.b.org/x/y") != far)
            }
            #expect(preferred("https://c.b.org/") == rsa)
            #expect(preferred("https://c.d.org/") == curve)
        }
    }

    @Test func issuers() throws {
        try here {
            #expect(set(curve, "mail") == errSecSuccess)
            var certificate: SecCertificate?
            SecIdentityCopyCertificate(curve, &certificate)
            let made = try #require(certificate)
            let own = try #require(SecCertificateCopyNormalizedIssuerSequence(made)) as Data
            let name: [UInt8] = [0x30, 0x0C, 0x31, 0x0A, 0x30, 8, 6, 3, 0x55, 4, 3, 0x0C, 1, 0x78]
            #expect(preferred("mail", issuers: [own]) == curve)
            #expect(preferred("mail", issuers: [Data(name), own]) == curve)
            #expect(preferred("mail", issuers: [Data(name)]) == nil)
            #expect(preferred("mail", issuers: []) == nil)
        }
    }

    @Test func argumentsThatMeanNothing() {
        here {
            #expect(set(curve, "") == errSecParam)
            #expect(set(curve, "mail", [kSecAttrLabel]) == errSecParam)
            #expect(set(curve, "mail", ["nonsense" as CFString]) == errSecParam)
            #expect(
                SecIdentitySetPreferred(curve, "mail" as CFString, [1] as NSArray) == errSecParam)
            #expect(preferred("") == nil && preferred("mail", [kSecAttrLabel]) == nil)
        }
    }

    @Test func certificatesArePreferredByThemselves() {
        here {
            let name = "a@example.org" as CFString
            let (one, other) = (
                SampleIdentity.rsa.certificate, SampleIdentity.ellipticCurve.certificate
            )
            let signing = [kSecAttrCanSign] as CFArray
            #expect(set(curve, "a@example.org") == errSecSuccess)
            #expect(SecCertificateCopyPreferred(name, nil) == nil)
            #expect(SecCertificateSetPreferred(nil, name, nil) == errSecItemNotFound)
            #expect(SecCertificateSetPreferred(one, name, nil) == errSecSuccess)
            #expect(SecCertificateSetPreferred(other, name, signing) == errSecSuccess)
            #expect(SecCertificateCopyPreferred(name, nil) == one)
            #expect(SecCertificateCopyPreferred(name, signing) == other)
            #expect(preferred("a@example.org") == curve)
            #expect(SecCertificateSetPreferred(nil, name, signing) == errSecSuccess)
            #expect(SecCertificateCopyPreferred(name, signing) == one)
            #expect(SecCertificateSetPreferred(one, "" as CFString, nil) == errSecParam)
        }
    }

    @Test func noProgramSeesThemAmongItsItems() {
        here {
            #expect(set(curve, "mail") == errSecSuccess)
            let all = [kSecClass: kSecClassGenericPassword] as CFDictionary
            #expect(SecItemCopyMatching(all, nil) == errSecItemNotFound)
            let group: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword,
                kSecAttrAccessGroup: Caller.identityPreferencesGroup,
            ]
            #expect(SecItemDelete(group as CFDictionary) == errSecMissingEntitlement)
            #expect(preferred("mail") == curve)
        }
    }

    @Test func aSearchMakesNoKeychain() {
        Keychain.$override.withValue(test.keychain) {
            #expect(preferred("mail") == nil)
            #expect(set(nil, "mail") == errSecItemNotFound)
            #expect(!FileManager.default.fileExists(atPath: test.home.databasePath))
        }
    }
}
