// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import SwiftKeychainPKI

/// Reads a file of Vectors/Keys, which Scripts/keyvectors makes.
private struct VectorFile: Decodable {
    struct Group: Decodable, Sendable {
        let algorithm: String?
        let type: String
        let `public`: String?
        let `private`: String?
        let tests: [Vector]

        var keyType: CryptoKey.KeyType { type == "RSA" ? .rsa : .ellipticCurve }

        func key(_ part: CryptoKey.Part) throws -> CryptoKey {
            let digits = try #require(part == .public ? `public` : `private`)
            return try CryptoKey.read(keyType, part, bytes: hex(digits))
        }

        func named() throws -> KeyAlgorithm {
            try #require(algorithm.flatMap(KeyAlgorithm.named))
        }
    }

    /// Holds the fields of all kinds of vectors; each kind has some of them.
    struct Vector: Decodable, Sendable {
        let name: String
        let valid: Bool
        let message: String?
        let signature: String?
        let ciphertext: String?
        let plaintext: String?
        let `public`: String?
        let `private`: String?
        let shared: String?
    }

    let groups: [Group]

    init(_ name: String) throws {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let data = try Data(contentsOf: folder.appending(path: "Vectors/Keys/\(name).json"))
        self = try JSONDecoder().decode(Self.self, from: data)
        // An empty file would pass as well.
        for group in groups {
            #expect(group.tests.contains { $0.valid } && group.tests.contains { !$0.valid })
        }
    }
}

/// What is right is taken, and what is only nearly right is refused: padding, encodings, numbers
/// out of range, points beside their curve, tags.
@Suite struct VectorTests {
    @Test(arguments: ["rsa-signatures", "ecdsa"]) func signatures(file: String) throws {
        for group in try VectorFile(file).groups {
            let (key, algorithm) = (try group.key(.public), try group.named())
            for test in group.tests {
                let signature = hex(try #require(test.signature))
                let message = hex(try #require(test.message))
                let failure = code { () throws(PKIError) in
                    try key.verify(signature, of: message, algorithm)
                }
                #expect(
                    failure == (test.valid ? nil : .wrongSignature),
                    "\(group.algorithm ?? ""), \(key): \(test.name)")
            }
        }
    }

    @Test(arguments: ["rsa-encryption", "hybrid"]) func ciphertexts(file: String) throws {
        for group in try VectorFile(file).groups {
            let (key, algorithm) = (try group.key(.private), try group.named())
            for test in group.tests {
                let ciphertext = hex(try #require(test.ciphertext))
                let plaintext = hex(try #require(test.plaintext))
                var found: [UInt8]?
                let failure = code { () throws(PKIError) in
                    found = try key.decrypt(ciphertext, algorithm)
                }
                let name: Comment = "\(group.algorithm ?? ""), \(key): \(test.name)"
                if test.valid {
                    #expect(failure == nil && found == plaintext, name)
                } else if algorithm == .rsaEncryption(.pkcs1), failure == nil {
                    // From 3.2 on libcrypto answers a wrong padding with bytes of its own.
                    #expect(found != plaintext, name)
                } else {
                    #expect(failure == .invalidArgument, name)
                }
            }
        }
    }

    @Test func exchanges() throws {
        for group in try VectorFile("ecdh").groups {
            let (key, algorithm) = (try group.key(.private), try group.named())
            for test in group.tests {
                let point = hex(try #require(test.public))
                var found: [UInt8]?
                let failure = code { () throws(PKIError) in
                    let peer = try CryptoKey.read(.ellipticCurve, .public, bytes: point)
                    found = try key.exchange(with: peer, algorithm)
                }
                #expect(failure == (test.valid ? nil : .invalidArgument), "\(key): \(test.name)")
                #expect(found == test.shared.map(hex), "\(key): \(test.name)")
            }
        }
    }

    @Test func privateKeys() throws {
        for group in try VectorFile("scalars").groups {
            for test in group.tests {
                let bytes = hex(try #require(test.private))
                let failure = code { () throws(PKIError) in
                    _ = try CryptoKey.read(.ellipticCurve, .private, bytes: bytes)
                }
                #expect(
                    failure == (test.valid ? nil : .invalidArgument), "\(bytes.count): \(test.name)"
                )
            }
        }
    }
}
