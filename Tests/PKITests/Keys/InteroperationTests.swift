// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import SwiftKeychainPKI

/// What `openssl` makes is understood here, and the other way round.
@Suite struct InteroperationTests {
    private let bench: Workbench
    init() throws { bench = try Workbench() }

    private func options(_ padding: RSASignaturePadding, _ hash: HashFunction?) -> [String] {
        let name = hash.map { "\($0.name)".lowercased() } ?? ""
        return switch padding {
        case .none: ["rsa_padding_mode:none"]
        case .pkcs1: ["rsa_padding_mode:pkcs1"] + (hash == nil ? [] : ["digest:\(name)"])
        case .pss:
            [
                "digest:\(name)", "rsa_padding_mode:pss", "rsa_pss_saltlen:digest",
                "rsa_mgf1_md:\(name)",
            ]
        }
    }

    private func check(
        _ key: CryptoKey, _ algorithm: KeyAlgorithm, _ data: [UInt8], _ options: [String]
    ) throws {
        let other = try key.publicKey()
        let theirs = try #require(try bench.pkeyutl("-sign", key, data, options: options))
        try other.verify(theirs, of: data, algorithm)
        let ours = try bench.file(try key.sign(data, algorithm))
        let verdict = try bench.pkeyutl(
            "-verify", other, data, options: options, more: ["-sigfile", ours])
        #expect(verdict != nil, "\(key) \(algorithm)")
    }

    @Test(arguments: [SampleKeys.rsa2048, SampleKeys.rsa3072])
    func rsaSignatures(key: CryptoKey) throws {
        for hash in HashFunction.allCases {
            let digest = hash.digest(pattern(77))
            for padding in [RSASignaturePadding.pkcs1, .pss] {
                try check(
                    key, .rsaSignature(padding, .digest(hash)), digest, options(padding, hash))
            }
        }
        try check(key, .rsaSignature(.pkcs1, .bytes), pattern(50), options(.pkcs1, nil))
        var block = pattern(key.blockSize)
        block[0] = 0
        // The command signs nothing longer than a hash, but decrypts any block.
        let signature = try key.sign(block, .rsaSignature(.none, .bytes))
        let none = options(.none, nil)
        #expect(try bench.pkeyutl("-decrypt", key, block, options: none) == signature)
        #expect(
            try bench.pkeyutl("-encrypt", key.publicKey(), signature, options: none) == block)
    }

    @Test(arguments: SampleKeys.curves) func ecdsaSignatures(key: CryptoKey) throws {
        for hash in HashFunction.allCases {
            let digest = hash.digest(pattern(77))
            try check(key, .ecdsa(.x962, .digest(hash)), digest, [])
        }
    }

    @Test(arguments: [SampleKeys.rsa1024, SampleKeys.rsa2048])
    func rsaEncryption(key: CryptoKey) throws {
        let other = try key.publicKey()
        var cases: [(KeyAlgorithm, [String])] = HashFunction.allCases.map { hash in
            let name = "\(hash.name)".lowercased()
            return (
                .rsaEncryption(.oaep(hash)),
                ["rsa_padding_mode:oaep", "rsa_oaep_md:\(name)", "rsa_mgf1_md:\(name)"]
            )
        }
        cases.append((.rsaEncryption(.pkcs1), ["rsa_padding_mode:pkcs1"]))
        cases.append((.rsaEncryption(.none), ["rsa_padding_mode:none"]))
        for (algorithm, options) in cases where other.supports(.encrypt, algorithm) {
            var data = pattern(algorithm == .rsaEncryption(.none) ? key.blockSize : 10)
            if data.count > 10 { data[0] = 0 }
            let theirs = try #require(
                try bench.pkeyutl("-encrypt", other, data, options: options))
            #expect(try key.decrypt(theirs, algorithm) == data)
            let ours = try other.encrypt(data, algorithm)
            #expect(try bench.pkeyutl("-decrypt", key, ours, options: options) == data)
        }
    }

    @Test(arguments: SampleKeys.curves) func keyExchange(key: CryptoKey) throws {
        let peer = try CryptoKey.generate(.ellipticCurve, bits: key.bits).publicKey()
        let theirs = try #require(
            try bench.pkeyutl(
                "-derive", key, more: ["-peerkey", try bench.file(peer.der), "-peerform", "DER"]))
        for agreement in [KeyAgreement.standard, .cofactor] {
            #expect(try key.exchange(with: peer, .keyExchange(agreement, nil)) == theirs)
        }
        let digits = theirs.map { String(format: "%02x", $0) }.joined()
        for hash in HashFunction.allCases {
            let derived = try bench.openssl(
                "kdf", "-keylen", "75", "-binary", "-kdfopt", "digest:\(hash.name)", "-kdfopt",
                "hexkey:\(digits)", "-kdfopt", "hexinfo:0a0b0c", "X963KDF")
            let ours = try key.exchange(
                with: peer, .keyExchange(.standard, hash), count: 75, info: [10, 11, 12])
            #expect(ours == derived)
        }
    }

    @Test(arguments: [1024, 2048]) func rsaKeys(bits: Int) throws {
        let file = try bench.file([])
        _ = try #require(try bench.openssl("genrsa", "-out", file, "\(bits)"))
        let bytes = try #require(
            try bench.openssl("rsa", "-in", file, "-traditional", "-outform", "DER"))
        let key = try CryptoKey.read(.rsa, .private, bytes: bytes)
        #expect(key.bits == bits)
        #expect(
            try bench.openssl("rsa", "-in", file, "-RSAPublicKey_out", "-outform", "DER")
                == key.publicBytes)
        let ours = try CryptoKey.generate(.rsa, bits: bits)
        let path = try bench.file(ours.der)
        #expect(try bench.openssl("rsa", "-in", path, "-inform", "DER", "-check") != nil)
        #expect(
            try bench.openssl(
                "rsa", "-in", path, "-inform", "DER", "-traditional", "-outform", "DER")
                == ours.privateBytes?.copied)
    }

    @Test(arguments: [("prime256v1", 256), ("secp384r1", 384), ("secp521r1", 521)])
    func curveKeys(name: String, bits: Int) throws {
        let bytes = try #require(
            try bench.openssl(
                "ecparam", "-name", name, "-genkey", "-noout", "-outform", "DER"))
        let curve = try #require(EllipticCurve(bits: bits))
        let start = bits == 256 ? 7 : 8
        let scalar = bytes[start..<start + curve.coordinateBytes]
        let key = try CryptoKey.read(
            .ellipticCurve, .private, bytes: Array(bytes.suffix(curve.pointBytes)) + scalar)
        #expect(key.der == bytes)
        let ours = try CryptoKey.generate(.ellipticCurve, bits: bits)
        #expect(
            try bench.openssl(
                "ec", "-in", try bench.file(ours.der), "-inform", "DER", "-check") != nil)
    }
}
