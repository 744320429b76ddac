// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Security
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import Testing
import TokenTestSupport

@testable import SwiftKeychainTPM
@testable import SwiftKeychainTokens

/// RSA keys in a TPM: the paddings, which are computed here, compared with libcrypto.
@Suite struct TPMRSAKeyTests {
    private let tpm: SoftwareTPM
    private let key: CryptoKey

    init() throws {
        tpm = try SoftwareTPM()
        key = CryptoKey.inToken(
            try TPMKey.create(.rsa, bits: 2048, in: .tpm, at: tpm.address))
    }

    private func isSigned(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws -> Bool {
        let signature = try bytes.withUnsafeBytes { try key.sign($0, algorithm) }
        try signature.withUnsafeBytes { signature in
            try bytes.withUnsafeBytes { try key.publicKey().verify(signature, of: $0, algorithm) }
        }
        return signature.count == 256
    }

    @Test func signaturesVerify() throws {
        #expect(key.bits == 2048)
        let message = Array("message".utf8)
        for hash in HashFunction.allCases {
            for padding in [RSASignaturePadding.pkcs1, .pss] {
                #expect(try isSigned(message, .rsaSignature(padding, .message(hash))))
                #expect(
                    try isSigned(hash.digest(message), .rsaSignature(padding, .digest(hash))))
            }
        }
        #expect(try isSigned(message, .rsaSignature(.pkcs1, .bytes)))
        #expect(
            try isSigned([UInt8](repeating: 0, count: 255) + [2], .rsaSignature(.none, .bytes)))
        #expect {
            _ = try isSigned([UInt8](repeating: 255, count: 256), .rsaSignature(.none, .bytes))
        } throws: {
            PKIError.Code.invalidArgument ~= $0
        }
    }

    private func opened(_ text: [UInt8], _ algorithm: KeyAlgorithm) throws -> [UInt8] {
        let sealed = try text.withUnsafeBytes { try key.publicKey().encrypt($0, algorithm) }
        return try sealed.withUnsafeBytes { try key.decrypt($0, algorithm) }
            .withBytes { [UInt8]($0) }
    }

    @Test func ciphertextsOpen() throws {
        for count in [0, 1, 100, 126] {
            let text = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            #expect(try opened(text, .rsaEncryption(.pkcs1)) == text)
            for hash in HashFunction.allCases {
                #expect(try opened(text, .rsaHybrid(hash)) == text)
                let fitting = Array(text.prefix(254 - 2 * hash.byteCount))
                #expect(try opened(fitting, .rsaEncryption(.oaep(hash))) == fitting)
            }
        }
        let block = [0] + [UInt8](repeating: 7, count: 255)
        #expect(try opened(block, .rsaEncryption(.none)) == block)
    }

    @Test func otherCiphertextsAreRefused() throws {
        let paddings: [RSAEncryptionPadding] = [.pkcs1, .oaep(.sha1), .oaep(.sha256)]
        for padding in paddings {
            for block in [
                [UInt8](repeating: 0, count: 256), [UInt8](repeating: 255, count: 256),
                [0, 2] + [UInt8](repeating: 1, count: 254),
                [0, 2, 1, 1, 1, 1, 1, 1, 1, 0] + [UInt8](repeating: 1, count: 246), [1, 2, 3],
            ] {
                let sealed =
                    block.count == 256 && block[0] == 0
                    ? try block.withUnsafeBytes {
                        try key.publicKey().encrypt($0, .rsaEncryption(.none))
                    } : block
                #expect {
                    _ = try sealed.withUnsafeBytes { try key.decrypt($0, .rsaEncryption(padding)) }
                } throws: {
                    PKIError.Code.invalidArgument ~= $0
                }
            }
        }
    }

    @Test func wrongPaddingsAreFound() throws {
        let text: [UInt8] = [1, 2, 3]
        let software = try CryptoKey.generate(.rsa, bits: 2048)
        for padding in [RSAEncryptionPadding.pkcs1, .oaep(.sha256)] {
            let sealed = try text.withUnsafeBytes {
                try software.publicKey().encrypt($0, .rsaEncryption(padding))
            }
            let block = try sealed.withUnsafeBytes {
                try software.decrypt($0, .rsaEncryption(.none))
            }.withBytes { [UInt8]($0) }
            #expect(try plaintext(of: block, padding) == text)
            // With PKCS#1: the head, the eight bytes that aren't 0, and the 0 in front of the text.
            for index in padding == .pkcs1 ? Array(0..<10) + [252] : Array(0..<256) {
                var changed = block
                changed[index] = padding == .pkcs1 && (2..<10) ~= index ? 0 : block[index] ^ 4
                #expect(throws: PKIError.self) { _ = try plaintext(of: changed, padding) }
            }
        }
    }

    private func plaintext(of block: [UInt8], _ padding: RSAEncryptionPadding) throws -> [UInt8] {
        try RSABlock.plaintext(of: SecretBytes(copying: block), padding).withBytes { [UInt8]($0) }
    }

    @Test func storedKeyIsFoundUsedAndDeleted() throws {
        let test = TestKeychain()
        try Keychain.$override.withValue(test.keychain) {
            try TPMAddress.$override.withValue(tpm.address) {
                let parameters: [NSString: Any] = [
                    kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048,
                    kSecAttrTokenID: "com.apple.setoken:tpm2",
                    kSecPrivateKeyAttrs: [kSecAttrLabel: "rsa"] as NSDictionary,
                ]
                let made = try #require(SecKeyCreateRandomKey(parameters as NSDictionary, nil))
                let query: NSMutableDictionary = [
                    kSecClass: kSecClassKey, kSecAttrTokenID: "com.apple.setoken:tpm2",
                    kSecReturnRef: true,
                ]
                var found: CFTypeRef?
                #expect(SecItemCopyMatching(query, &found) == errSecSuccess)
                let stored = try #require(found as? SecKey)
                #expect(stored == made)
                #expect(SecKeyGetBlockSize(stored) == 256)
                let attributes = try #require(SecKeyCopyAttributes(stored))
                #expect(attributes[kSecAttrKeyType] as? String == kSecAttrKeyTypeRSA as String)
                #expect((attributes["toid" as NSString] as? Data)?.count == 34)
                #expect(SecKeyCreateWithData(NSData(), attributes, nil) == stored)
                let half = try #require(SecKeyCopyPublicKey(stored))
                let text = Data("text".utf8) as NSData
                let algorithm = SecKeyAlgorithm.rsaEncryptionOAEPSHA256
                let sealed = try #require(SecKeyCreateEncryptedData(half, algorithm, text, nil))
                #expect(SecKeyCreateDecryptedData(stored, algorithm, sealed, nil) == text)
                let signing = SecKeyAlgorithm.rsaSignatureMessagePSSSHA256
                let signature = try #require(SecKeyCreateSignature(stored, signing, text, nil))
                #expect(SecKeyVerifySignature(half, signing, text, signature, nil))
                query[kSecReturnRef] = nil
                #expect(SecItemDelete(query) == errSecSuccess)
                #expect(SecItemCopyMatching(query, &found) == errSecItemNotFound)
            }
        }
    }
}
