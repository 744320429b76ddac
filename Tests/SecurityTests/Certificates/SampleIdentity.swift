// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import Security

/// Holds a certificate and its private key, made once for all tests.
struct SampleIdentity {
    let certificate: SecCertificate
    let key: SecKey

    static let rsa = try! SampleIdentity(
        ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], "RSA")
    static let ellipticCurve = try! SampleIdentity(
        ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"], "EC")

    init(_ algorithm: [String], _ name: String) throws {
        let recipe = CertificateRecipe {
            $0.key = algorithm
            $0.subject = "/CN=Example \(name)"
        }
        let pair = try recipe.makePair()
        certificate = SecCertificateCreateWithData(nil, Data(pair.certificate) as CFData)!
        key = try Self.key(pair.key)
    }

    var identity: SecIdentity { SecIdentityCreate(nil, certificate, key)! }

    /// Reads PKCS#8 with the openssl command: what is tested must not read its own samples.
    private static func key(_ der: [UInt8]) throws -> SecKey {
        let plain = try OpenSSL.run(
            ["pkey", "-inform", "DER", "-traditional", "-outform", "DER"], input: Data(der))
        var bytes = plain
        var type = kSecAttrKeyTypeRSA
        if plain.count < 200 {
            // ECPrivateKey of P-256: the scalar is at 7, the point at the end.
            bytes = plain.suffix(65) + plain[7..<39]
            type = kSecAttrKeyTypeECSECPrimeRandom
        }
        let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: kSecAttrKeyClassPrivate]
        return SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, nil)!
    }
}
