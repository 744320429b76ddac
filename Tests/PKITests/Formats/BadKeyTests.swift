// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainPKI

/// Files with keys that are damaged, or of a type or size that isn't supported.
@Suite struct BadKeyTests {
    @Test func brokenRSAKeysAreMalformedFiles() throws {
        let key = SampleKeys.rsa1024
        let algorithm = element(0x30, hex("06092a864886f70d0101010500"))
        for (part, bytes) in [
            (CryptoKey.Part.private, key.privateBytes!.copied), (.public, key.publicBytes),
        ] {
            // The last number isn't minimal.
            let numbers = try DERElement(only: bytes[...]).children()
            let last = element(2, [0, 0] + numbers.last!.content)
            let broken = element(0x30, numbers.dropLast().flatMap { $0.encoding } + last)
            let whole =
                part == .private
                ? [2, 1, 0] + algorithm + element(4, broken)
                : algorithm + element(3, [0] + broken)
            for file in [broken, element(0x30, whole)] {
                #expect(code { _ = try ImportedFile.read(file) } == .malformed)
            }
        }
    }

    /// A bit that fell over in the private number, in every format; in those that encrypt, before they did.
    @Test func keysWhoseNumbersDoNotMatchAreMalformed() throws {
        let bench = try Workbench()
        for key in [SampleKeys.rsa1024, SampleKeys.p256] {
            let whole = key.privateBytes!.copied
            let number =
                key.family == .rsa
                ? Array(try DERElement(only: whole[...]).children()[3].content)
                : Array(whole.suffix(32))
            func damaged(_ bytes: [UInt8]) throws -> [UInt8] {
                var bytes = bytes
                bytes[try #require(bytes.firstRange(of: number)).upperBound - 1] ^= 4
                return bytes
            }
            for format in [FileFormat.openSSL, .bsafe] {
                let file = try damaged(try ExportedFile.bytes([.key(key)], format))
                #expect(code { _ = try ImportedFile.read(file) } == .malformed)
            }
            #expect(
                code {
                    _ = try damaged(try SSHPrivateKey.write(key).copied).lending {
                        try SSHPrivateKey.read($0)
                    }
                } == .malformed)
            let pkcs8 = try bench.file(try damaged(try ExportedFile.bytes([.key(key)], .bsafe)))
            let wrapped = try bench.need([
                "pkcs8", "-topk8", "-in", pkcs8, "-inform", "DER", "-outform", "DER", "-passout",
                "pass:p",
            ])
            #expect(code { _ = try ImportedFile.read(wrapped, "p") } == .malformed)
            let plain = try bench.need(["pkey", "-in", pkcs8, "-inform", "DER"])
            let pkcs12 = try bench.need([
                "pkcs12", "-export", "-nocerts", "-inkey", try bench.file(plain), "-passout",
                "pass:p",
            ])
            #expect(code { _ = try ImportedFile.read(pkcs12, "p") } == .malformed)
        }
    }

    @Test func keysThatAreNotHereAreRefused() throws {
        let bench = try Workbench()
        for words in [
            ["-algorithm", "ED25519"], ["-algorithm", "X25519"],
            ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"],
            ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-224"],
            [
                "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-pkeyopt",
                "ec_param_enc:explicit",
            ],
            [
                "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-pkeyopt",
                "rsa_keygen_primes:3",
            ],
            ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:1024"],
        ] {
            let key = try bench.need(["genpkey"] + words + ["-outform", "DER"])
            #expect(code { _ = try ImportedFile.read(key) } == .unsupportedFormat, "\(words)")
            let other = try bench.need([
                "pkey", "-inform", "DER", "-in", try bench.file(key), "-pubout",
            ])
            guard !words.contains("rsa_keygen_primes:3") else { continue }
            #expect(
                code { _ = try ImportedFile.read(other) } == .unsupportedFormat, "\(words)")
        }
        for bits in [504, 8200] {
            let number = [0x81] + [UInt8](repeating: 1, count: bits / 8 - 1)
            let key = CryptoKey.rsaPublicBytes(number, [3])
            #expect(code { _ = try ImportedFile.read(key) } == .unsupportedFormat, "\(bits) bits")
        }
        #expect(
            code {
                _ = try ImportedFile.text(
                    "-----BEGIN DSA PRIVATE KEY-----\nAAAA\n-----END DSA PRIVATE KEY-----\n")
            } == .unsupportedFormat)
    }

    @Test func theReasonNamesTheCurve() throws {
        let bench = try Workbench()
        let key = try bench.need([
            "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1", "-outform",
            "DER",
        ])
        let other = try bench.need([
            "pkey", "-inform", "DER", "-in", try bench.file(key), "-pubout",
        ])
        for file in [key, other] {
            #expect {
                try ImportedFile.read(file)
            } throws: {
                ($0 as? PKIError)?.detail.contains("the curve isn't supported") == true
            }
        }
    }
}
