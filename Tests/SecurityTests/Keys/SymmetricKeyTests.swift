// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Security
import SwiftKeychain
import Testing

/// Symmetric keys are generated, kept, wrapped and handed out.
@Suite struct SymmetricKeyTests {
    private func make(
        _ bytes: Data, _ type: CFString = kSecAttrKeyTypeAES, _ more: [CFString: Any] = [:]
    ) -> (key: SecKey?, code: Int?) {
        let own: [CFString: Any] = [
            kSecAttrKeyType: type, kSecAttrKeyClass: kSecAttrKeyClassSymmetric,
        ]
        var error: Unmanaged<CFError>?
        let key = SecKeyCreateWithData(
            bytes as CFData, own.merging(more) { $1 } as CFDictionary, &error)
        return (key, error.map { CFErrorGetCode($0.takeRetainedValue()) })
    }

    @Test func bytesGoInAndComeOut() throws {
        for (type, count, block) in [
            (kSecAttrKeyTypeAES, 16, 16), (kSecAttrKeyTypeAES, 24, 16),
            (kSecAttrKeyTypeAES, 32, 16), (kSecAttrKeyTypeDES, 8, 8), (kSecAttrKeyType3DES, 24, 8),
            (kSecAttrKeyTypeRC4, 5, 1), (kSecAttrKeyTypeRC2, 16, 8), (kSecAttrKeyTypeCAST, 16, 8),
        ] {
            let bytes = Data((0..<count).map { UInt8($0) })
            let key = try #require(make(bytes, type).key)
            #expect(SecKeyCopyExternalRepresentation(key, nil) == bytes as CFData)
            #expect(SecKeyGetBlockSize(key) == block)
            let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
            #expect(attributes[kSecAttrKeyType as String] as? String == type as String)
            #expect(
                attributes[kSecAttrKeyClass as String] as? String
                    == kSecAttrKeyClassSymmetric as String)
            #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == 8 * count)
            // One bit in eight of a DES key is parity.
            #expect(
                attributes[kSecAttrEffectiveKeySize as String] as? Int
                    == (type == kSecAttrKeyTypeDES ? 56 : 8 * count))
            #expect(attributes[kSecValueData as String] as? Data == bytes)
            #expect(SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil) == key)
        }
    }

    @Test func equalityIsThatOfTheBytes() throws {
        let one = try #require(make(Data(count: 16)).key)
        let two = try #require(make(Data(count: 16)).key)
        let other = try #require(make(Data(repeating: 1, count: 16)).key)
        #expect(one == two && CFHash(one) == CFHash(two) && one != other)
        #expect(!"\(one)".contains("0, 0"))
    }

    @Test func otherSizesAndTypesAreRefused() {
        #expect(make(Data(count: 15)).code == -50)
        #expect(make(Data()).code == -50)
        #expect(make(Data(count: 7), kSecAttrKeyTypeDES).code == -50)
        #expect(make(Data(count: 16), kSecAttrKeyTypeEC).code == -50)
        #expect(make(Data(count: 16), kSecAttrKeyTypeRSA).code == -50)
        #expect(make(Data(count: 16), "12345" as CFString).code == -50)
    }

    @Test func theyHaveNoOperations() throws {
        let key = try #require(make(Data(count: 32)).key)
        let data = Data("message".utf8) as CFData
        func code<Result>(
            _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Result?
        ) -> Int? {
            var error: Unmanaged<CFError>?
            _ = call(&error)
            return error.map { CFErrorGetCode($0.takeRetainedValue()) }
        }
        let signing = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
        let sealing = SecKeyAlgorithm.rsaEncryptionOAEPSHA256AESGCM
        #expect(SecKeyCopyPublicKey(key) == nil)
        #expect(code { SecKeyCreateSignature(key, signing, data, $0) } == -50)
        #expect(
            code { SecKeyVerifySignature(key, signing, data, data, $0) ? true : nil } == -50)
        #expect(code { SecKeyCreateEncryptedData(key, sealing, data, $0) } == -50)
        #expect(code { SecKeyCreateDecryptedData(key, sealing, data, $0) } == -50)
        #expect(
            code {
                SecKeyCopyKeyExchangeResult(
                    key, .ecdhKeyExchangeStandard, key, [:] as CFDictionary, $0)
            } == -50)
        for operation in [
            SecKeyOperationType.sign, .verify, .encrypt, .decrypt, .keyExchange,
        ] {
            #expect(!SecKeyIsAlgorithmSupported(key, operation, signing))
        }
    }

    @Test func whatMayNotLeaveStays() throws {
        let key = try #require(
            make(Data(count: 32), kSecAttrKeyTypeAES, [kSecAttrIsExtractable: false]).key)
        var error: Unmanaged<CFError>?
        #expect(SecKeyCopyExternalRepresentation(key, &error) == nil)
        #expect(error?.takeRetainedValue().code == Int(errSecKeyIsSensitive))
    }

    private func generated(_ parameters: [CFString: Any]) -> (key: SecKey?, code: Int?) {
        var error: Unmanaged<CFError>?
        let key = SecKeyGenerateSymmetric(parameters as CFDictionary, &error)
        return (key, error.map { CFErrorGetCode($0.takeRetainedValue()) })
    }

    @Test func generatedKeysDiffer() throws {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 256,
            kSecAttrLabel: "mine",
        ]
        let keys = try (0..<2).map { _ in try #require(generated(parameters).key) }
        #expect(keys[0] != keys[1])
        let bytes = SecKeyCopyExternalRepresentation(keys[0], nil) as? Data
        #expect(bytes?.count == 32 && bytes != Data(count: 32))
        let attributes = SecKeyCopyAttributes(keys[0]) as? [CFString: Any]
        #expect(attributes?[kSecAttrLabel] as? String == "mine")
        for wrong: [CFString: Any] in [
            [:], [kSecAttrKeyType: kSecAttrKeyTypeAES],
            [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048],
            [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 100],
            [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: -8],
            [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 1 << 40],
        ] {
            #expect(generated(wrong).code == Int(errSecParam), "\(wrong)")
        }
    }

    @Test func aGeneratedKeyIsStored() throws {
        let test = TestKeychain()
        try Keychain.$override.withValue(test.keychain) {
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 128,
                kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data("tag".utf8),
            ]
            let key = try #require(generated(parameters).key)
            let label = (SecKeyCopyAttributes(key) as? [CFString: Any])?[kSecAttrApplicationLabel]
            #expect((label as? Data)?.count == 20)
            let again = parameters.merging([kSecAttrApplicationLabel: label as Any]) { $1 }
            #expect(generated(again).code == Int(errSecDuplicateItem))
            let query: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassSymmetric,
                kSecAttrApplicationTag: Data("tag".utf8), kSecReturnRef: true,
            ]
            var found: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
            #expect(found as? SecKey == key)
            // Without a label, a second key isn't a duplicate of the first.
            let second = try #require(generated(parameters).key)
            #expect(second != key)
        }
    }

    private func wrapped(_ key: SecKey, _ other: SecKey) -> (data: CFData?, code: Int?) {
        var error: Unmanaged<CFError>?
        let data = SecKeyWrapSymmetric(key, other, NSDictionary(), &error)
        return (data, error.map { CFErrorGetCode($0.takeRetainedValue()) })
    }

    private func unwrapped(
        _ data: CFData?, _ key: SecKey, _ parameters: [CFString: Any]
    ) -> (key: SecKey?, code: Int?) {
        var error: Unmanaged<CFError>?
        var data = data
        let key = SecKeyUnwrapSymmetric(&data, key, parameters as CFDictionary, &error)
        return (key, error.map { CFErrorGetCode($0.takeRetainedValue()) })
    }

    /// The second example of RFC 5649, section 6: seven bytes.
    @Test func theExampleOfTheStandard() throws {
        let wrapping = try #require(
            make(Data(hex: "5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8")).key)
        let key = try #require(make(Data(hex: "466f7250617369"), kSecAttrKeyTypeRC4).key)
        let data = wrapped(key, wrapping).data
        #expect(data as Data? == Data(hex: "afbeb0f07dfbf5419200f2ccb50bb24f"))
        let back = unwrapped(data, wrapping, [kSecAttrKeyType: kSecAttrKeyTypeRC4]).key
        #expect(back == key)
    }

    @Test func keysAreWrapped() throws {
        let aes: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeAES]
        let key = try #require(make(Data(repeating: 7, count: 32)).key)
        for size in [16, 24, 32] {
            let wrapping = try #require(make(Data(repeating: 1, count: size)).key)
            let data = try #require(wrapped(key, wrapping).data)
            #expect(unwrapped(data, wrapping, aes).key == key)
            var changed = data as Data
            changed[changed.count - 1] ^= 1
            for wrong in [changed, Data(), Data((data as Data).dropLast(8)), Data(count: 24)] {
                #expect(unwrapped(wrong as CFData, wrapping, aes).code == Int(errSecParam))
            }
            #expect(unwrapped(nil, wrapping, aes).code == Int(errSecParam))
            #expect(unwrapped(data, wrapping, [:]).code == Int(errSecParam))
            let des: [CFString: Any] = [kSecAttrKeyType: kSecAttrKeyTypeDES]
            #expect(unwrapped(data, wrapping, des).code == Int(errSecParam))
        }
    }

    @Test func whatMayNotBeWrapped() throws {
        let key = try #require(make(Data(repeating: 7, count: 16)).key)
        let pair = SampleIdentity.ellipticCurve.key
        let des = try #require(make(Data(count: 8), kSecAttrKeyTypeDES).key)
        for (one, other) in [(pair, key), (key, pair), (key, des)] {
            #expect(wrapped(one, other).code == Int(errSecParam))
        }
        let closed = try #require(
            make(Data(count: 16), kSecAttrKeyTypeAES, [kSecAttrIsExtractable: false]).key)
        #expect(wrapped(closed, key).code == Int(errSecKeyIsSensitive))
        let reader = try #require(
            make(Data(count: 16), kSecAttrKeyTypeAES, [kSecAttrCanWrap: false]).key)
        #expect(wrapped(key, reader).code == -67731)
        #expect(wrapped(key, closed).data != nil)
    }
}

extension Data {
    fileprivate init(hex: String) {
        let digits = Array(hex)
        self.init(
            stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            })
    }
}
