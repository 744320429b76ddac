// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import LocalAuthentication
import Security
import SwiftKeychain
import Testing

/// Items of the access group com.apple.token.
@Suite(.enabled(if: SoftCard.shared != nil, "SoftHSM is not installed"))
struct CardItemTests {
    private let test = TestKeychain()
    private let card = SoftCard.shared!

    private func copy(_ query: [CFString: Any]) -> (status: OSStatus, result: CFTypeRef?) {
        Keychain.$override.withValue(test.keychain) {
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            return (status, result)
        }
    }

    private func query(_ itemClass: CFString, _ more: [CFString: Any] = [:]) -> [CFString: Any] {
        [kSecClass: itemClass, kSecAttrAccessGroup: kSecAttrAccessGroupToken].merging(more) { $1 }
    }

    private func attributes(_ itemClass: CFString, label: String) throws -> NSDictionary {
        let found = copy(
            query(itemClass, [kSecAttrLabel: label, kSecReturnAttributes: true]))
        #expect(found.status == errSecSuccess)
        return try #require(found.result as? NSDictionary)
    }

    @Test func onlyAQueryThatNamesTheGroupFindsThem() throws {
        #expect(copy([kSecClass: kSecClassCertificate]).status == errSecItemNotFound)
        let all = copy(
            query(kSecClassCertificate, [kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true]))
        #expect((all.result as? [SecCertificate])?.count == 2)
        let token = try attributes(kSecClassCertificate, label: "ec certificate")[
            kSecAttrTokenID as String]
        let named = copy([
            kSecClass: kSecClassIdentity, kSecAttrTokenID: try #require(token),
            kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true,
        ])
        #expect((named.result as? [SecIdentity])?.count == 2)
        let other = [kSecAttrTokenID: "pkcs11:token=other"]
        #expect(copy(query(kSecClassIdentity, other)).status == errSecItemNotFound)
    }

    @Test func theTokenIDIsTheURIOfTheCard() throws {
        let token =
            try attributes(kSecClassCertificate, label: "ec certificate")[
                kSecAttrTokenID as String] as? String
        let id = try #require(token)
        #expect(id.hasPrefix("pkcs11:model=SoftHSM%20v2;manufacturer=SoftHSM%20project;serial="))
        #expect(id.hasSuffix(";token=S%C3%A4ure%3D%3B%25%20Karte"))
    }

    @Test func attributesDescribeTheKey() throws {
        let certificate = try attributes(kSecClassCertificate, label: "rsa certificate")
        #expect(certificate[kSecAttrAccessGroup as String] as? String == "com.apple.token")
        let hash = try #require(certificate[kSecAttrPublicKeyHash as String] as? Data)
        let found = copy(
            query(
                kSecClassKey,
                [
                    kSecAttrApplicationLabel: hash, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                    kSecReturnAttributes: true,
                ]))
        let key = try #require(found.result as? NSDictionary)
        #expect(key[kSecAttrKeyType as String] as? Int == 42)
        #expect(key[kSecAttrKeySizeInBits as String] as? Int == 2048)
        #expect(key[kSecAttrCanSign as String] as? Bool == true)
        #expect(key[kSecAttrCanDecrypt as String] as? Bool == true)
        #expect(key[kSecAttrCanDerive as String] as? Bool == false)
        #expect(key[kSecAttrIsExtractable as String] as? Bool == false)
        #expect(key[kSecAttrIsPermanent as String] as? Bool == true)
        #expect(
            key[kSecAttrTokenID as String] as? String == certificate[kSecAttrTokenID as String]
                as? String)
    }

    @Test func dataIsTheCertificateAndNothingForAPrivateKey() throws {
        let der = try card.der("ec.crt")
        let certificate = copy(
            query(kSecClassCertificate, [kSecAttrLabel: "ec certificate", kSecReturnData: true]))
        #expect(certificate.result as? Data == der)
        let key = copy(
            query(
                kSecClassKey,
                [kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecReturnData: true]))
        #expect(key.status == errSecSuccess && key.result == nil)
    }

    @Test func persistentReferencesStayAndFindTheItem() throws {
        let wanted =
            [kSecAttrLabel: "ec certificate", kSecReturnPersistentRef: true] as [CFString: Any]
        for itemClass in [kSecClassCertificate, kSecClassIdentity] {
            let first = try #require(copy(query(itemClass, wanted)).result as? Data)
            #expect(copy(query(itemClass, wanted)).result as? Data == first)
            let again = copy([
                kSecAttrAccessGroup: kSecAttrAccessGroupToken, kSecValuePersistentRef: first,
                kSecReturnAttributes: true,
            ])
            #expect(
                (again.result as? NSDictionary)?[kSecAttrLabel as String] as? String
                    == "ec certificate")
        }
    }

    @Test func aReferenceFindsTheKeyOnTheCard() throws {
        let found = copy(
            query(
                kSecClassKey, [kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecReturnRef: true]))
        let key = try #require(found.result)
        let again = copy([kSecValueRef: key, kSecReturnAttributes: true])
        #expect(
            (again.result as? NSDictionary)?[kSecAttrAccessGroup as String] as? String
                == "com.apple.token")
    }

    @Test func anIdentityCanBePreferred() throws {
        let found = copy(
            query(kSecClassIdentity, [kSecAttrLabel: "ec certificate", kSecReturnRef: true]))
        let identity = try #require(found.result as? SecIdentity)
        let name = "mail" as CFString
        Keychain.$override.withValue(test.keychain) {
            #expect(SecIdentitySetPreferred(identity, name, nil) == errSecSuccess)
            #expect(SecIdentityCopyPreferred(name, nil, nil) == identity)
        }
    }

    @Test func nothingCanBeWritten() throws {
        Keychain.$override.withValue(test.keychain) {
            let password = query(kSecClassGenericPassword, [kSecValueData: Data([1])])
            #expect(SecItemAdd(password as CFDictionary, nil) == errSecMissingEntitlement)
            for itemClass in [kSecClassCertificate, kSecClassKey, kSecClassIdentity] {
                let found = query(itemClass) as CFDictionary
                let change = [kSecAttrLabel: "x"] as CFDictionary
                #expect(SecItemUpdate(found, change) == errSecMissingEntitlement)
                #expect(SecItemDelete(found) == errSecMissingEntitlement)
            }
        }
    }

    @Test func matchKeysApplyToTheCertificatesOfACard() throws {
        let found = copy(
            query(
                kSecClassIdentity,
                [
                    kSecMatchSubjectContains: "rsa", kSecMatchLimit: kSecMatchLimitAll,
                    kSecReturnAttributes: true,
                ]))
        let labels = (found.result as? [NSDictionary])?.map {
            $0[kSecAttrLabel as String] as? String
        }
        #expect(labels == ["rsa certificate"])
    }
}
