// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI
import Security

/// Holds a certificate, both halves of a pair, and an identity, made once.
enum Objects {
    static let certificate = SecCertificate(try! Certificate(der: SmallCertificate.der))
    static let privateKey = SecKey(pair)
    static let publicKey = SecKey(try! pair.publicKey())

    static var all: [AnyObject] {
        [certificate, privateKey, publicKey, [certificate] as AnyObject]
    }

    private static let pair = try! CryptoKey.generate(.ellipticCurve, bits: 256)
}
