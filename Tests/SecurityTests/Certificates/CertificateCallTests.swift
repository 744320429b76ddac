// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// The calls of keychain files that take a certificate.
@Suite struct CertificateCallTests {
    private let test = TestKeychain()
    private let sample = SampleIdentity.ellipticCurve
    private let other = SampleIdentity.rsa

    private func add(_ object: AnyObject, _ more: [CFString: Any] = [:]) -> OSStatus {
        SecItemAdd(
            more.merging([kSecValueRef: object]) { $1 } as CFDictionary, nil)
    }

    private func identity(
        _ certificate: SecCertificate, in keychains: CFTypeRef? = nil
    ) -> (status: OSStatus, identity: SecIdentity?) {
        var identity: SecIdentity?
        let status = SecIdentityCreateWithCertificate(keychains, certificate, &identity)
        return (status, identity)
    }

    @Test func aCertificateFindsItsKey() throws {
        try test.here {
            #expect(identity(sample.certificate) == (errSecItemNotFound, nil))
            #expect(add(other.key) == errSecSuccess)
            #expect(identity(sample.certificate) == (errSecItemNotFound, nil))
            // A public key is not the private one.
            #expect(add(try #require(SecKeyCopyPublicKey(sample.key))) == errSecSuccess)
            #expect(identity(sample.certificate) == (errSecItemNotFound, nil))
            #expect(add(sample.key, [kSecAttrLabel: "mine"]) == errSecSuccess)

            // The certificate itself lies nowhere.
            let found = identity(sample.certificate)
            #expect(found.status == errSecSuccess && found.identity == sample.identity)
            var (certificate, key): (SecCertificate?, SecKey?)
            let made = try #require(found.identity)
            #expect(SecIdentityCopyCertificate(made, &certificate) == errSecSuccess)
            #expect(SecIdentityCopyPrivateKey(made, &key) == errSecSuccess)
            #expect(certificate == sample.certificate && key == sample.key)
            let attributes = SecKeyCopyAttributes(try #require(key)) as? [String: Any]
            #expect(attributes?[kSecAttrLabel as String] as? String == "mine")
            let data = Data("message".utf8) as CFData
            let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
            #expect(SecKeyCreateSignature(try #require(key), algorithm, data, nil) != nil)
        }
    }

    @Test func onlyTheKeychainsThatAreNamedAreSearched() throws {
        try test.here {
            let second = try secondKeychain()
            var login: SecKeychain?
            #expect(SecKeychainOpen("login.keychain", &login) == errSecSuccess)
            let first = try #require(login)
            #expect(add(sample.key, [kSecUseKeychain: second]) == errSecSuccess)
            #expect(identity(sample.certificate).status == errSecSuccess)
            #expect(identity(sample.certificate, in: second).status == errSecSuccess)
            #expect(identity(sample.certificate, in: [first, second] as CFArray).status == 0)
            #expect(identity(sample.certificate, in: first) == (errSecItemNotFound, nil))
            #expect(identity(sample.certificate, in: "x" as NSString) == (errSecParam, nil))
            #expect(SecKeychainDelete(second) == errSecSuccess)
            #expect(identity(sample.certificate, in: second) == (errSecNoSuchKeychain, nil))
        }
    }

    @Test func aKeyThatDemandsTheUser() throws {
        try test.here {
            // There is no passcode that could be asked for.
            let guarded = [kSecAttrAccessControl: try control(.userPresence)]
            #expect(add(sample.key, guarded) == errSecSuccess)
            #expect(identity(sample.certificate) == (errSecAuthFailed, nil))
            // A key whose use alone is guarded is found.
            let used = [kSecAttrAccessControl: try control([.userPresence, .privateKeyUsage])]
            #expect(add(other.key, used) == errSecSuccess)
            let found = try #require(identity(other.certificate).identity)
            var key: SecKey?
            #expect(SecIdentityCopyPrivateKey(found, &key) == errSecSuccess)
            let data = Data("message".utf8) as CFData
            let algorithm = SecKeyAlgorithm.rsaSignatureMessagePSSSHA256
            var error: Unmanaged<CFError>?
            #expect(SecKeyCreateSignature(try #require(key), algorithm, data, &error) == nil)
            let code = error.map { CFErrorGetCode($0.takeRetainedValue()) }
            #expect(code == Int(errSecAuthFailed))
        }
    }

    @Test func aCertificateIsAddedOnce() throws {
        try test.here {
            #expect(SecCertificateAddToKeychain(sample.certificate, nil) == errSecSuccess)
            #expect(SecCertificateAddToKeychain(sample.certificate, nil) == errSecDuplicateItem)
            #expect(SecCertificateAddToKeychain(other.certificate, nil) == errSecSuccess)
            let second = try secondKeychain()
            #expect(SecCertificateAddToKeychain(sample.certificate, second) == errSecSuccess)
            let query: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecMatchSearchList: [second],
                kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true,
            ]
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            #expect(result as? [SecCertificate] == [sample.certificate])
            #expect(SecKeychainDelete(second) == errSecSuccess)
            #expect(
                SecCertificateAddToKeychain(other.certificate, second) == errSecNoSuchKeychain)
        }
    }

    @Test func thePublicKeyOfACertificate() throws {
        var key: SecKey?
        #expect(SecCertificateCopyPublicKey(sample.certificate, &key) == errSecSuccess)
        #expect(key == SecKeyCopyPublicKey(sample.key))
        #expect(SecCertificateCopyPublicKey(sample.certificate) == key)
        let der = Data(try CertificateRecipe { $0.key = ["-algorithm", "ED25519"] }.make())
        let stranger = try #require(SecCertificateCreateWithData(nil, der as CFData))
        let before = key
        #expect(SecCertificateCopyPublicKey(stranger, &key) == errSecUnimplemented)
        #expect(key === before)
        #expect(SecCertificateCopyPublicKey(stranger) == nil)
        test.here { #expect(identity(stranger) == (errSecUnimplemented, nil)) }
    }

    @Test func anItemHasNoAccessObjectAtFirst() {
        test.here {
            var item: SecKeychainItem?
            #expect(
                SecKeychainAddGenericPassword(nil, 1, "s", 1, "a", 1, "x", &item)
                    == errSecSuccess)
            var access: SecAccess?
            #expect(item.map { SecKeychainItemCopyAccess($0, &access) } == errSecNoAccessForItem)
            #expect(access == nil)
        }
    }

    @Test func descriptions() throws {
        let short = SecCertificateCopyShortDescription(nil, sample.certificate, nil) as String?
        #expect(short == SecCertificateCopySubjectSummary(sample.certificate) as String?)
        let der = try CertificateRecipe { $0.subject = "/O=Example Org/CN=A name" }.make()
        let certificate = try #require(
            SecCertificateCreateWithData(nil, Data(der) as CFData))
        let serial = (SecCertificateCopySerialNumberData(certificate, nil) as? Data ?? Data())
            .map { String(format: "%02x", $0) }.joined()
        let end =
            (SecCertificateCopyNotValidAfterDate(certificate) as Date?)
            .map { ISO8601DateFormatter().string(from: $0).prefix(10) } ?? ""
        #expect(
            SecCertificateCopyLongDescription(nil, certificate, nil) as String?
                == "A name, issued by A name, serial number \(serial), valid until \(end)")
        let nameless = try CertificateRecipe { $0.subject = "/" }.make()
        let other = try #require(SecCertificateCreateWithData(nil, Data(nameless) as CFData))
        let words = try #require(SecCertificateCopyShortDescription(nil, other, nil) as String?)
        #expect(words.hasPrefix("serial number "))
    }
}
