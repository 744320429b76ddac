// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI
import Security

/// The certificate and the keys that dictionaries refer to, made once.
enum HeldObjects {
    nonisolated(unsafe) static let all: [AnyObject] = {
        guard let certificate = try? Certificate(der: SmallCertificate.der),
            let pair = try? CryptoKey.generate(.ellipticCurve, bits: 256),
            let publicKey = try? pair.publicKey()
        else { fatalError("the certificate and keys of the fuzzer can't be made") }
        return [SecCertificate(certificate), SecKey(pair), SecKey(publicKey)]
    }()
}
