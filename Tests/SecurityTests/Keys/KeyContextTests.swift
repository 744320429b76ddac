// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychain
import KeychainTestSupport
import LocalAuthentication
import Security
import Testing

/// Keys carry the authentication context they were found or made with.
@Suite struct KeyContextTests {
    let home = TemporaryHome()
    private let data = Data("message".utf8) as CFData
    private let signing = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256

    /// Runs calls on a keychain whose user the test plays.
    private func with<Result>(_ user: TestUser, _ body: () throws -> Result) rethrows -> Result {
        try Keychain.$override.withValue(user.keychain(home: home.path), operation: body)
    }

    private func sign(_ key: SecKey) -> Int? {
        code { SecKeyCreateSignature(key, signing, data, $0) }
    }

    /// Makes a pair in the keychain whose private half demands something.
    private func generate(
        _ flags: SecAccessControlCreateFlags, _ more: [CFString: Any] = [:]
    ) throws -> SecKey? {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
            kSecPrivateKeyAttrs: [
                kSecAttrIsPermanent: true, kSecAttrAccessControl: try control(flags),
                kSecAttrApplicationTag: "tag",
            ] as [CFString: Any],
        ]
        return SecKeyCreateRandomKey(parameters.merging(more) { $1 } as CFDictionary, nil)
    }

    private func find(_ more: [CFString: Any] = [:], _ itemClass: CFString = kSecClassKey) throws
        -> CFTypeRef
    {
        let query: [CFString: Any] = [kSecClass: itemClass, kSecReturnRef: true]
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query.merging(more) { $1 } as CFDictionary, &result)
        #expect(status == errSecSuccess)
        return try #require(result)
    }

    private func findKey(_ more: [CFString: Any] = [:]) throws -> SecKey {
        try #require(try find(more) as? SecKey)
    }

    @Test func anUnauthenticatedContextIsAskedOnceAndReused() throws {
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        try with(user) {
            _ = try generate([.userPresence, .privateKeyUsage])
            let context = LAContext()
            context.localizedReason = "to sign a letter"
            let key = try findKey([kSecUseAuthenticationContext: context])
            #expect(user.askedCount == 0)
            #expect(sign(key) == nil)
            #expect(user.askedCount == 1)
            #expect(user.prompts[0].description.contains("to sign a letter"))
            // Every use of the key counts, and every other key of the context.
            let other = try #require(SecKeyCopyPublicKey(key))
            let none = [:] as CFDictionary
            #expect(SecKeyCopyExternalRepresentation(key, nil)?.length == 97)
            let exchanged = SecKeyCopyKeyExchangeResult(
                key, .ecdhKeyExchangeStandard, other, none, nil)
            #expect(exchanged?.length == 32)
            let sealing = SecKeyAlgorithm.eciesEncryptionStandardX963SHA256AESGCM
            let sealed = try #require(SecKeyCreateEncryptedData(other, sealing, data, nil))
            #expect(SecKeyCreateDecryptedData(key, sealing, sealed, nil) == data)
            var file: CFData?
            #expect(SecItemExport(key, .formatPEMSequence, [], nil, &file) == errSecSuccess)
            #expect(sign(try findKey([kSecUseAuthenticationContext: context])) == nil)
            #expect(user.askedCount == 1)
            // Without a context each use asks for itself.
            let alone = try findKey()
            #expect(sign(alone) == Int(errSecUserCanceled))
            #expect(sign(alone) == Int(errSecUserCanceled))
            #expect(user.askedCount == 3)
        }
    }

    @Test func whatTheContextSaysWhenTheKeyIsUsedCounts() async throws {
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        let keychain = user.keychain(home: home.path)
        try await Keychain.$override.withValue(keychain) {
            _ = try generate([.devicePasscode, .privateKeyUsage])
            let context = LAContext()
            let key = try findKey([kSecUseAuthenticationContext: context])
            context.interactionNotAllowed = true
            #expect(sign(key) == Int(errSecInteractionNotAllowed))
            context.interactionNotAllowed = false
            let succeeded = try await context.evaluatePolicy(
                .deviceOwnerAuthentication, localizedReason: "test")
            #expect(succeeded && user.askedCount == 1)
            // What was authenticated once signs without asking, also where that is forbidden.
            context.interactionNotAllowed = true
            #expect(sign(key) == nil)
            #expect(user.askedCount == 1)
            context.invalidate()
            #expect(sign(key) == Int(errSecAuthFailed))
            #expect(
                code { SecKeyCopyExternalRepresentation(key, $0) } == Int(errSecAuthFailed))
            #expect(user.askedCount == 1)
        }
    }

    @Test func wordsAreCarriedAndTheInterfaceOfTheSearchIsNot() throws {
        let user = TestUser(
            passcode: "1", answers: [.types("1"), .types("1"), .types("1"), .types("1")])
        try with(user) {
            _ = try generate([.userPresence, .privateKeyUsage])
            let context = LAContext()
            context.localizedReason = "context"
            let prompt: [CFString: Any] = [
                kSecUseOperationPrompt: "dictionary", kSecUseAuthenticationContext: context,
            ]
            #expect(sign(try findKey(prompt)) == nil)
            #expect(user.prompts[0].description.contains("dictionary"))
            for interface in [kSecUseAuthenticationUISkip, kSecUseAuthenticationUIFail] {
                #expect(sign(try findKey([kSecUseAuthenticationUI: interface])) == nil)
            }
            #expect(user.askedCount == 3)
        }
    }

    @Test func theKeyOfAnIdentityCarriesTheContext() throws {
        let user = TestUser(passcode: "1", answers: [.types("1")])
        try with(user) {
            // The access control is the key's; the certificate's would hide both.
            let sample = SampleIdentity.ellipticCurve
            let certificate = [kSecValueRef: sample.certificate] as CFDictionary
            #expect(SecItemAdd(certificate, nil) == errSecSuccess)
            let item: [CFString: Any] = [
                kSecValueRef: sample.key,
                kSecAttrAccessControl: try control([.userPresence, .privateKeyUsage]),
            ]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let context = LAContext()
            let found = try find([kSecUseAuthenticationContext: context], kSecClassIdentity)
            let identity = try #require(found as? SecIdentity)
            for _ in 0..<2 {
                var key: SecKey?
                SecIdentityCopyPrivateKey(identity, &key)
                #expect(sign(try #require(key)) == nil)
            }
            #expect(user.askedCount == 1)
            var key2: SecKey?
            SecIdentityCopyPrivateKey(
                try #require(try find([:], kSecClassIdentity) as? SecIdentity), &key2)
            #expect(sign(try #require(key2)) == Int(errSecUserCanceled))
        }
    }

    @Test func aKeyIsMadeUnderThePasswordOfTheContext() throws {
        let user = TestUser(isThere: false)
        try with(user) {
            for flags: SecAccessControlCreateFlags in [
                .applicationPassword, [.applicationPassword, .privateKeyUsage],
            ] {
                // Without a password nothing is made.
                #expect(try generate(flags) == nil)
                let context = LAContext()
                context.setCredential(Data("pw".utf8), type: .applicationPassword)
                let key = try #require(
                    try generate(flags, [kSecUseAuthenticationContext: context]))
                #expect(sign(key) == nil)
                context.setCredential(Data("other".utf8), type: .applicationPassword)
                #expect(sign(key) == Int(errSecAuthFailed))
                context.setCredential(nil, type: .applicationPassword)
                #expect(sign(key) == Int(errSecInteractionNotAllowed))
                context.setCredential(Data("pw".utf8), type: .applicationPassword)
                let found = try findKey([kSecUseAuthenticationContext: context])
                #expect(found == key && sign(found) == nil)
                #expect(SecItemDelete([kSecClass: kSecClassKey] as CFDictionary) == errSecSuccess)
            }
            let context = LAContext()
            context.setCredential(Data("pw".utf8), type: .applicationPassword)
            var (publicKey, privateKey): (SecKey?, SecKey?)
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
                kSecAttrIsPermanent: true, kSecAttrAccessControl: try control(.applicationPassword),
                kSecUseAuthenticationContext: context,
            ]
            #expect(
                SecKeyGeneratePair(parameters as CFDictionary, &publicKey, &privateKey)
                    == errSecSuccess)
            #expect(sign(try #require(privateKey)) == nil)
            for wrong in [
                [kSecUseAuthenticationContext: "none" as Any],
                [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip],
                [kSecUseAuthenticationContext: context, "u_CredRef" as CFString: Data()],
            ] {
                let all = parameters.merging(wrong) { $1 }
                #expect(
                    code { SecKeyCreateRandomKey(all as CFDictionary, $0) } == Int(errSecParam))
            }
        }
    }

    @Test func aKeyIsMadeUnderAPasswordThatIsTyped() throws {
        let user = TestUser(answers: [.types("pw")])
        try with(user) {
            let context = LAContext()
            let key = try generate(
                .applicationPassword,
                [kSecUseAuthenticationContext: context, kSecUseOperationPrompt: "to make a key"])
            #expect(user.prompts[0].isNew)
            #expect(user.prompts[0].description.contains("to make a key"))
            #expect(sign(try #require(key)) == nil)
            #expect(user.askedCount == 1)
            context.interactionNotAllowed = true
            #expect(sign(try #require(key)) == nil)
        }
    }

    @Test func addedKeysCarryTheContextToo() throws {
        let user = TestUser(isThere: false)
        try with(user) {
            let context = LAContext()
            context.setCredential(Data("pw".utf8), type: .applicationPassword)
            let item: [CFString: Any] = [
                kSecValueRef: SampleIdentity.ellipticCurve.key, kSecReturnRef: true,
                kSecAttrAccessControl: try control([.applicationPassword, .privateKeyUsage]),
                kSecUseAuthenticationContext: context,
            ]
            var result: CFTypeRef?
            #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
            #expect(sign(try #require(result as? SecKey)) == nil)
        }
    }

    @Test func importedIdentitiesTakeAccessControlAndContext() throws {
        let user = TestUser(isThere: false)
        let file = try SampleIdentity.ellipticCurve.pkcs12("secret")
        try with(user) {
            let context = LAContext()
            context.setCredential(Data("pw".utf8), type: .applicationPassword)
            let options: [CFString: Any] = [
                kSecImportExportPassphrase: "secret",
                kSecAttrAccessControl: try control([.applicationPassword, .privateKeyUsage]),
            ]
            var items: CFArray?
            #expect(
                SecPKCS12Import(file as CFData, options as CFDictionary, &items)
                    == errSecInteractionNotAllowed)
            let all = options.merging([kSecUseAuthenticationContext: context]) { $1 }
            #expect(SecPKCS12Import(file as CFData, all as CFDictionary, &items) == errSecSuccess)
            let first = try #require((items as? [NSDictionary])?.first)
            let identity = try #require(first["identity"] as? SecIdentity)
            var key: SecKey?
            SecIdentityCopyPrivateKey(identity, &key)
            #expect(sign(try #require(key)) == nil)
            // The certificate is free, the key is not.
            #expect(try find([:], kSecClassCertificate) is SecCertificate)
            #expect(sign(try findKey()) == Int(errSecInteractionNotAllowed))
        }
    }
}
