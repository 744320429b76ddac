import CertificateTestSupport
import SwiftKeychainPKI
import Security

/// Holds a certificate and both halves of a pair, made once, as a caller may hold them.
enum HeldObjects {
    nonisolated(unsafe) static let all: [AnyObject] = {
        guard let certificate = try? Certificate(der: SmallCertificate.der),
            let pair = try? CryptoKey.generate(.ellipticCurve, bits: 256),
            let publicKey = try? pair.publicKey()
        else { fatalError("the objects of the fuzzer can be made") }
        return [SecCertificate(certificate), SecKey(pair), SecKey(publicKey)]
    }()
}
