// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import Security
import KeychainTestSupport
import Testing

/// Keys in a keychain: private bytes are fetched for each use, and all that may stand before an
/// item acts then.
@Suite struct StoredKeyTests {
    private let test = TestKeychain()
    private let data = Data("message".utf8) as CFData
    private let signing = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256

    private func generate(
        _ type: CFString = kSecAttrKeyTypeEC, _ bits: Int = 256, _ more: [CFString: Any] = [:]
    ) throws -> (key: SecKey, other: SecKey) {
        let own: [CFString: Any] = [
            kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits, kSecAttrIsPermanent: true,
        ]
        var (other, key): (SecKey?, SecKey?)
        let status = SecKeyGeneratePair(own.merging(more) { $1 } as CFDictionary, &other, &key)
        #expect(status == errSecSuccess)
        return (try #require(key), try #require(other))
    }

    private func delete(_ key: SecKey) throws {
        var conditions = Query.Conditions()
        conditions.references = [try #require(key.stored).item.reference]
        try test.keychain.delete(Query(.key, conditions))
    }

    /// Runs `body` with the keychain as the default one of the process.
    private func here(_ keychain: Keychain? = nil, _ body: () throws -> Void) rethrows {
        try Keychain.$override.withValue(keychain ?? test.keychain, operation: body)
    }

    @Test func everyOperationFetchesTheKey() throws {
        try here {
            let (curve, curveOther) = try generate()
            let signature = try #require(SecKeyCreateSignature(curve, signing, data, nil))
            #expect(SecKeyVerifySignature(curveOther, signing, data, signature, nil))
            let sealing = SecKeyAlgorithm.eciesEncryptionStandardX963SHA256AESGCM
            let sealed = try #require(SecKeyCreateEncryptedData(curveOther, sealing, data, nil))
            #expect(SecKeyCreateDecryptedData(curve, sealing, sealed, nil) == data)
            let none = [:] as CFDictionary
            let exchange = {
                SecKeyCopyKeyExchangeResult(
                    curve, .ecdhKeyExchangeStandard, curveOther, none, $0)
            }
            #expect(exchange(nil)?.length == 32)
            let bytes = try #require(SecKeyCopyExternalRepresentation(curve, nil))
            #expect(bytes.length == 97)

            let (rsa, rsaOther) = try generate(kSecAttrKeyTypeRSA, 2048)
            let wrapping = SecKeyAlgorithm.rsaEncryptionOAEPSHA256
            let wrapped = try #require(SecKeyCreateEncryptedData(rsaOther, wrapping, data, nil))
            #expect(SecKeyCreateDecryptedData(rsa, wrapping, wrapped, nil) == data)
            let padded = SecKeyAlgorithm.rsaSignatureMessagePSSSHA256
            let other = try #require(SecKeyCreateSignature(rsa, padded, data, nil))
            #expect(SecKeyVerifySignature(rsaOther, padded, data, other, nil))

            try delete(curve)
            try delete(rsa)
            let absent = Int(errSecItemNotFound)
            #expect(code { SecKeyCreateSignature(curve, signing, data, $0) } == absent)
            #expect(code { SecKeyCreateSignature(rsa, padded, data, $0) } == absent)
            #expect(code { SecKeyCreateDecryptedData(rsa, wrapping, wrapped, $0) } == absent)
            #expect(code { SecKeyCreateDecryptedData(curve, sealing, sealed, $0) } == absent)
            #expect(code { SecKeyCopyExternalRepresentation(curve, $0) } == absent)
            #expect(code(exchange) == absent)
        }
    }

    /// What may be known of a key is known without its item.
    @Test func nothingElseFetchesTheKey() throws {
        try here {
            let (key, other) = try generate(kSecAttrKeyTypeEC, 384, [kSecAttrLabel: "mine"])
            try delete(key)
            try delete(other)
            #expect(SecKeyGetBlockSize(key) == 48)
            #expect(SecKeyIsAlgorithmSupported(key, .sign, signing))
            #expect(!SecKeyIsAlgorithmSupported(key, .verify, signing))
            let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
            #expect(attributes[kSecAttrLabel as String] as? String == "mine")
            #expect(attributes[kSecAttrKeyType as String] as? String == "73")
            #expect(attributes[kSecAttrKeyClass as String] as? String == "1")
            #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == 384)
            #expect(attributes[kSecAttrCanSign as String] as? Bool == true)
            #expect(attributes[kSecAttrAccessGroup as String] as? String == "unsigned")
            #expect(attributes[kSecAttrCreationDate as String] is Date)
            #expect(attributes[kSecValueData as String] == nil && attributes["pubk"] == nil)
            let memory = try #require(SecKeyCopyPublicKey(key))
            #expect(memory == other && CFHash(memory) == CFHash(other) && memory != key)
            // A public key needs nothing but itself.
            #expect(SecKeyCopyExternalRepresentation(other, nil)?.length == 97)
            #expect(
                SecKeyCreateEncryptedData(
                    other, .eciesEncryptionStandardX963SHA384AESGCM, data, nil) != nil)
            #expect("\(key)" == "<SecKey: private elliptic curve key, 384 bits, stored>")
        }
    }

    @Test func aStoredKeyEqualsTheSameInMemory() throws {
        try here {
            let (key, _) = try generate()
            let bytes = try #require(SecKeyCopyExternalRepresentation(key, nil))
            let memory = try #require(
                SecKeyCreateWithData(bytes, SecKeyCopyAttributes(key)!, nil))
            #expect(memory == key && key == memory && CFHash(memory) == CFHash(key))
            #expect(memory.stored == nil)
            let (another, _) = try generate()
            #expect(another != key)
        }
    }

