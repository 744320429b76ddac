// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import Security
import KeychainTestSupport
import Testing

/// Keys that are not extractable, or sensitive: no call hands out their bytes, each use works.
@Suite struct ClosedKeyTests {
    private let test = TestKeychain()
    private let closed = KeychainError.Code.keyIsSensitive

    private func query() throws -> Query {
        var conditions = Query.Conditions()
        conditions.limit = .all
        return try Query(.key, conditions)
    }

    @Test(arguments: [Attribute.isExtractable, .isSensitive])
    func typedCallsGiveNoBytes(_ attribute: Attribute) throws {
        let value = AttributeValue.boolean(attribute == .isSensitive)
        let made = try CryptoKey.generate(.ellipticCurve, bits: 256)
        let key = try test.keychain.add(made, [attribute: value])
        #expect { try test.keychain.find(query(), returning: .secret) } throws: { closed ~= $0 }
        #expect { try test.keychain.find(query()) } throws: { closed ~= $0 }
        #expect { try key.secret() } throws: { closed ~= $0 }
        #expect(try test.keychain.find(query(), returning: .attributes).count == 1)
        let algorithm = try #require(KeyAlgorithm.named("algid:sign:ECDSA:digest-X962"))
        let signature = try key.sign([1], algorithm)
        #expect(!signature.isEmpty)

        let symmetric = try test.keychain.add(
            symmetricKey: SecretBytes(copying: [1]), [attribute: value])
        #expect { try symmetric.secret() } throws: { closed ~= $0 }
    }

    /// An object found before the key was closed gives its bytes no longer.
    @Test func theStoredAttributesCount() throws {
        try test.here {
            let made = try test.keychain.add(try CryptoKey.generate(.ellipticCurve, bits: 256))
            let key = try SecKey(stored: made.item, in: .login)
            #expect(SecKeyCopyExternalRepresentation(key, nil) != nil)
            try test.keychain.update(query(), Change([.isSensitive: .boolean(true)]))
            #expect(
                code { SecKeyCopyExternalRepresentation(key, $0) } == Int(errSecKeyIsSensitive))
            var file: CFData?
            #expect(
                SecItemExport(key, .formatOpenSSL, [], nil, &file) == errSecKeyIsSensitive)
            var parameters = SecItemImportExportKeyParameters()
            let passphrase = NSString(string: "p")
            defer { withExtendedLifetime(passphrase) {} }
            parameters.passphrase = Unmanaged.passUnretained(passphrase)
            #expect(
                SecItemExport(key, .formatWrappedPKCS8, [], &parameters, &file) == errSecSuccess)
            try test.keychain.update(query(), Change([.isExtractable: .boolean(false)]))
            #expect(
                SecItemExport(key, .formatWrappedPKCS8, [], &parameters, &file)
                    == errSecKeyIsSensitive)
        }
    }

    @Test func anObjectInMemoryKeepsItsBytes() throws {
        try test.here {
            let bytes = try CryptoKey.generate(.ellipticCurve, bits: 256).privateBytes!
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                kSecAttrIsExtractable: false,
            ]
            let key = try #require(
                SecKeyCreateWithData(
                    bytes.withBytes { NSData(bytes: $0.baseAddress, length: $0.count) },
                    attributes as CFDictionary, nil))
            func find(_ more: [CFString: Any]) -> OSStatus {
                let own: [CFString: Any] = [kSecUseItemList: [key], kSecClass: kSecClassKey]
                var result: CFTypeRef?
                return SecItemCopyMatching(own.merging(more) { $1 } as CFDictionary, &result)
            }
            #expect(find([kSecReturnData: true]) == errSecKeyIsSensitive)
            #expect(find([kSecReturnAttributes: true]) == errSecSuccess)
            let copied = try #require(SecKeyCopyAttributes(key) as? [String: Any])
            #expect(copied["next"] as? Bool == true)
            let looser = [kSecValueRef: key, kSecAttrIsExtractable: true] as [CFString: Any]
            #expect(SecItemAdd(looser as CFDictionary, nil) == errSecParam)
            #expect(SecItemAdd([kSecValueRef: key] as CFDictionary, nil) == errSecSuccess)
            #expect { try test.keychain.find(query(), returning: .secret) } throws: { closed ~= $0 }
        }
    }

    @Test func generatedKeysRememberThatTheyNeverLeft() throws {
        try test.here {
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
                kSecPrivateKeyAttrs: [
                    kSecAttrIsPermanent: true, kSecAttrIsExtractable: false,
                    kSecAttrIsSensitive: true,
                ],
            ]
            #expect(SecKeyCreateRandomKey(attributes as CFDictionary, nil) != nil)
            let item = try #require(
                try test.keychain.find(query(), returning: .attributes).first)
            #expect(item[.wasNeverExtractable]?.integer == 1)
            #expect(item[.wasAlwaysSensitive]?.integer == 1)
        }
    }

    /// An archive carries items as they are; what it restores is as closed as before.
    @Test func archivesCarryThem() throws {
        let home = TemporaryHome()
        let made = try CryptoKey.generate(.ellipticCurve, bits: 256)
        let key = try test.keychain.add(made, [.isExtractable: .boolean(false)])
        let passphrase = SecretBytes(copying: "p".utf8)
        _ = try test.keychain.backUp(to: home.path + "/a", passphrase: passphrase)
        let other = TestKeychain()
        _ = try other.keychain.restore(from: home.path + "/a", passphrase: passphrase)
        let restored = try #require(try other.keychain.keys().first)
        #expect(restored.item[.isExtractable]?.integer == 0)
        #expect { try restored.secret() } throws: { closed ~= $0 }
        let algorithm = try #require(KeyAlgorithm.named("algid:sign:ECDSA:digest-X962"))
        #expect(try !restored.sign([1], algorithm).isEmpty)
        #expect(key.publicKey == restored.publicKey)
    }
}
