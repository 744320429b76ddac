// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainPKI

/// Answers that others published.
@Suite struct KnownAnswerTests {
    /// RFC 6979, A.2.5.
    private static let point = hex(
        """
        04 60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6
           7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299
        """)
    private static let scalar = hex(
        "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
    private static let sample = Array("sample".utf8)
    private static let r = hex("EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716")
    private static let s = hex("F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8")

    private static let rfc4754 = KeyAlgorithm.ecdsa(.rfc4754, .message(.sha256))
    private static let x962 = KeyAlgorithm.ecdsa(.x962, .message(.sha256))

    private func refuse(_ signature: [UInt8], _ algorithm: KeyAlgorithm) throws {
        let key = try CryptoKey.read(.ellipticCurve, .public, bytes: Self.point)
        #expect {
            try key.verify(signature, of: Self.sample, algorithm)
        } throws: { PKIError.Code.wrongSignature ~= $0 }
    }

    @Test func ecdsa() throws {
        let pair = try CryptoKey.read(.ellipticCurve, .private, bytes: Self.point + Self.scalar)
        #expect(pair.publicBytes == Self.point)
        let key = try pair.publicKey()
        try key.verify(Self.r + Self.s, of: Self.sample, Self.rfc4754)
        try key.verify(
            element(0x30, element(2, [0] + Self.r) + element(2, [0] + Self.s)), of: Self.sample,
            Self.x962)
        try refuse(Self.s + Self.r, Self.rfc4754)
        let sha1 = hex(
            """
            61340C88C3AAEBEB4F6D667F672CA9759A6CCAA9FA8811313039EE4A35471D32
            6D7F147DAC089441BB2E2FE8F7A3FA264B9C475098FDCF6E00D7C996E1B8B7EB
            """)
        try key.verify(sha1, of: Self.sample, .ecdsa(.rfc4754, .message(.sha1)))
    }

    /// NIST CAVS 14.1, ECC CDH primitive, P-256, count 0.
    @Test func keyExchange() throws {
        let scalar = hex("7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534")
        let own = hex(
            """
            04 ead218590119e8876b29146ff89ca61770c4edbbf97d38ce385ed281d8a6b230
               28af61281fd35e2fa7002523acc85a429cb06ee6648325389f59edfce1405141
            """)
        let other = hex(
            """
            04 700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287
               db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac
            """)
        let key = try CryptoKey.read(.ellipticCurve, .private, bytes: own + scalar)
        let peer = try CryptoKey.read(.ellipticCurve, .public, bytes: other)
        let shared = hex("46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b")
        #expect(try key.exchange(with: peer, .keyExchange(.standard, nil)) == shared)
        #expect(try key.exchange(with: peer, .keyExchange(.cofactor, nil)) == shared)
    }

    @Test func keyExchangeWantsAPublicKeyOfTheSameCurve() throws {
        let algorithm = KeyAlgorithm.keyExchange(.standard, nil)
        for peer in [
            try SampleKeys.p384.publicKey(), try SampleKeys.rsa1024.publicKey(),
            try CryptoKey.generate(.ellipticCurve, bits: 256),
        ] {
            #expect {
                try SampleKeys.p256.exchange(with: peer, algorithm)
            } throws: { PKIError.Code.invalidArgument ~= $0 }
        }
    }

    @Test func digests() {
        #expect(
            HashFunction.sha1.digest(Array("abc".utf8))
                == hex("a9993e364706816aba3e25717850c26c9cd0d89d"))
        #expect(
            HashFunction.sha256.digest(Array("abc".utf8))
                == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        for hash in HashFunction.allCases { #expect(hash.digest([]).count == hash.byteCount) }
    }
}
