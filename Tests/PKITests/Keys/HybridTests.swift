// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import SwiftKeychainPKI

/// The hybrid formats of Docs/reference/keys.md, beside a second implementation of them.
@Suite struct HybridTests {
    private let bench: Workbench
    init() throws { bench = try Workbench() }

    /// Does in Python what Docs/reference/keys.md says: decrypts or encrypts for the key in a file.
    private static let python = """
        import os, sys
        from cryptography.hazmat.primitives import hashes, serialization as s
        from cryptography.hazmat.primitives.asymmetric import ec, padding
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF
        mode, key, data, name, nonce = sys.argv[1:]
        hash = getattr(hashes, name)()
        key = s.load_der_private_key(open(key, "rb").read(), None)
        data = open(data, "rb").read()
        zero = bytes(16)
        if hasattr(key, "curve"):
            size = 16 if key.key_size <= 256 else 32
            raw = lambda k: k.public_bytes(s.Encoding.X962, s.PublicFormat.UncompressedPoint)
            def derive(shared, point):
                out = X963KDF(hash, size + 16 * (nonce == "derived"), point).derive(shared)
                return AESGCM(out[:size]), out[size:] or zero
            if mode == "encrypt":
                e = ec.generate_private_key(key.curve)
                point = raw(e.public_key())
                gcm, iv = derive(e.exchange(ec.ECDH(), key.public_key()), point)
                out = point + gcm.encrypt(iv, data, None)
            else:
                n = len(raw(key.public_key()))
                peer = ec.EllipticCurvePublicKey.from_encoded_point(key.curve, data[:n])
                gcm, iv = derive(key.exchange(ec.ECDH(), peer), data[:n])
                out = gcm.decrypt(iv, data[n:], None)
        else:
            size = 32 if key.key_size >= 4096 else 16
            oaep = padding.OAEP(padding.MGF1(hash), hash, None)
            public = key.public_key().public_bytes(s.Encoding.DER, s.PublicFormat.PKCS1)
            if mode == "encrypt":
                session = os.urandom(size)
                out = key.public_key().encrypt(session, oaep)
                out += AESGCM(session).encrypt(zero, data, public)
            else:
                n = key.key_size // 8
                session = key.decrypt(data[:n], oaep)
                assert len(session) == size
                out = AESGCM(session).decrypt(zero, data[n:], public)
        sys.stdout.buffer.write(out)
        """

    private func python(
        _ mode: String, _ key: CryptoKey, _ data: [UInt8], _ hash: HashFunction, _ nonce: String
    ) throws -> [UInt8]? {
        let words = [
            "-c", Self.python, mode, try bench.file(key.der), try bench.file(data),
            "\(hash.name)", nonce,
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

    @Test func thePointOfACiphertextMustLieOnTheCurve() throws {
        let ecies = KeyAlgorithm.ecies(.standard, .sha256, .zero)
        var ciphertext = try SampleKeys.p256.publicKey().encrypt([1, 2, 3], ecies)
        ciphertext[64] ^= 1
        #expect {
            try SampleKeys.p256.decrypt(ciphertext, ecies)
        } throws: { PKIError.Code.invalidArgument ~= $0 }
    }
}
