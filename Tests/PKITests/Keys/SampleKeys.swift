// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainPKI

/// Holds a private key of every kind, made once for all tests.
enum SampleKeys {
    static let rsa1024 = try! CryptoKey.generate(.rsa, bits: 1024)
    static let rsa2048 = try! CryptoKey.generate(.rsa, bits: 2048)
    static let rsa3072 = try! CryptoKey.generate(.rsa, bits: 3072)
    static let rsa4096 = try! CryptoKey.generate(.rsa, bits: 4096)
    static let p256 = try! CryptoKey.generate(.ellipticCurve, bits: 256)
    static let p384 = try! CryptoKey.generate(.ellipticCurve, bits: 384)
    static let p521 = try! CryptoKey.generate(.ellipticCurve, bits: 521)

    static let rsa512 = try! CryptoKey.generate(.rsa, bits: 512)
    static let p192 = try! CryptoKey.generate(.ellipticCurve, bits: 192)

    /// Keys that are too weak for new uses.
    static let small = [rsa512, p192]
    static let rsa = [rsa1024, rsa2048, rsa3072, rsa4096]
    static let curves = [p256, p384, p521]
    static let all = rsa + curves
}

extension CryptoKey {
    static func read(
        _ type: KeyType, _ part: Part, bytes: [UInt8]
    ) throws(PKIError) -> CryptoKey {
        try bytes.lending { bytes throws(PKIError) in try read(type, part, bytes) }
    }

    func sign(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(PKIError) -> [UInt8] {
        try bytes.lending { bytes throws(PKIError) in try sign(bytes, algorithm) }
    }

    func verify(
        _ signature: [UInt8], of bytes: [UInt8], _ algorithm: KeyAlgorithm
    ) throws(PKIError) {
        try signature.lending { signature throws(PKIError) in
            try bytes.lending { bytes throws(PKIError) in
                try verify(signature, of: bytes, algorithm)
            }
        }
    }

    func encrypt(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(PKIError) -> [UInt8] {
        try bytes.lending { bytes throws(PKIError) in try encrypt(bytes, algorithm) }
    }

    func decrypt(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(PKIError) -> [UInt8] {
        try bytes.lending { bytes throws(PKIError) in try decrypt(bytes, algorithm) }.copied
    }

    func exchange(
        with peer: CryptoKey, _ algorithm: KeyAlgorithm, count: Int? = nil, info: [UInt8] = []
    ) throws(PKIError) -> [UInt8] {
        try info.lending { info throws(PKIError) in
            try exchange(with: peer, algorithm, count: count, sharedInfo: info)
        }.copied
    }
}

/// Reads pairs of hexadecimal digits.
func hex(_ digits: String) -> [UInt8] {
    let digits = digits.filter { !$0.isWhitespace }.utf8.map {
        UInt8(Character(UnicodeScalar($0)).hexDigitValue!)
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Makes bytes that tests can tell apart.
func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
}

extension KeyAlgorithm {
    /// Lists all algorithms, each once.
    static let all: [KeyAlgorithm] = Array(Set(table.keys.compactMap { named($0) }))
}
