// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// The older calls of keys: a padding, pointers and lengths.
@Suite struct KeyPaddingTests {
    private let message = Data("message".utf8)
    private static let rsa = SampleIdentity.rsa.key
    private static let rsaPublic = SecKeyCopyPublicKey(rsa)!
    private static let curve = SampleIdentity.ellipticCurve.key
    private static let curvePublic = SecKeyCopyPublicKey(curve)!

    private typealias Call = (
        SecKey, SecPadding, UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>,
        UnsafeMutablePointer<Int>
    ) -> OSStatus

    /// Calls with so much room; the bytes are nil when the call failed, and left all as it was.
    private func run(
        _ call: Call, _ key: SecKey, _ padding: SecPadding, _ input: Data, room: Int = 256
    ) -> (status: OSStatus, bytes: Data?) {
        var output = [UInt8](repeating: 0xEE, count: room + 1)
        var length = room
        let status = call(key, padding, [UInt8](input) + [0], input.count, &output, &length)
        #expect(output.last == 0xEE)
        guard status == errSecSuccess else {
            #expect(length == room && output.allSatisfy { $0 == 0xEE })
            return (status, nil)
        }
        return (status, Data(output[..<length]))
    }

    private func verify(
        _ key: SecKey, _ padding: SecPadding, _ data: Data, _ signature: Data
    ) -> OSStatus {
        SecKeyRawVerify(
            key, padding, [UInt8](data) + [0], data.count, [UInt8](signature) + [0],
            signature.count)
    }

