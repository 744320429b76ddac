// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import SwiftKeychainPKI

/// The hybrid formats of Docs/reference/keys.md, beside a second implementation, Scripts/hybridkeys.py.
@Suite struct HybridTests {
    private let bench: Workbench
    init() throws { bench = try Workbench() }

    private func python(
        _ mode: String, _ key: CryptoKey, _ data: [UInt8], _ hash: HashFunction, _ nonce: String
    ) throws -> [UInt8]? {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let words = [
            root.appending(path: "Scripts/hybridkeys.py").path, mode, try bench.file(key.der),
            try bench.file(data), "\(hash.name)", nonce,
        ]
        return try bench.run("/usr/bin/python3", words)
    }

    private static let curveCases: [(CryptoKey, HashFunction, ECIESNonce)] = [
        (SampleKeys.p256, .sha1, .zero), (SampleKeys.p256, .sha256, .derived),
        (SampleKeys.p384, .sha384, .zero), (SampleKeys.p384, .sha224, .derived),
        (SampleKeys.p521, .sha256, .zero), (SampleKeys.p521, .sha512, .derived),
    ]

    @Test(arguments: curveCases)
    func ecies(key: CryptoKey, hash: HashFunction, nonce: ECIESNonce) throws {
        let data = pattern(1001)
        let other = try key.publicKey()
        let algorithm = KeyAlgorithm.ecies(.standard, hash, nonce)
        let ours = try other.encrypt(data, algorithm)
        #expect(ours.count == key.publicBytes.count + data.count + 16)
        #expect(try python("decrypt", key, ours, hash, "\(nonce)") == data)
        let theirs = try #require(try python("encrypt", key, data, hash, "\(nonce)"))
        #expect(try key.decrypt(theirs, algorithm) == data)
        // On these curves both primitives are one.
        #expect(try key.decrypt(theirs, .ecies(.cofactor, hash, nonce)) == data)
    }

    @Test(arguments: [(SampleKeys.rsa2048, HashFunction.sha1), (SampleKeys.rsa4096, .sha256)])
    func rsa(key: CryptoKey, hash: HashFunction) throws {
        let data = pattern(1001)
        let ours = try key.publicKey().encrypt(data, .rsaHybrid(hash))
        #expect(ours.count == key.blockSize + data.count + 16)
        #expect(try python("decrypt", key, ours, hash, "zero") == data)
        let theirs = try #require(try python("encrypt", key, data, hash, "zero"))
        #expect(try key.decrypt(theirs, .rsaHybrid(hash)) == data)
    }

    @Test func anotherKeyDoesNotDecrypt() throws {
        let ecies = KeyAlgorithm.ecies(.standard, .sha256, .derived)
        let ciphertext = try SampleKeys.p256.publicKey().encrypt([1, 2, 3], ecies)
        let other = try CryptoKey.generate(.ellipticCurve, bits: 256)
        #expect { try other.decrypt(ciphertext, ecies) } throws: {
            PKIError.Code.invalidArgument ~= $0
        }
        #expect {
            try SampleKeys.p256.decrypt(ciphertext, .ecies(.standard, .sha256, .zero))
        } throws: { PKIError.Code.invalidArgument ~= $0 }
        #expect {
            try SampleKeys.p384.decrypt(ciphertext, ecies)
        } throws: { PKIError.Code.invalidArgument ~= $0 }
        let wrapped = try SampleKeys.rsa1024.publicKey().encrypt([1], .rsaHybrid(.sha1))
        let another = try CryptoKey.generate(.rsa, bits: 1024)
        #expect {
            try another.decrypt(wrapped, .rsaHybrid(.sha1))
        } throws: { PKIError.Code.invalidArgument ~= $0 }
    }
}
