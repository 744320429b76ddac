// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import LocalAuthentication
import Security
import SwiftKeychain
import SwiftKeychainTPM
import Testing
import TokenTestSupport

/// Apple's calls with `kSecAttrTokenIDSecureEnclave`, on a TPM.
@Suite struct SecureEnclaveTests {
    let tpm: SoftwareTPM
    let test = TestKeychain()

    init() throws { tpm = try SoftwareTPM() }

    private func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try run(on: tpm.address, body)
    }

    private func run<Result>(
        on address: TPMAddress, _ body: () throws -> Result
    ) rethrows -> Result {
        try Keychain.$override.withValue(test.keychain) {
            try TPMAddress.$override.withValue(address, operation: body)
        }
    }

    private static var basic: [NSString: Any] {
        [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
        ]
    }

    private func make(_ more: [NSString: Any] = [:]) -> (key: SecKey?, status: Int) {
        var error: Unmanaged<CFError>?
        let whole = Self.basic.merging(more) { $1 }
        let key = SecKeyCreateRandomKey(whole as NSDictionary, &error)
        return (key, error.map { CFErrorGetCode($0.takeRetainedValue()) } ?? 0)
    }

    private func signsAndVerifies(_ key: SecKey) throws -> Bool {
        let text = Data("text".utf8) as NSData
        let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
        guard let signature = SecKeyCreateSignature(key, algorithm, text, nil),
            let half = SecKeyCopyPublicKey(key)
        else { return false }
        return SecKeyVerifySignature(half, algorithm, text, signature, nil)
    }

    private func count(_ more: [NSString: Any] = [:]) -> Int {
        let query: [NSString: Any] = [
            kSecClass: kSecClassKey, kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true,
        ]
        var result: CFTypeRef?
        SecItemCopyMatching(query.merging(more) { $1 } as NSDictionary, &result)
        return (result as? NSArray)?.count ?? 0
    }

    @Test func privateHalfIsPermanentByDefault() throws {
        try run {
            let key = try #require(make([kSecPrivateKeyAttrs: [kSecAttrLabel: "one"]]).key)
            #expect(try signsAndVerifies(key))
            #expect(count() == 1)
            #expect(count([kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]) == 1)
            #expect(count([kSecAttrTokenID: "com.example"]) == 0)
            var found: CFTypeRef?
            let query: NSDictionary = [
                kSecClass: kSecClassKey, kSecAttrLabel: "one", kSecReturnRef: true,
            ]
            #expect(SecItemCopyMatching(query, &found) == errSecSuccess)
            let stored = try #require(found as? SecKey)
            #expect(stored == key)
            #expect(try signsAndVerifies(stored))
        }
    }

    @Test func keyInMemoryIsStoredNowhere() throws {
        try run {
            let key = try #require(
                make([kSecPrivateKeyAttrs: [kSecAttrIsPermanent: false]]).key)
            #expect(try signsAndVerifies(key))
            #expect(count() == 0)
        }
    }

    @Test func pairStoresThePublicHalfWithoutToken() throws {
        run {
            let parameters = Self.basic.merging(
                [kSecPublicKeyAttrs: [kSecAttrIsPermanent: true]]
            ) { $1 }
            var (publicKey, privateKey): (SecKey?, SecKey?)
            #expect(
                SecKeyGeneratePair(parameters as NSDictionary, &publicKey, &privateKey)
                    == errSecSuccess)
            #expect(count() == 2)
            #expect(count([kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]) == 1)
        }
    }

    @Test func attributesAreThoseOfAToken() throws {
        try run {
            let key = try #require(make().key)
            let attributes = try #require(SecKeyCopyAttributes(key))
            #expect(attributes[kSecAttrTokenID] as? String == "com.apple.setoken")
            #expect((attributes["toid" as NSString] as? Data)?.count == 34)
            #expect(attributes[kSecValueData] == nil)
            #expect(attributes[kSecAttrIsPermanent] as? Bool == true)
            #expect(attributes[kSecAttrIsExtractable] as? Bool == false)
            #expect((attributes[kSecAttrApplicationLabel] as? Data)?.count == 20)
            var error: Unmanaged<CFError>?
            #expect(SecKeyCopyExternalRepresentation(key, &error) == nil)
            let refusal = try #require(error).takeRetainedValue()
            #expect(CFErrorGetCode(refusal) == -4)
            let half = try #require(SecKeyCopyPublicKey(key))
            let point = try #require(SecKeyCopyExternalRepresentation(half, nil))
            #expect(point.length == 65)
            let again = SecKeyCreateWithData(NSData(), attributes, nil)
            #expect(again == key)
            #expect(try again.map(signsAndVerifies) == true)
            let unknown = try #require(attributes.mutableCopy() as? NSMutableDictionary)
            unknown["toid" as NSString] = Data(count: 34)
            #expect(SecKeyCreateWithData(NSData(), unknown, &error) == nil)
            let absence = try #require(error).takeRetainedValue()
            #expect(CFErrorGetCode(absence) == -25300)
        }
    }

    @Test func dataOfAPrivateKeyIsNil() throws {
        try run {
            _ = try #require(make([kSecPrivateKeyAttrs: [kSecAttrLabel: "one"]]).key)
            let query: NSMutableDictionary = [
                kSecClass: kSecClassKey, kSecAttrLabel: "one", kSecReturnData: true,
            ]
            var found: CFTypeRef?
            #expect(SecItemCopyMatching(query, &found) == errSecSuccess)
            #expect(found == nil)
            query[kSecReturnAttributes] = true
            #expect(SecItemCopyMatching(query, &found) == errSecSuccess)
            let item = try #require(found as? NSDictionary)
            #expect(item[kSecValueData] == nil)
            #expect(item[kSecAttrTokenID] as? String == "com.apple.setoken")
        }
    }

    @Test func itemAddGenerates() throws {
        try run {
            let query: NSDictionary = [
                kSecClass: kSecClassKey, kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
                kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecAttrLabel: "added",
                kSecReturnRef: true,
            ]
            var made: CFTypeRef?
            #expect(SecItemAdd(query, &made) == errSecSuccess)
            let key = try #require(made as? SecKey)
            #expect(try signsAndVerifies(key))
            #expect(count() == 1)
            let delete: NSDictionary = [kSecClass: kSecClassKey, kSecAttrLabel: "added"]
            let nowhere = TPMAddress.device(path: "/dev/no-tpm-here")
            run(on: nowhere) { #expect(SecItemDelete(delete) == errSecSuccess) }
            #expect(count() == 0)
        }
    }

    @Test func keysMadeElsewhereAreRefused() throws {
        try run {
            let software = try #require(
                SecKeyCreateRandomKey(
                    [
                        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
                        kSecAttrKeySizeInBits: 256,
                    ] as NSDictionary, nil))
            let bytes = try #require(SecKeyCopyExternalRepresentation(software, nil))
            let byData: NSDictionary = [
                kSecClass: kSecClassKey, kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
                kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecValueData: bytes,
            ]
            #expect(SecItemAdd(byData, nil) == errSecParam)
            let byReference: NSDictionary = [
                kSecValueRef: software, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            ]
            #expect(SecItemAdd(byReference, nil) == errSecParam)
        }
    }

    @Test func otherSizesAndTokensAreRefused() {
        run {
            #expect(make([kSecAttrKeySizeInBits: 384]).status == -50)
            #expect(make([kSecAttrKeyType: kSecAttrKeyTypeRSA]).status == -50)
            for isPermanent in [true, false] {
                let half: NSDictionary = [
                    kSecAttrIsPermanent: isPermanent, kSecAttrIsExtractable: true,
                ]
                #expect(make([kSecPrivateKeyAttrs: half]).status == -50)
            }
            #expect(make([kSecAttrTokenID: "com.example:card"]).status == -25300)
            #expect(make([kSecAttrTokenID: "com.apple.setoken:aks"]).status == -25300)
            #expect(
                make([kSecAttrTokenID: "com.apple.setoken:tpm2", kSecAttrKeySizeInBits: 384]).key
                    != nil)
        }
        run(on: .device(path: "/dev/no-tpm-here")) { #expect(make().status == -4) }
    }

    @Test func accessControlStands() throws {
        try run {
            let control = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, nil))
            let key = try #require(
                make([kSecPrivateKeyAttrs: [kSecAttrAccessControl: control]]).key)
            #expect(try signsAndVerifies(key))
            let presence = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
                    [.privateKeyUsage, .userPresence], nil))
            // The user can't be asked for a key in memory.
            #expect(
                make([
                    kSecPrivateKeyAttrs: [
                        kSecAttrAccessControl: presence, kSecAttrIsPermanent: false,
                    ]
                ]).status == -50)
            // Without a passcode there is nothing to verify.
            let asking = try #require(
                make([kSecPrivateKeyAttrs: [kSecAttrAccessControl: presence]]).key)
            #expect(try !signsAndVerifies(asking))
        }
    }

    /// For what the token sees, the top level wins over the attributes of the half.
    @Test func topLevelWins() throws {
        try run {
            let half: NSDictionary = [
                kSecAttrTokenID: "com.apple.setoken:tpm2", kSecAttrKeySizeInBits: 384,
                kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrLabel: "half",
            ]
            let key = try #require(make([kSecPrivateKeyAttrs: half, kSecAttrLabel: "whole"]).key)
            let attributes = try #require(SecKeyCopyAttributes(key))
            #expect(attributes[kSecAttrTokenID] as? String == "com.apple.setoken")
            #expect(attributes[kSecAttrKeySizeInBits] as? Int == 256)
            #expect(
                attributes[kSecAttrKeyType] as? String == kSecAttrKeyTypeECSECPrimeRandom as String)
            // A label isn't the token's: the half's own stands.
            #expect(count([kSecAttrLabel: "half"]) == 1)
        }
    }

    @Test func applicationPasswordOpensTheKey() throws {
        try run {
            let control = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
                    [.privateKeyUsage, .applicationPassword], nil))
            let context = LAContext()
            #expect(context.setCredential(Data("pw".utf8), type: .applicationPassword))
            let half: NSDictionary = [
                kSecAttrAccessControl: control, kSecUseAuthenticationContext: context,
            ]
            let key = try #require(make([kSecPrivateKeyAttrs: half]).key)
            #expect(try signsAndVerifies(key))
            func found(_ password: String?) throws -> SecKey {
                let query: NSMutableDictionary = [kSecClass: kSecClassKey, kSecReturnRef: true]
                if let password {
                    let context = LAContext()
                    context.setCredential(Data(password.utf8), type: .applicationPassword)
                    query[kSecUseAuthenticationContext] = context
                }
                var result: CFTypeRef?
                #expect(SecItemCopyMatching(query, &result) == errSecSuccess)
                return try #require(result as? SecKey)
            }
            #expect(try signsAndVerifies(found("pw")))
            #expect(try !signsAndVerifies(found("other")))
            #expect(try !signsAndVerifies(found(nil)))
        }
    }

    /// Equal are keys of the same token and object, whatever finds them; the data counts for nothing.
    @Test func equalityIsThatOfTheObject() throws {
        try run {
            let (one, two) = (try #require(make().key), try #require(make().key))
            #expect(one != two)
            let attributes = try #require(SecKeyCopyAttributes(one))
            let noise = Data("noise".utf8) as NSData
            #expect(SecKeyCreateWithData(noise, attributes, nil) == one)
            #expect(SecKeyCreateWithData(noise, attributes, nil) != two)
        }
    }

    @Test func lostKeyStaysListedAndCanBeDeleted() throws {
        let other = try SoftwareTPM()
        let key = try run { try #require(make([kSecPrivateKeyAttrs: [kSecAttrLabel: "one"]]).key) }
        try run(on: other.address) {
            var error: Unmanaged<CFError>?
            let signature = SecKeyCreateSignature(
                key, .ecdsaSignatureMessageX962SHA256, NSData(), &error)
            #expect(signature == nil)
            let failure = try #require(error).takeRetainedValue()
            #expect(CFErrorGetCode(failure) == -25291)
            #expect(count() == 1)
            let query: NSDictionary = [kSecClass: kSecClassKey, kSecAttrLabel: "one"]
            #expect(SecItemDelete(query) == errSecSuccess)
        }
    }

    @Test func exchangeAndDecryption() throws {
        try run {
            let key = try #require(make().key)
            let half = try #require(SecKeyCopyPublicKey(key))
            let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
            let text = Data("text".utf8) as NSData
            let sealed = try #require(SecKeyCreateEncryptedData(half, algorithm, text, nil))
            #expect(SecKeyCreateDecryptedData(key, algorithm, sealed, nil) == text)
        }
    }
}