    @Test(arguments: [
        (SecPadding.PKCS1, 7, SecKeyAlgorithm.rsaSignatureDigestPKCS1v15Raw),
        (.PKCS1, 245, .rsaSignatureDigestPKCS1v15Raw),
        (.PKCS1SHA1, 20, .rsaSignatureDigestPKCS1v15SHA1),
        (.PKCS1SHA224, 28, .rsaSignatureDigestPKCS1v15SHA224),
        (.PKCS1SHA256, 32, .rsaSignatureDigestPKCS1v15SHA256),
        (.PKCS1SHA384, 48, .rsaSignatureDigestPKCS1v15SHA384),
        (.PKCS1SHA512, 64, .rsaSignatureDigestPKCS1v15SHA512),
    ])
    func signaturesOfRSA(_ padding: SecPadding, _ count: Int, _ same: SecKeyAlgorithm) throws {
        let data = Data(repeating: 5, count: count)
        let signature = try #require(run(SecKeyRawSign, Self.rsa, padding, data).bytes)
        let newer = SecKeyCreateSignature(Self.rsa, same, data as CFData, nil)
        #expect(signature == newer as Data?)
        #expect(verify(Self.rsaPublic, padding, data, signature) == errSecSuccess)
        #expect(
            verify(Self.rsaPublic, padding, Data(repeating: 6, count: count), signature)
                == errSecVerifyFailed)
        #expect(
            verify(Self.rsaPublic, padding, data, signature.dropLast()) == errSecVerifyFailed)
    }

    @Test func signaturesOfEllipticCurves() throws {
        let digest = Data(repeating: 5, count: 32)
        let forms: [(SecPadding, SecKeyAlgorithm)] = [
            (.sigRaw, .ecdsaSignatureDigestRFC4754), (.PKCS1, .ecdsaSignatureDigestX962),
            ([], .ecdsaSignatureDigestX962), (.PKCS1SHA256, .ecdsaSignatureDigestX962),
        ]
        for (padding, same) in forms {
            let signature = try #require(run(SecKeyRawSign, Self.curve, padding, digest).bytes)
            #expect(padding == .sigRaw ? signature.count == 64 : signature.first == 0x30)
            #expect(
                SecKeyVerifySignature(
                    Self.curvePublic, same, digest as CFData, signature as CFData, nil))
            #expect(verify(Self.curvePublic, padding, digest, signature) == errSecSuccess)
            #expect(
                verify(Self.curvePublic, padding, digest.dropLast(), signature)
                    == errSecVerifyFailed)
        }
        #expect(run(SecKeyEncrypt, Self.curvePublic, .PKCS1, digest).status == errSecParam)
        #expect(run(SecKeyDecrypt, Self.curve, .PKCS1, digest).status == errSecParam)
    }

    @Test(arguments: [
        (SecPadding.PKCS1, 245, SecKeyAlgorithm.rsaEncryptionPKCS1),
        (.OAEP, 214, .rsaEncryptionOAEPSHA1),
    ])
    func whatIsEncryptedComesBack(
        _ padding: SecPadding, _ most: Int, _ same: SecKeyAlgorithm
    ) throws {
        for count in [0, 1, most] {
            let data = Data(repeating: 0, count: count)
            let sealed = try #require(run(SecKeyEncrypt, Self.rsaPublic, padding, data).bytes)
            #expect(sealed.count == 256)
            #expect(run(SecKeyDecrypt, Self.rsa, padding, sealed) == (errSecSuccess, data))
            let newer = SecKeyCreateDecryptedData(Self.rsa, same, sealed as CFData, nil)
            #expect(newer as Data? == data)
            var damaged = sealed
            damaged.removeLast()
            #expect(run(SecKeyDecrypt, Self.rsa, padding, damaged).status == errSecParam)
        }
        let more = Data(repeating: 0, count: most + 1)
        #expect(run(SecKeyEncrypt, Self.rsaPublic, padding, more).status == errSecParam)
    }

    /// Without a padding a block is a number: as long as the modulus going in, as short as it is
    /// coming out.
    @Test func numbers() throws {
        let sealed = try #require(run(SecKeyEncrypt, Self.rsaPublic, [], message).bytes)
        #expect(sealed.count == 256)
        #expect(run(SecKeyDecrypt, Self.rsa, [], sealed) == (errSecSuccess, message))
        let zeros = Data(count: 249)
        #expect(run(SecKeyEncrypt, Self.rsaPublic, [], zeros + message).bytes == sealed)
        #expect(
            run(SecKeyEncrypt, Self.rsaPublic, [], Data(repeating: 0xFF, count: 256)).status
                == errSecParam)
        #expect(run(SecKeyEncrypt, Self.rsaPublic, [], Data(count: 257)).status == errSecParam)

        let signature = try #require(run(SecKeyRawSign, Self.rsa, [], message).bytes)
        #expect(verify(Self.rsaPublic, [], message, signature) == errSecSuccess)
        #expect(verify(Self.rsaPublic, [], message + [0], signature) == errSecVerifyFailed)
    }

    /// What was signed is read with the public key, as 01 FF … FF 00 and what was signed.
    @Test func aPublicKeyReadsASignedBlock() throws {
        let signature = try #require(run(SecKeyRawSign, Self.rsa, .PKCS1, message).bytes)
        let block = try #require(run(SecKeyDecrypt, Self.rsaPublic, [], signature).bytes)
        let start = Data([1] + [UInt8](repeating: 0xFF, count: 246) + [0])
        #expect(block == start + message)
        #expect(run(SecKeyDecrypt, Self.rsaPublic, .PKCS1, signature).status == errSecParam)
    }

    @Test func whatIsRefusedWritesNothing() {
        let digest = Data(repeating: 5, count: 32)
        for padding in [SecPadding.OAEP, .sigRaw, .PKCS1MD2, .PKCS1MD5, .PKCS1SHA1] {
            #expect(run(SecKeyRawSign, Self.rsa, padding, digest).status == errSecParam)
            #expect(
                verify(Self.rsaPublic, padding, digest, Data(count: 256)) == errSecParam)
        }
        for padding in [SecPadding.sigRaw, .PKCS1SHA1, .PKCS1SHA256] {
            #expect(run(SecKeyEncrypt, Self.rsaPublic, padding, digest).status == errSecParam)
            #expect(
                run(SecKeyDecrypt, Self.rsa, padding, Data(count: 256)).status == errSecParam)
        }
        #expect(run(SecKeyRawSign, Self.rsaPublic, .PKCS1, digest).status == errSecParam)
        #expect(run(SecKeyEncrypt, Self.rsa, .PKCS1, digest).status == errSecParam)
        #expect(run(SecKeyRawSign, Self.rsa, .PKCS1, digest, room: 255).status == errSecParam)
        #expect(run(SecKeyEncrypt, Self.rsaPublic, .OAEP, digest, room: 0).status == errSecParam)
        var (byte, length) = (UInt8(0), -1)
        #expect(SecKeyRawSign(Self.rsa, .PKCS1, [1], 1, &byte, &length) == errSecParam)
        length = 1
        #expect(SecKeyRawSign(Self.rsa, .PKCS1, [1], -1, &byte, &length) == errSecParam)
        #expect(byte == 0 && length == 1)
    }

    /// The result may lie where the data lay, and as much room is enough as it takes.
    @Test func oneBufferForBoth() {
        var buffer = [UInt8](message) + [UInt8](repeating: 0, count: 256 - message.count)
        var length = 256
        buffer.withUnsafeMutableBufferPointer { buffer in
            let start = buffer.baseAddress!
            #expect(
                SecKeyEncrypt(Self.rsaPublic, .OAEP, start, message.count, start, &length)
                    == errSecSuccess)
            #expect(length == 256)
            length = message.count
            #expect(
                SecKeyDecrypt(Self.rsa, .OAEP, start, 256, start, &length) == errSecSuccess)
        }
        #expect(Data(buffer[..<length]) == message)
    }

    @Test func keysInAKeychain() throws {
        let test = TestKeychain()
        try Keychain.$override.withValue(test.keychain) {
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048,
                kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrCanSign: false],
            ]
            let key = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
            let other = try #require(SecKeyCopyPublicKey(key))
            let sealed = try #require(run(SecKeyEncrypt, other, .PKCS1, message).bytes)
            #expect(run(SecKeyDecrypt, key, .PKCS1, sealed) == (errSecSuccess, message))
            #expect(
                run(SecKeyRawSign, key, .PKCS1, message).status == errSecKeyUsageIncorrect)
            let all = [kSecClass: kSecClassKey] as CFDictionary
            #expect(SecItemDelete(all) == errSecSuccess)
            #expect(run(SecKeyDecrypt, key, .PKCS1, sealed).status == errSecItemNotFound)
        }
    }
}
