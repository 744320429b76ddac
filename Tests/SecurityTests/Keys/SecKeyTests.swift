// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import KeychainTestSupport
import Security
import SwiftKeychain
import Testing

import SwiftKeychainPKI

/// The functions of keys, as callers call them.
@Suite struct SecKeyTests {
    private static func parameters(
        _ type: CFString, _ bits: Int, _ more: [CFString: Any] = [:]
    ) -> CFDictionary {
        let own: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits]
        return own.merging(more) { $1 } as CFDictionary
    }

    private static let rsa = SecKeyCreateRandomKey(parameters(kSecAttrKeyTypeRSA, 2048), nil)!
    private static let curve = SecKeyCreateRandomKey(
        parameters(kSecAttrKeyTypeECSECPrimeRandom, 256), nil)!

    private func failure<Result>(
        _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>?) -> Result?
    ) -> Int? {
        var error: Unmanaged<CFError>?
        let result = call(&error)
        guard let object = error?.takeRetainedValue() else { return nil }
        #expect(result == nil)
        #expect(CFErrorGetDomain(object) as String == NSOSStatusErrorDomain)
        return CFErrorGetCode(object)
    }

    @Test func theTableHoldsEveryConstant() throws {
        let rows = try DataTable("constants.tsv").rows.filter { row in
            row.values.contains("key algorithm")
        }
        let values = rows.flatMap { $0.values.filter { $0.hasPrefix("algid:") } }
        #expect(rows.count > 80 && values.count == rows.count)
        #expect(Set(values) == Set(KeyAlgorithm.table.keys))
    }

    @Test func aKeyGoesOutAndComesBack() throws {
        for key in [Self.rsa, Self.curve] {
            let type = key === Self.rsa ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeEC
            let other = try #require(SecKeyCopyPublicKey(key))
            for (half, part) in [(key, kSecAttrKeyClassPrivate), (other, kSecAttrKeyClassPublic)] {
                let data = try #require(SecKeyCopyExternalRepresentation(half, nil))
                let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: part] as CFDictionary
                let again = try #require(SecKeyCreateWithData(data, attributes, nil))
                #expect(CFEqual(again, half) && CFHash(again) == CFHash(half))
                #expect(again == half && CFGetTypeID(again) == SecKeyGetTypeID())
                #expect(
                    SecKeyCreateWithData(data, SecKeyCopyAttributes(half)!, nil) == half)
            }
            #expect(!CFEqual(key, other))
            #expect(SecKeyCopyPublicKey(other) == other)
        }
        #expect(SecKeyGetBlockSize(Self.rsa) == 256 && SecKeyGetBlockSize(Self.curve) == 32)
    }

    /// Programs overwrite secrets that they were given. The key must not change with them.
    @Test func whatAKeyGaveMayBeOverwritten() throws {
        /// Returns the bytes as they were.
        func overwritten(_ data: NSData) -> Data {
            let bytes = Data(bytes: data.bytes, count: data.length)
            memset(UnsafeMutableRawPointer(mutating: data.bytes), 0, data.length)
            return bytes
        }
        func external(_ key: SecKey) throws -> NSData {
            try #require(SecKeyCopyExternalRepresentation(key, nil))
        }
        let attributes = [
            kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeyClass: kSecAttrKeyClassSymmetric,
        ]
        let symmetric = try #require(
            SecKeyCreateWithData(Data(1...16) as NSData, attributes as CFDictionary, nil))
        for key in [Self.curve, Self.rsa, symmetric] {
            let bytes = overwritten(try external(key))
            #expect(try external(key) as Data == bytes)
        }
        var file: CFData?
        #expect(SecItemExport(symmetric, .formatRawKey, [], nil, &file) == errSecSuccess)
        _ = overwritten(try #require(file))
        #expect(try external(symmetric) as Data == Data(1...16))
        try Keychain.$override.withValue(TestKeychain().keychain) {
            for key in [Self.curve, symmetric] {
                var added: CFTypeRef?
                let item: [CFString: Any] = [kSecValueRef: key, kSecReturnData: true]
                #expect(SecItemAdd(item as CFDictionary, &added) == errSecSuccess)
                let bytes = overwritten(try #require(added as? NSData))
                #expect(try external(key) as Data == bytes)
            }
        }
    }

    /// Programs take public keys out of certificates and PEM files as SubjectPublicKeyInfo.
    @Test func aPublicRSAKeyComesAsSubjectPublicKeyInfo() throws {
        let other = try #require(SecKeyCopyPublicKey(Self.rsa))
        var info: CFData?
        #expect(SecItemExport(other, .formatOpenSSL, [], nil, &info) == errSecSuccess)
        let bytes = try #require(info)
        let external = try #require(SecKeyCopyExternalRepresentation(other, nil))
        #expect(bytes != external)
        func make(_ data: CFData, _ type: CFString, _ part: CFString) -> SecKey? {
            let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: part] as CFDictionary
            return SecKeyCreateWithData(data, attributes, nil)
        }
        let read = try #require(make(bytes, kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic))
        #expect(read == other && SecKeyCopyExternalRepresentation(read, nil) == external)
        #expect(make(bytes, kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate) == nil)
        #expect(make(bytes, kSecAttrKeyTypeEC, kSecAttrKeyClassPublic) == nil)
        let longer = ((bytes as Data) + [0]) as CFData
        #expect(make(longer, kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic) == nil)
        let point = try #require(SecKeyCopyPublicKey(Self.curve))
        #expect(SecItemExport(point, .formatOpenSSL, [], nil, &info) == errSecSuccess)
        #expect(make(try #require(info), kSecAttrKeyTypeEC, kSecAttrKeyClassPublic) == nil)
    }

    /// Too weak for anything new, but there are programs that still have them.
    @Test(arguments: [512, 192]) func smallKeysWork(bits: Int) throws {
        let type = bits == 512 ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeEC
        let attributes = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits] as CFDictionary
        let key = try #require(SecKeyCreateRandomKey(attributes, nil))
        let other = try #require(SecKeyCopyPublicKey(key))
        let data = Data("message".utf8) as CFData
        let algorithm: SecKeyAlgorithm =
            bits == 512
            ? .rsaSignatureMessagePKCS1v15SHA256 : .ecdsaSignatureMessageX962SHA256
        let signature = try #require(SecKeyCreateSignature(key, algorithm, data, nil))
        #expect(SecKeyVerifySignature(other, algorithm, data, signature, nil))
        for half in [key, other] {
            let bytes = try #require(SecKeyCopyExternalRepresentation(half, nil))
            #expect(SecKeyCreateWithData(bytes, SecKeyCopyAttributes(half)!, nil) == half)
        }
    }

    @Test func attributes() throws {
        let key = try #require(SecKeyCopyAttributes(Self.curve) as? [String: Any])
        let other = try #require(
            SecKeyCopyAttributes(SecKeyCopyPublicKey(Self.curve)!) as? [String: Any])
        for (attributes, part) in [(key, kSecAttrKeyClassPrivate), (other, kSecAttrKeyClassPublic)]
        {
            #expect(attributes[kSecClass as String] as? String == kSecClassKey as String)
            #expect(attributes[kSecAttrKeyClass as String] as? String == part as String)
            #expect(attributes[kSecAttrKeyType as String] as? String == "73")
            #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == 256)
            #expect(attributes[kSecAttrEffectiveKeySize as String] as? Int == 256)
            #expect(attributes[kSecAttrIsExtractable as String] as? Bool == true)
            #expect(attributes[kSecAttrIsSensitive as String] as? Bool == false)
            #expect(attributes[kSecAttrIsPermanent as String] as? Bool == true)
        }
        let (label, label2) = (key["klbl"] as? Data, other["klbl"] as? Data)
        #expect(label?.count == 20 && label == label2)
        #expect((key["v_Data"] as? Data)?.count == 97)
        #expect((other["v_Data"] as? Data)?.count == 65)
        #expect(
            (key["v_Data"] as? Data)?.prefix(65) == (other["v_Data"] as? Data))
        for (name, isPrivate) in [
            ("decr", true), ("sign", true), ("unwp", true), ("encr", false), ("vrfy", false),
            ("wrap", false),
        ] {
            #expect(key[name] as? Bool == isPrivate && other[name] as? Bool == !isPrivate)
        }
        for name in ["drve", "priv", "modi"] {
            #expect(key[name] as? Bool == true && other[name] as? Bool == true)
        }
        for name in ["snrc", "vyrc", "asen", "next"] {
            #expect(key[name] as? Bool == false && other[name] as? Bool == false)
        }
    }

    @Test func signatures() throws {
        let (key, other) = (Self.curve, try #require(SecKeyCopyPublicKey(Self.curve)))
        let data = Data("message".utf8) as CFData
        let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
        let signature = try #require(SecKeyCreateSignature(key, algorithm, data, nil))
        #expect(SecKeyVerifySignature(other, algorithm, data, signature, nil))
        var error: Unmanaged<CFError>?
        let wrong = Data("messagf".utf8) as CFData
        #expect(!SecKeyVerifySignature(other, algorithm, wrong, signature, &error))
        #expect(error?.takeRetainedValue().code == Int(errSecVerifyFailed))
        #expect(!SecKeyVerifySignature(other, algorithm, wrong, signature, nil))
        #expect(failure { SecKeyCreateSignature(other, algorithm, data, $0) } == -50)
        #expect(
            failure { SecKeyCreateSignature(key, .rsaSignatureRaw, data, $0) } == -50)
        let unknown = SecKeyAlgorithm(rawValue: "algid:sign:none" as CFString)
        #expect(failure { SecKeyCreateSignature(key, unknown, data, $0) } == -50)
        #expect(
            failure {
                SecKeyVerifySignature(key, algorithm, data, signature, $0) ? true : nil
            } == -50)
    }

    @Test func encryption() throws {
        let data = Data("message".utf8) as CFData
        for (key, algorithm) in [
            (Self.rsa, SecKeyAlgorithm.rsaEncryptionOAEPSHA256),
            (Self.rsa, .rsaEncryptionOAEPSHA512AESGCM),
            (Self.curve, .eciesEncryptionStandardVariableIVX963SHA256AESGCM),
        ] {
            let other = try #require(SecKeyCopyPublicKey(key))
            let ciphertext = try #require(SecKeyCreateEncryptedData(other, algorithm, data, nil))
            #expect(SecKeyCreateDecryptedData(key, algorithm, ciphertext, nil) == data)
            #expect(failure { SecKeyCreateDecryptedData(key, algorithm, data, $0) } == -50)
            #expect(failure { SecKeyCreateDecryptedData(other, algorithm, ciphertext, $0) } == -50)
            #expect(failure { SecKeyCreateEncryptedData(key, algorithm, data, $0) } == -50)
        }
    }

    @Test func keyExchange() throws {
        let (one, two) = (
            Self.curve, SecKeyCreateRandomKey(Self.parameters(kSecAttrKeyTypeEC, 256), nil)!
        )
        let algorithm = SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA256
        let parameters =
            [
                SecKeyKeyExchangeParameter.requestedSize.rawValue: 24,
                SecKeyKeyExchangeParameter.sharedInfo.rawValue: Data([1, 2]),
            ] as [CFString: Any] as CFDictionary
        let shared = try #require(
            SecKeyCopyKeyExchangeResult(
                one, algorithm, SecKeyCopyPublicKey(two)!, parameters, nil))
        #expect(shared.length == 24)
        #expect(
            SecKeyCopyKeyExchangeResult(
                two, algorithm, SecKeyCopyPublicKey(one)!, parameters, nil) == shared)
        let none = [:] as CFDictionary
        #expect(
            SecKeyCopyKeyExchangeResult(
                one, .ecdhKeyExchangeStandard, SecKeyCopyPublicKey(two)!, none, nil)?.length == 32)
        for wrong in [
            none, ["requestedSize": "24"] as CFDictionary,
            ["requestedSize": 24, "sharedInfo": "text"] as CFDictionary,
        ] {
            #expect(
                failure {
                    SecKeyCopyKeyExchangeResult(
                        one, algorithm, SecKeyCopyPublicKey(two)!, wrong, $0)
                } == -50)
        }
    }

    @Test func support() throws {
        let other = try #require(SecKeyCopyPublicKey(Self.rsa))
        #expect(SecKeyIsAlgorithmSupported(Self.rsa, .sign, .rsaSignatureMessagePSSSHA512))
        #expect(!SecKeyIsAlgorithmSupported(other, .sign, .rsaSignatureMessagePSSSHA512))
        #expect(SecKeyIsAlgorithmSupported(other, .verify, .rsaSignatureMessagePSSSHA512))
        #expect(SecKeyIsAlgorithmSupported(other, .encrypt, .rsaEncryptionPKCS1))
        #expect(SecKeyIsAlgorithmSupported(Self.rsa, .decrypt, .rsaEncryptionPKCS1))
        #expect(!SecKeyIsAlgorithmSupported(Self.rsa, .keyExchange, .ecdhKeyExchangeStandard))
        #expect(SecKeyIsAlgorithmSupported(Self.curve, .keyExchange, .ecdhKeyExchangeStandard))
    }

    @Test func pairs() {
        var (other, key): (SecKey?, SecKey?)
        let halves: [CFString: Any] = [
            kSecPrivateKeyAttrs: [kSecAttrIsPermanent: false, kSecAttrApplicationTag: "a"],
            kSecPublicKeyAttrs: [kSecAttrIsPermanent: false],
        ]
        let parameters = Self.parameters(kSecAttrKeyTypeEC, 384, halves)
        #expect(SecKeyGeneratePair(parameters, &other, &key) == errSecSuccess)
        #expect(SecKeyCopyPublicKey(key!) == other)
        #expect(SecKeyGeneratePair(parameters, nil, nil) == errSecSuccess)
        #expect(SecKeyGeneratePair([:] as CFDictionary, &other, &key) == errSecParam)
        #expect(key != nil)
    }

    @Test func parametersThatMeanNothing() {
        let wrong: [[CFString: Any]] = [
            [:], [kSecAttrKeyType: kSecAttrKeyTypeRSA], [kSecAttrKeySizeInBits: 2048],
            [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 256],
            [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 504],
            [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: "many"],
            [kSecAttrKeyType: Data(), kSecAttrKeySizeInBits: 256],
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 255],
            [kSecAttrKeyType: "73", kSecAttrKeySizeInBits: 256, kSecPrivateKeyAttrs: 1],
            [kSecAttrKeyType: "73", kSecAttrKeySizeInBits: 256, kSecAttrIsPermanent: "yes"],
        ]
        for parameters in wrong {
            #expect(failure { SecKeyCreateRandomKey(parameters as CFDictionary, $0) } == -50)
        }
        #expect(SecKeyCreateRandomKey(["type": 73, "bsiz": "256"] as CFDictionary, nil) != nil)
    }

    @Test func tokensDoNotExistYet() {
        for more: [CFString: Any] in [
            [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave],
            [kSecPrivateKeyAttrs: [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]],
        ] {
            let parameters = Self.parameters(kSecAttrKeyTypeEC, 256, more)
            #expect(
                failure { SecKeyCreateRandomKey(parameters, $0) } == Int(errSecUnimplemented))
        }
    }

    @Test func dataThatIsNoKey() throws {
        let data = try #require(SecKeyCopyExternalRepresentation(Self.curve, nil))
        let wrong: [[CFString: Any]] = [
            [:], [kSecAttrKeyType: kSecAttrKeyTypeEC], [kSecAttrKeyClass: kSecAttrKeyClassPrivate],
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassSymmetric],
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPublic],
            [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate],
            [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            ],
        ]
        for attributes in wrong {
            #expect(failure { SecKeyCreateWithData(data, attributes as CFDictionary, $0) } == -50)
        }
    }

    @Test func severalThreadsUseOneKey() throws {
        let data = Data("message".utf8) as CFData
        nonisolated(unsafe) let message = data
        for (key, algorithm) in [
            (Self.rsa, SecKeyAlgorithm.rsaSignatureMessagePSSSHA256),
            (Self.curve, .ecdsaSignatureMessageX962SHA256),
        ] {
            let other = try #require(SecKeyCopyPublicKey(key))
            DispatchQueue.concurrentPerform(iterations: 64) { _ in
                let signature = SecKeyCreateSignature(key, algorithm, message, nil)
                #expect(
                    signature.map { SecKeyVerifySignature(other, algorithm, message, $0, nil) }
                        == true)
            }
        }
    }

    @Test func aPairMadeInTheBackground() async throws {
        let queue = DispatchQueue(label: "delivery")
        func generate(bits: Int) async -> (made: Bool, code: Int?) {
            await withCheckedContinuation { continuation in
                let parameters: [CFString: Any] = [
                    kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: bits,
                ]
                SecKeyGeneratePairAsync(parameters as CFDictionary, queue) { one, other, error in
                    dispatchPrecondition(condition: .onQueue(queue))
                    let isPair = other.flatMap(SecKeyCopyPublicKey) == one && one != nil
                    continuation.resume(returning: (isPair, error.map(CFErrorGetCode)))
                }
            }
        }
        #expect(await generate(bits: 256) == (true, nil))
        #expect(await generate(bits: 255) == (false, Int(errSecParam)))
    }

    /// The parameters are read before the call returns.
    @Test func parametersThatChangeAfterTheCall() async throws {
        let nothing = NSDictionary(), half = NSMutableDictionary()
        let made: SecKey? = await withCheckedContinuation { continuation in
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048,
                kSecPrivateKeyAttrs: half,
            ]
            half[kSecAttrLabel] = "before"
            SecKeyGeneratePairAsync(parameters as CFDictionary, .global()) { _, key, _ in
                continuation.resume(returning: key)
            }
            half[kSecAttrLabel] = "after"
        }
        let attributes = try #require(made.flatMap(SecKeyCopyAttributes)) as? [CFString: Any]
        #expect(attributes?[kSecAttrLabel] as? String == "before")
        let code: Int? = await withCheckedContinuation { continuation in
            SecKeyGeneratePairAsync(nothing, .global()) { _, _, error in
                continuation.resume(returning: error.map(CFErrorGetCode))
            }
        }
        #expect(code == Int(errSecParam))
    }
}
