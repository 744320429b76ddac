// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainPKI

/// Inputs of sizes that do not fit. Blocks that are nearly right are in Vectors/Keys/rsa-*.tsv.
@Suite struct RSAEdgeTests {
    private let key = SampleKeys.rsa1024
    private let digest = HashFunction.sha256.digest(pattern(9))
    private func sign(_ block: [UInt8]) throws -> [UInt8] {
        try key.sign(block, .rsaSignature(.none, .bytes))
    }

    private func block(_ content: [UInt8], ones: Int? = nil, type: UInt8 = 1) -> [UInt8] {
        let fill = [UInt8](repeating: 0xFF, count: ones ?? 128 - 3 - content.count)
        let start = [0, type] + fill + [0] + content
        return start + [UInt8](repeating: 0, count: 128 - start.count)
    }

    @Test func inputsOfWrongSizesAreRefused() throws {
        let other = try key.publicKey()
        let cases: [(KeyAlgorithm, Int)] = [
            (.rsaSignature(.none, .bytes), 127), (.rsaSignature(.none, .bytes), 129),
            (.rsaSignature(.pkcs1, .bytes), 118), (.rsaSignature(.pkcs1, .bytes), 0),
            (.rsaSignature(.pkcs1, .digest(.sha256)), 31),
            (.rsaSignature(.pss, .digest(.sha256)), 33), (.rsaSignature(.pss, .digest(.sha1)), 0),
        ]
        for (algorithm, size) in cases {
            #expect {
                try key.sign(pattern(size), algorithm)
            } throws: { PKIError.Code.invalidArgument ~= $0 }
            #expect {
                try other.verify(pattern(128), of: pattern(size), algorithm)
            } throws: { PKIError.Code.invalidArgument ~= $0 }
        }
        for (padding, size) in [
            (RSAEncryptionPadding.none, 129), (.pkcs1, 118), (.oaep(.sha1), 87),
        ] {
            #expect {
                try other.encrypt(pattern(size), .rsaEncryption(padding))
            } throws: { PKIError.Code.invalidArgument ~= $0 }
        }
        // A block that is not below the modulus.
        let huge = [UInt8](repeating: 0xFF, count: 128)
        #expect {
            try key.sign(huge, .rsaSignature(.none, .bytes))
        } throws: { PKIError.Code.invalidArgument ~= $0 }
        #expect {
            try other.encrypt(huge, .rsaEncryption(.none))
        } throws: { PKIError.Code.invalidArgument ~= $0 }
        #expect {
            try key.decrypt(huge, .rsaEncryption(.none))
        } throws: { PKIError.Code.invalidArgument ~= $0 }
    }

    @Test func aShortBlockIsEncryptedAsANumber() throws {
        let raw = KeyAlgorithm.rsaEncryption(.none)
        let other = try key.publicKey()
        for size in [0, 1, 5, 127] {
            let padded = [UInt8](repeating: 0, count: 128 - size) + pattern(size)
            let ciphertext = try other.encrypt(pattern(size), raw)
            #expect(try ciphertext == other.encrypt(padded, raw))
            #expect(try key.decrypt(ciphertext, raw) == padded)
        }
    }

    @Test func digestsForECDSAHaveBounds() {
        for size in [0, 65, 1000] {
            #expect {
                try SampleKeys.p256.sign(pattern(size), .ecdsa(.x962, .bytes))
            } throws: { PKIError.Code.invalidArgument ~= $0 }
        }
    }

    @Test func aFailureSaysTheSameWhateverWasWrong() throws {
        var details: Set<String> = []
        let algorithm = KeyAlgorithm.rsaEncryption(.pkcs1)
        let ciphertext = try key.publicKey().encrypt([1, 2], algorithm)
        let inputs = [[], Array(ciphertext.dropLast()), try sign(block(digest))]
        for input in inputs {
            do { _ = try key.decrypt(input, algorithm) } catch { details.insert(error.detail) }
        }
        #expect(details.count == 1)
    }
}
