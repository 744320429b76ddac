// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import Foundation
import SwiftKeychain
import Security

/// The time to sign with keys in memory and in the keychain, and with libcrypto alone.
struct KeySuite {
    let home: String

    /// A kind of key and the algorithm to sign with.
    private struct Case {
        let name: String
        let type: CFString
        let bits: Int
        let algorithm: SecKeyAlgorithm
        let runs: Int
    }

    private let cases = [
        Case(
            name: "sign, P-256", type: kSecAttrKeyTypeEC, bits: 256,
            algorithm: .ecdsaSignatureMessageX962SHA256, runs: 4_000),
        Case(
            name: "sign, RSA-2048", type: kSecAttrKeyTypeRSA, bits: 2048,
            algorithm: .rsaSignatureMessagePKCS1v15SHA256, runs: 600),
    ]

    func run(into report: inout Report) throws {
        let message = NSData(data: Data(repeating: 7, count: 64))
        try Keychain.$override.withValue(Keychain(home: home, groups: nil)) {
            for test in cases {
                let floor = SigningFloor(bits: test.bits)
                let memory = key(test, isPermanent: false)
                let stored = key(test, isPermanent: true)
                func sign(_ key: SecKey) {
                    let signature = SecKeyCreateSignature(key, test.algorithm, message, nil)
                    precondition(signature != nil)
                }
                try report.add(
                    1, test.name, runs: test.runs,
                    [
                        ("floor", { _ in floor.sign(message) }), ("SecKey", { _ in sign(memory) }),
                        ("stored", { _ in sign(stored) }),
                    ])
            }
        }
    }

    private func key(_ test: Case, isPermanent: Bool) -> SecKey {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: test.type, kSecAttrKeySizeInBits: test.bits,
            kSecAttrIsPermanent: isPermanent,
        ]
        return SecKeyCreateRandomKey(parameters as CFDictionary, nil)!
    }
}

/// The lower bound for signing: the same functions of libcrypto, fetched once, without error checks.
private final class SigningFloor {
    private let context = OSSL_LIB_CTX_new()
    private let hash: OpaquePointer
    private let key: OpaquePointer
    private let isRSA: Bool

    init(bits: Int) {
        isRSA = bits > 1000
        hash = EVP_MD_fetch(context, "SHA256", nil)!
        let maker = EVP_PKEY_CTX_new_from_name(context, isRSA ? "RSA" : "EC", nil)
        defer { EVP_PKEY_CTX_free(maker) }
        precondition(EVP_PKEY_keygen_init(maker) == 1)
        let isSet =
            isRSA
            ? EVP_PKEY_CTX_set_rsa_keygen_bits(maker, Int32(bits))
            : EVP_PKEY_CTX_set_group_name(maker, "P-256")
        var made: OpaquePointer?
        precondition(isSet == 1 && EVP_PKEY_generate(maker, &made) == 1)
        key = made!
    }

    deinit {
        EVP_PKEY_free(key)
        EVP_MD_free(hash)
        OSSL_LIB_CTX_free(context)
    }

    func sign(_ message: NSData) {
        var digest = [UInt8](repeating: 0, count: 32)
        precondition(EVP_Digest(message.bytes, message.length, &digest, nil, hash, nil) == 1)
        let signing = EVP_PKEY_CTX_new_from_pkey(context, key, nil)
        defer { EVP_PKEY_CTX_free(signing) }
        precondition(EVP_PKEY_sign_init(signing) == 1)
        if isRSA {
            precondition(
                EVP_PKEY_CTX_set_rsa_padding(signing, RSA_PKCS1_PADDING) == 1
                    && EVP_PKEY_CTX_set_signature_md(signing, hash) == 1)
        }
        var signature = [UInt8](repeating: 0, count: 256)
        var count = signature.count
        precondition(EVP_PKEY_sign(signing, &signature, &count, digest, digest.count) == 1)
        _ = NSData(bytes: signature, length: count)
    }
}
