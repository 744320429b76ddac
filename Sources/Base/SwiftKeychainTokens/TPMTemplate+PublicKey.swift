// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainTPM

extension TPMTemplate {
    /// The number of bytes of ``CryptoKey/publicBytes``.
    ///
    /// Of RSA, 14 bytes of DER are around the modulus; of a curve, 04 comes before the point.
    var count: Int { self == .rsa ? Self.modulusBytes + 14 : 1 + 2 * coordinateBytes }

    /// Returns the public key with ``unique(of:)``.
    ///
    /// - Throws: `malformed` when it isn't one.
    func publicKey(_ unique: [UInt8]) throws(PKIError) -> CryptoKey {
        if self == .rsa { return try .readRSA(modulus: unique, exponent: [1, 0, 1]) }
        return try .readPublicKey(.ellipticCurve, [4] + unique)
    }
}
