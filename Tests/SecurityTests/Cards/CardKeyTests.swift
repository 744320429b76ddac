// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import LocalAuthentication
import Security
import SwiftKeychain
import Testing

/// Private keys on a card: what they compute, and how the PIN is obtained.
@Suite(.enabled(if: SoftCard.shared != nil, "SoftHSM is not installed"), .serialized)
struct CardKeyTests {
    private let home = TemporaryHome()
    private let card = SoftCard.shared!

    /// Finds a private key with a context that has the PIN, or for a user who types it.
    private func key(_ name: String, _ context: LAContext?) throws -> SecKey {
        var query: [CFString: Any] = [
            kSecClass: kSecClassIdentity, kSecAttrAccessGroup: kSecAttrAccessGroupToken,
            kSecAttrLabel: "\(name) certificate", kSecReturnRef: true,
        ]
        if let context { query[kSecUseAuthenticationContext] = context }
        var result: CFTypeRef?
        #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
        var key: SecKey?
        SecIdentityCopyPrivateKey(try #require(result as? SecIdentity), &key)
        return try #require(key)
    }

    private func context(_ pin: String = SoftCard.pin) -> LAContext {
        let context = LAContext()
        context.setCredential(Data(pin.utf8), type: .smartCardPIN)
        return context
    }

    private func with(_ user: TestUser, _ body: () throws -> Void) rethrows {
        try Keychain.$override.withValue(user.keychain(home: home.path), operation: body)
    }

    private let message = Data("message".utf8) as CFData

    private static let ecdsa = [
        SecKeyAlgorithm.ecdsaSignatureMessageX962SHA1, .ecdsaSignatureMessageX962SHA256,
        .ecdsaSignatureMessageX962SHA512, .ecdsaSignatureMessageRFC4754SHA256,
    ]
    private static let rsa = [
        SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA1, .rsaSignatureMessagePKCS1v15SHA256,
        .rsaSignatureMessagePKCS1v15SHA512, .rsaSignatureMessagePSSSHA256,
        .rsaSignatureMessagePSSSHA384,
    ]

    @Test func signaturesVerifyInLibcrypto() throws {
        for (name, algorithms) in [("ec", Self.ecdsa), ("rsa", Self.rsa)] {
            let key = try key(name, context())
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            for algorithm in algorithms {
                #expect(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
                let signature = try #require(SecKeyCreateSignature(key, algorithm, message, nil))
                #expect(SecKeyVerifySignature(publicKey, algorithm, message, signature, nil))
            }
        }
    }

    @Test func decryptsWhatLibcryptoEncrypted() throws {
        let cases: [(String, [SecKeyAlgorithm])] = [
            ("rsa", [.rsaEncryptionPKCS1, .rsaEncryptionOAEPSHA1, .rsaEncryptionOAEPSHA1AESGCM]),
            (
                "ec",
                [
                    .eciesEncryptionCofactorX963SHA256AESGCM,
                    .eciesEncryptionStandardX963SHA384AESGCM,
                ]
            ),
        ]
        for (name, algorithms) in cases {
            let key = try key(name, context())
            let publicKey = try #require(SecKeyCopyPublicKey(key))
            for algorithm in algorithms where SecKeyIsAlgorithmSupported(key, .decrypt, algorithm) {
                let sealed = try #require(
                    SecKeyCreateEncryptedData(publicKey, algorithm, message, nil))
                let opened = SecKeyCreateDecryptedData(key, algorithm, sealed, nil)
                #expect(opened as Data? == message as Data, "\(algorithm.rawValue)")
                // Newer libraries of SoftHSM answer damaged PKCS#1 with random bytes.
                if algorithm == .rsaEncryptionPKCS1 { continue }
                var damaged = sealed as Data
                damaged[damaged.count - 5] ^= 1
                #expect(
                    code { SecKeyCreateDecryptedData(key, algorithm, damaged as CFData, $0) }
                        == Int(errSecParam))
            }
        }
    }

    @Test func exchangesKeysAsTheOtherSideDoes() throws {
        let parameters =
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as CFDictionary
        let other = try #require(SecKeyCreateRandomKey(parameters, nil))
        let key = try key("ec", context())
        let algorithm = SecKeyAlgorithm.ecdhKeyExchangeStandard
        let empty = [:] as CFDictionary
        let here = SecKeyCopyKeyExchangeResult(
            key, algorithm, try #require(SecKeyCopyPublicKey(other)), empty, nil)
        let there = SecKeyCopyKeyExchangeResult(
            other, algorithm, try #require(SecKeyCopyPublicKey(key)), empty, nil)
        #expect(here != nil && here as Data? == there as Data?)
    }

    @Test func theKeyDoesNotLeaveTheCard() throws {
        let key = try key("ec", context())
        #expect(code { SecKeyCopyExternalRepresentation(key, $0) } == Int(errSecUnimplemented))
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        #expect(SecKeyCopyExternalRepresentation(publicKey, nil).map { ($0 as Data).count } == 65)
        let attributes = SecKeyCopyAttributes(key) as? [String: Any] ?? [:]
        #expect((attributes[kSecAttrTokenID as String] as? String)?.hasPrefix("pkcs11:") == true)
        #expect(attributes[kSecValueData as String] == nil)
        let login = TestKeychain().keychain
        Keychain.$override.withValue(login) {
            #expect(SecItemAdd([kSecValueRef: key] as CFDictionary, nil) == errSecUnimplemented)
        }
        var file: CFData?
        #expect(SecItemExport(key, .formatOpenSSL, [], nil, &file) == errSecKeyIsSensitive)
        #expect(!SecKeyIsAlgorithmSupported(key, .sign, .rsaSignatureMessagePSSSHA256))
    }

    private func sign(_ key: SecKey) -> Int? {
        code { SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, message, $0) }
    }

    @Test func theUserIsAskedOnceForAContext() throws {
        let user = TestUser(answers: [.types(SoftCard.pin)])
        try with(user) {
            let key = try key("ec", LAContext())
            #expect(sign(key) == nil)
            #expect(sign(key) == nil)
        }
        #expect(user.askedCount == 1)
        #expect(user.prompts.first?.description.contains(SoftCard.label) == true)
    }

    @Test func withoutAContextEachUseAsks() throws {
        let user = TestUser(answers: [.types(SoftCard.pin), .cancels])
        try with(user) {
            let key = try key("ec", nil)
            #expect(sign(key) == nil)
            #expect(sign(key) == Int(errSecUserCanceled))
        }
        #expect(user.askedCount == 2)
    }

    @Test func thePINIsNotAskedForWhereItCannotBe() throws {
        try with(TestUser(isThere: false)) {
            let found = try key("ec", nil)
            #expect(sign(found) == Int(errSecInteractionNotAllowed))
        }
        let user = TestUser(answers: [.types(SoftCard.pin)])
        try with(user) {
            let context = LAContext()
            context.interactionNotAllowed = true
            let found = try key("ec", context)
            #expect(sign(found) == Int(errSecInteractionNotAllowed))
        }
        #expect(user.askedCount == 0)
    }

    /// Checks the status of a signature, and how many PINs reached the card for it.
    private func expect(_ status: Int?, sending count: Int, by key: SecKey) throws {
        var found: Int?
        let sent = try LoginCounter.count { found = sign(key) }
        #expect(found == status && sent == count)
    }

    @Test func aWrongPINIsNeverSentTwice() throws {
        let user = TestUser(answers: [.types("000000"), .types("000000"), .types(SoftCard.pin)])
        try with(user) { try expect(nil, sending: 2, by: try key("ec", nil)) }
        #expect(user.askedCount == 3)
        #expect(user.prompts.last?.error?.hasPrefix("Wrong PIN.") == true)
        let program = context("111111")
        try with(TestUser(isThere: false)) {
            try expect(Int(errSecAuthFailed), sending: 1, by: try key("ec", program))
            // The context forgot it; another one with the same PIN is refused here.
            #expect(!program.isCredentialSet(.smartCardPIN))
            let again = try key("ec", context("111111"))
            try expect(Int(errSecAuthFailed), sending: 0, by: again)
            try expect(nil, sending: 1, by: try key("ec", context()))
        }
    }

    /// A user who presses Enter by mistake loses no try.
    @Test func anEmptyPINIsNotSent() throws {
        let user = TestUser(answers: [.types(""), .types(SoftCard.pin)])
        try with(user) { try expect(nil, sending: 1, by: try key("ec", nil)) }
        try with(TestUser(isThere: false)) {
            try expect(Int(errSecAuthFailed), sending: 0, by: try key("ec", context("")))
        }
    }

    @Test func aUserHasThreeTries() throws {
        let pins = ["000000", "000001", "000002", SoftCard.pin]
        let user = TestUser(answers: pins.map { .types($0) })
        try with(user) { try expect(Int(errSecAuthFailed), sending: 3, by: try key("ec", nil)) }
        #expect(user.askedCount == 3)
    }

    @Test func anInvalidatedContextHasNoPIN() throws {
        let context = context()
        try with(TestUser(isThere: false)) {
            let key = try key("ec", context)
            context.invalidate()
            #expect(!context.isCredentialSet(.smartCardPIN))
            #expect(sign(key) != nil)
        }
    }
}
