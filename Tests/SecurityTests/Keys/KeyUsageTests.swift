// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Security
import SwiftKeychain
import Testing

/// What the attributes of a key forbid, it does not do.
@Suite struct KeyUsageTests {
    private static func pair(
        _ type: CFString, _ bits: Int, _ more: [CFString: Any] = [:]
    ) -> (key: SecKey, other: SecKey) {
        let own: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits]
        var (other, key): (SecKey?, SecKey?)
        SecKeyGeneratePair(own.merging(more) { $1 } as CFDictionary, &other, &key)
        return (key!, other!)
    }

    private let data = Data("message".utf8) as CFData
    private let signing = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
    private let sealing = SecKeyAlgorithm.eciesEncryptionStandardX963SHA256AESGCM
    private let forbidden = Int(errSecKeyUsageIncorrect)

    /// Does every operation with a pair, and lists those that were forbidden.
    private func refusals(_ pair: (key: SecKey, other: SecKey)) throws -> [String: Int] {
        let whole = Self.pair(kSecAttrKeyTypeEC, 256)
        var codes: [String: Int] = [:]
        codes["sign"] = code { SecKeyCreateSignature(pair.key, signing, data, $0) }
        let signature =
            SecKeyCreateSignature(pair.key, signing, data, nil)
            ?? SecKeyCreateSignature(whole.key, signing, data, nil)!
        codes["verify"] = code {
            SecKeyVerifySignature(pair.other, signing, data, signature, $0) ? true : nil
        }
        codes["encrypt"] = code { SecKeyCreateEncryptedData(pair.other, sealing, data, $0) }
        let ciphertext =
            SecKeyCreateEncryptedData(pair.other, sealing, data, nil)
            ?? SecKeyCreateEncryptedData(whole.other, sealing, data, nil)!
        codes["decrypt"] = code { SecKeyCreateDecryptedData(pair.key, sealing, ciphertext, $0) }
        codes["derive"] = code {
            SecKeyCopyKeyExchangeResult(
                pair.key, .ecdhKeyExchangeStandard, whole.other, [:] as CFDictionary, $0)
        }
        let supported = [
            "sign": SecKeyIsAlgorithmSupported(pair.key, .sign, signing),
            "verify": SecKeyIsAlgorithmSupported(pair.other, .verify, signing),
            "encrypt": SecKeyIsAlgorithmSupported(pair.other, .encrypt, sealing),
            "decrypt": SecKeyIsAlgorithmSupported(pair.key, .decrypt, sealing),
            "derive": SecKeyIsAlgorithmSupported(
                pair.key, .keyExchange, .ecdhKeyExchangeStandard),
        ]
        for (name, isSupported) in supported {
            #expect(isSupported == (codes[name] != forbidden), "\(name)")
        }
        return codes
    }

    @Test func nothingIsForbiddenUnasked() throws {
        #expect(try refusals(Self.pair(kSecAttrKeyTypeEC, 256)).isEmpty)
    }

    @Test func generatedKeysObeyTheirHalves() throws {
        let onlySigning = Self.pair(
            kSecAttrKeyTypeEC, 256,
            [
                kSecPrivateKeyAttrs: [kSecAttrCanDecrypt: false, kSecAttrCanDerive: 0],
                kSecPublicKeyAttrs: [kSecAttrCanEncrypt: false],
            ])
        #expect(
            try refusals(onlySigning) == [
                "encrypt": forbidden, "decrypt": forbidden, "derive": forbidden,
            ])
    }

    /// What stands at the top is said of both halves; a half may say otherwise.
    @Test func theTopCountsForBothHalves() throws {
        let pair = Self.pair(
            kSecAttrKeyTypeEC, 256,
            [
                kSecAttrCanSign: false, kSecAttrCanVerify: false, kSecAttrLabel: "both",
                kSecPublicKeyAttrs: [kSecAttrCanVerify: true, kSecAttrLabel: "public"],
            ])
        let codes = try refusals(pair)
        #expect(codes["sign"] == forbidden && codes["encrypt"] == nil && codes["derive"] == nil)
        #expect(codes["verify"] == Int(errSecVerifyFailed))
        let labels = [pair.key, pair.other].map { key in
            (SecKeyCopyAttributes(key) as? [String: Any])?[kSecAttrLabel as String] as? String
        }
        #expect(labels == ["both", "public"])
    }

    /// A true flag does not make a half do what it cannot do.
    @Test func allowingIsNotEnough() {
        let (key, other) = Self.pair(
            kSecAttrKeyTypeEC, 256, [kSecAttrCanSign: true, kSecAttrCanVerify: true])
        #expect(code { SecKeyCreateSignature(other, signing, data, $0) } == -50)
        #expect(!SecKeyIsAlgorithmSupported(other, .sign, signing))
        #expect(!SecKeyIsAlgorithmSupported(key, .verify, signing))
    }

    @Test func keysOfDataObeyTheirAttributes() throws {
        let (key, _) = Self.pair(kSecAttrKeyTypeEC, 256)
        let bytes = try #require(SecKeyCopyExternalRepresentation(key, nil))
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrCanSign: false,
        ]
        let silent = try #require(SecKeyCreateWithData(bytes, attributes as CFDictionary, nil))
        #expect(code { SecKeyCreateSignature(silent, signing, data, $0) } == forbidden)
        #expect(silent == key)
        // Its attributes make the same key again.
        let again = try #require(
            SecKeyCreateWithData(bytes, SecKeyCopyAttributes(silent)!, nil))
        #expect(code { SecKeyCreateSignature(again, signing, data, $0) } == forbidden)
        let wrong = attributes.merging([kSecAttrCanSign: "never"]) { $1 } as CFDictionary
        #expect(code { SecKeyCreateWithData(bytes, wrong, $0) } == -50)
    }

    @Test(arguments: [
        [kSecAttrIsExtractable as String: false], [kSecAttrIsSensitive as String: true],
    ])
    func whatMayNotLeaveStays(more: [String: Bool]) throws {
        let (key, other) = Self.pair(
            kSecAttrKeyTypeEC, 256,
            .init(uniqueKeysWithValues: more.map { ($0 as CFString, $1) }))
        #expect(
            code { SecKeyCopyExternalRepresentation(key, $0) } == Int(errSecKeyIsSensitive))
        let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
        #expect(attributes[kSecValueData as String] == nil)
        // The public key is not secret.
        #expect(code { SecKeyCopyExternalRepresentation(other, $0) } == nil)
        #expect(SecKeyCopyPublicKey(key) == other)
        #expect(SecKeyCreateSignature(key, signing, data, nil) != nil)
    }

    /// A key that was found before its item became stricter.
    @Test func anEarlierReferenceIsNotCopiedWithoutTheRestrictions() throws {
        try Keychain.$override.withValue(TestKeychain().keychain) {
            let permanent: [CFString: Any] = [kSecAttrIsPermanent: true]
            let aes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 256,
            ]
            let symmetric = SecKeyGenerateSymmetric(
                aes.merging(permanent) { $1 } as CFDictionary, nil)
            let pair = Self.pair(kSecAttrKeyTypeEC, 256, [kSecPrivateKeyAttrs: permanent])
            for key in [pair.key, try #require(symmetric)] {
                let query: [CFString: Any] = [kSecValueRef: key]
                #expect(
                    SecItemUpdate(
                        query as CFDictionary,
                        [kSecAttrIsExtractable: false] as CFDictionary) == errSecSuccess)
                let copy = query.merging([kSecAttrApplicationTag: "copy"]) { $1 }
                #expect(SecItemAdd(copy as CFDictionary, nil) == errSecParam)
                let restricted = copy.merging([kSecAttrIsExtractable: false]) { $1 }
                #expect(SecItemAdd(restricted as CFDictionary, nil) == errSecSuccess)
            }
        }
    }
}
