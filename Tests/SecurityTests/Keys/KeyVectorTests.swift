// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychainPKI
import Testing

/// What is right is accepted, and what is only nearly right is refused: paddings, encodings, numbers out of range, points
/// beside their curve, tags.
@Suite struct KeyVectorTests {
    /// Verifies the signature of the message and of its digest, and where the signature has no random part, signs.
    @Test(arguments: ["ecdsa", "rsa-signatures"]) func signatures(file: String) throws {
        for vector in try KeyVector.read(file) {
            let (message, signature) = (vector.fields[0], vector.fields[1])
            let name = vector.group.algorithm
            let key = try #require(vector.group.publicKey, "\(vector)")
            let digest = Data(try hash(name).digest([UInt8](message as Data))) as CFData
            let forDigest = name.replacingOccurrences(of: ":message-", with: ":digest-")
            for (name, input) in [(name, message), (forDigest, digest)] {
                let algorithm = SecKeyAlgorithm(rawValue: name as CFString)
                let failure = code {
                    SecKeyVerifySignature(key, algorithm, input, signature, $0) ? true : nil
                }
                let expected = vector.isValid ? nil : Int(errSecVerifyFailed)
                #expect(failure == expected, "\(vector)")
                if let pair = vector.group.privateKey {
                    let made = SecKeyCreateSignature(pair, algorithm, input, nil)
                    #expect(made == signature, "\(vector)")
                }
            }
        }
    }

    @Test(arguments: ["rsa-encryption", "hybrid"]) func ciphertexts(file: String) throws {
        for vector in try KeyVector.read(file) {
            let (ciphertext, plaintext) = (vector.fields[0], vector.fields[1])
            let algorithm = SecKeyAlgorithm(rawValue: vector.group.algorithm as CFString)
            let key = try #require(vector.group.privateKey, "\(vector)")
            var found: CFData?
            let failure = code {
                found = SecKeyCreateDecryptedData(key, algorithm, ciphertext, $0)
                return found
            }
            // The algorithms of SecKey have an empty label.
            let hasLabel = vector.fields.count > 2 && vector.fields[2].length > 0
            if vector.isValid, !hasLabel {
                #expect(failure == nil && found == plaintext, "\(vector)")
            } else if algorithm == .rsaEncryptionPKCS1, failure == nil {
                // From 3.2 on libcrypto answers a wrong padding with bytes of its own.
                #expect(found != plaintext, "\(vector)")
            } else {
                #expect(failure == Int(errSecParam), "\(vector)")
            }
        }
    }

    @Test func exchanges() throws {
        for vector in try KeyVector.read("ecdh") {
            let algorithm = SecKeyAlgorithm(rawValue: vector.group.algorithm as CFString)
            var (key, peer): (SecKey?, SecKey?)
            #expect(code { make(&key, vector.fields[0], kSecAttrKeyClassPrivate, $0) } == nil)
            let failure = code { make(&peer, vector.fields[1], kSecAttrKeyClassPublic, $0) }
            #expect(failure == (vector.isValid ? nil : Int(errSecParam)), "\(vector)")
            guard let key, let peer else { continue }
            let none = [:] as CFDictionary
            let shared = SecKeyCopyKeyExchangeResult(key, algorithm, peer, none, nil)
            #expect(shared == vector.fields[2], "\(vector)")
        }
    }

    @Test func privateKeys() throws {
        for vector in try KeyVector.read("scalars") {
            var key: SecKey?
            let failure = code { make(&key, vector.fields[0], kSecAttrKeyClassPrivate, $0) }
            #expect(failure == (vector.isValid ? nil : Int(errSecParam)), "\(vector)")
        }
    }

    private func make(
        _ key: inout SecKey?, _ data: CFData, _ half: CFString,
        _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
    ) -> SecKey? {
        let attributes = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: half]
        key = SecKeyCreateWithData(data, attributes as CFDictionary, error)
        return key
    }

    private func hash(_ algorithm: String) throws -> HashFunction {
        switch try #require(KeyAlgorithm.named(algorithm)) {
        case .rsaSignature(_, .message(let hash)), .ecdsa(_, .message(let hash)): hash
        default: throw CocoaError(.featureUnsupported)
        }
    }
}