    /// A program that may not open an item can't use a key that refers to it.
    @Test func itIsUsedAsTheProgramMay() throws {
        let mine = test.asProgram(groups: ["mine", "shared"])
        try here(mine) {
            let (key, _) = try generate(
                kSecAttrKeyTypeEC, 256, [kSecAttrAccessGroup: "shared"])
            #expect(code { SecKeyCreateSignature(key, signing, data, $0) } == nil)
            let item = try #require(key.stored).item
            try here(test.asProgram(groups: ["shared"])) {
                let key = try SecKey(stored: item, in: .login)
                #expect(code { SecKeyCreateSignature(key, signing, data, $0) } == nil)
            }
            try here(test.asProgram(groups: ["other"])) {
                let key = try SecKey(stored: item, in: .login)
                #expect(
                    code { SecKeyCreateSignature(key, signing, data, $0) }
                        == Int(errSecItemNotFound))
            }
        }
    }

    @Test func itemsThatDemandTheUserAreRefused() throws {
        try here {
            let control = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleAfterFirstUnlock, [.userPresence, .privateKeyUsage],
                    nil))
            let (key, other) = try generate(
                kSecAttrKeyTypeEC, 256, [kSecPrivateKeyAttrs: [kSecAttrAccessControl: control]])
            let closed = Int(errSecAuthFailed)
            #expect(code { SecKeyCreateSignature(key, signing, data, $0) } == closed)
            #expect(code { SecKeyCopyExternalRepresentation(key, $0) } == closed)
            #expect(SecKeyCopyPublicKey(key) == other)
            let attributes = try #require(SecKeyCopyAttributes(key) as? [CFString: Any])
            #expect((attributes[kSecAttrAccessControl] as? SecAccessControl) == control)
        }
    }

    /// Its attributes are free; each use asks, and so does what takes the bytes.
    @Test func thePasscodeLetsAKeySignOnce() throws {
        let user = TestUser(
            passcode: "1234",
            answers: [.types("1"), .types("1234"), .cancels, .types("1234"), .waits])
        try here(user.keychain(home: test.home.path)) {
            let control = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleAfterFirstUnlock, [.userPresence, .privateKeyUsage],
                    nil))
            let (key, other) = try generate(
                kSecAttrKeyTypeEC, 256, [kSecPrivateKeyAttrs: [kSecAttrAccessControl: control]])
            let query: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                kSecReturnRef: true,
            ]
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let found = try #require(result as? SecKey)
            #expect(found == key && user.askedCount == 0)

            let signature = try #require(SecKeyCreateSignature(found, signing, data, nil))
            #expect(SecKeyVerifySignature(other, signing, data, signature, nil))
            #expect(user.askedCount == 2)
            let canceled = Int(errSecUserCanceled)
            #expect(code { SecKeyCreateSignature(found, signing, data, $0) } == canceled)
            #expect(user.askedCount == 3)
            #expect(code { SecKeyCopyExternalRepresentation(key, $0) } == nil)
            #expect(code { SecKeyCreateSignature(key, signing, data, $0) } == canceled)
            #expect(user.askedCount == 5)
        }
        here(TestUser(passcode: "1234", isThere: false).keychain(home: test.home.path)) {
            var result: CFTypeRef?
            let query: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                kSecReturnRef: true,
            ]
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let key = result as! SecKey
            #expect(
                code { SecKeyCreateSignature(key, signing, data, $0) }
                    == Int(errSecInteractionNotAllowed))
        }
    }

    @Test func flagsAndExtractabilityAreStored() throws {
        try here {
            let (key, other) = try generate(
                kSecAttrKeyTypeEC, 256,
                [
                    kSecPrivateKeyAttrs: [kSecAttrCanSign: false, kSecAttrIsExtractable: false],
                    kSecPublicKeyAttrs: [kSecAttrCanVerify: 0],
                ])
            // The item on its own says the same.
            var found: [SecKey] = []
            for half in [key, other] {
                var conditions = Query.Conditions()
                conditions.references = [try #require(half.stored).item.reference]
                let item = try test.keychain.find(Query(.key, conditions), returning: .attributes)
                found.append(try SecKey(stored: item[0], in: .login))
            }
            for (key, other) in [(key, other), (found[0], found[1])] {
                let forbidden = Int(errSecKeyUsageIncorrect)
                #expect(code { SecKeyCreateSignature(key, signing, data, $0) } == forbidden)
                #expect(
                    code { SecKeyVerifySignature(other, signing, data, data, $0) ? true : nil }
                        == forbidden)
                #expect(!SecKeyIsAlgorithmSupported(key, .sign, signing))
                #expect(
                    code { SecKeyCopyExternalRepresentation(key, $0) }
                        == Int(errSecKeyIsSensitive))
                #expect(code { SecKeyCopyExternalRepresentation(other, $0) } == nil)
            }
            #expect(found[0] == key && found[1] == other)
        }
    }

    @Test func symmetricKeysAreFetchedToo() throws {
        try here {
            let item = try test.keychain.add(
                .symmetricKey(
                    SecretBytes(copying: 0..<32),
                    [.type: .number(2_147_483_649), .applicationTag: .string("aes")]))
            let key = try SecKey(stored: item, in: .login)
            #expect(
                SecKeyCopyExternalRepresentation(key, nil) == Data(0..<32) as CFData)
            #expect(SecKeyGetBlockSize(key) == 16 && SecKeyCopyPublicKey(key) == nil)
            let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
            #expect(attributes[kSecAttrKeyClass as String] as? String == "2")
            #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == 256)
            #expect(attributes[kSecValueData as String] == nil)
            #expect(try SecKey(stored: item, in: .login) == key)
            #expect(code { SecKeyCreateSignature(key, signing, data, $0) } == -50)
            try delete(key)
            #expect(
                code { SecKeyCopyExternalRepresentation(key, $0) } == Int(errSecItemNotFound))
        }
    }

    /// The calls of a program that makes a key once and finds it by its tag from then on.
    @Test func keysAreFoundUsedChangedAndDeletedByDictionary() throws {
        try here {
            let (key, other) = try generate(
                kSecAttrKeyTypeEC, 256,
                [kSecPrivateKeyAttrs: [kSecAttrApplicationTag: "com.example.key"]])
            let query: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrApplicationTag: "com.example.key",
            ]
            func find() -> SecKey? {
                let returning = query.merging([kSecReturnRef: true]) { $1 }
                var result: CFTypeRef?
                guard SecItemCopyMatching(returning as CFDictionary, &result) == errSecSuccess
                else { return nil }
                return result as? SecKey
            }
            let found = try #require(find())
            #expect(found == key && found.stored != nil && SecKeyCopyPublicKey(found) == other)
            let signature = try #require(SecKeyCreateSignature(found, signing, data, nil))
            #expect(SecKeyVerifySignature(other, signing, data, signature, nil))

            let change = [kSecAttrCanSign: false] as CFDictionary
            #expect(SecItemUpdate(query as CFDictionary, change) == errSecSuccess)
            let silent = try #require(find())
            #expect(
                code { SecKeyCreateSignature(silent, signing, data, $0) }
                    == Int(errSecKeyUsageIncorrect))

            #expect(SecItemDelete([kSecValueRef: found] as CFDictionary) == errSecSuccess)
            #expect(find() == nil)
            #expect(
                code { SecKeyCreateSignature(found, signing, data, $0) }
                    == Int(errSecItemNotFound))
        }
    }
}
