// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import Testing

@testable import SwiftKeychainPKI

/// A failure leaves nothing behind for the next user of libcrypto on the thread.
@Suite struct ErrorQueueTests {
    private func refused<Result>(
        _ call: () throws(PKIError) -> Result
    ) {
        do throws(PKIError) {
            _ = try call()
            Issue.record("was not refused")
        } catch {
            #expect(ERR_peek_error() == 0, "\(error)")
        }
    }

    @Test func failuresLeaveTheQueueEmpty() throws {
        let (rsa, curve) = (SampleKeys.rsa1024, SampleKeys.p256)
        let (rsaPublic, curvePublic) = (try rsa.publicKey(), try curve.publicKey())
        let digest = pattern(32)
        ERR_clear_error()
        let point = [4] + [UInt8](repeating: 1, count: 64)
        refused { () throws(PKIError) in
            try CryptoKey.read(.ellipticCurve, .public, bytes: point)
        }
        let wrong = curve.publicBytes + [UInt8](repeating: 1, count: 32)
        refused { () throws(PKIError) in
            try CryptoKey.read(.ellipticCurve, .private, bytes: wrong)
        }
        refused { () throws(PKIError) in
            try rsaPublic.verify(
                pattern(128), of: digest, .rsaSignature(.pkcs1, .digest(.sha256)))
        }
        refused { () throws(PKIError) in
            try rsaPublic.verify(pattern(128), of: digest, .rsaSignature(.pss, .digest(.sha256)))
        }
        refused { () throws(PKIError) in
            try curvePublic.verify(
                [UInt8](repeating: 0xFF, count: 64), of: digest,
                .ecdsa(.rfc4754, .digest(.sha256)))
        }
        for padding in [RSAEncryptionPadding.pkcs1, .oaep(.sha1), .oaep(.sha256)] {
            refused { () throws(PKIError) in
                try rsa.decrypt(pattern(128), .rsaEncryption(padding))
            }
        }
        refused { () throws(PKIError) in
            try curve.decrypt(pattern(200), .ecies(.standard, .sha256, .derived))
        }
        let huge = [UInt8](repeating: 0xFF, count: 128)
        refused { () throws(PKIError) in try rsa.sign(huge, .rsaSignature(.none, .bytes)) }
    }
}
