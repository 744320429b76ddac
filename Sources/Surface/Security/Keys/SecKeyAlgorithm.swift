// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychainPKI

/// An algorithm of a key: an operation, a padding, a digest.
///
/// The members are in Constants/KeyAlgorithms.swift.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString

    public init(rawValue: CFString) { self.rawValue = rawValue }
}

/// A parameter of a key exchange.
///
/// The members are in Constants/KeyExchangeParameters.swift.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString

    public init(rawValue: CFString) { self.rawValue = rawValue }
}

/// Signs data with a private key.
///
/// - Parameters:
///   - algorithm: one of the `kSecKeyAlgorithm…Signature…` values.
///   - dataToSign: the message, the digest or the block, depending on the algorithm.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: for RSA as many bytes as the modulus; for ECDSA a DER sequence of r and s (X9.62), or
///   r ‖ s (RFC 4754). nil, with an error of code `errSecParam`, for a public key, an algorithm the
///   key does not support, and data of the wrong size.
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) {
        NSData(try dataToSign.lend { try key.sign($0, KeyAlgorithm(algorithm)) })
    }
}

/// Verifies a signature with a public key.
///
/// - Parameters:
///   - algorithm: one of the `kSecKeyAlgorithm…Signature…` values.
///   - signedData: the message, the digest or the block, depending on the algorithm.
///   - signature: the result of ``SecKeyCreateSignature(_:_:_:_:)``.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: true, or false with an error: `errSecVerifyFailed` for a signature that doesn't
///   belong to this key and data; `errSecParam` for a private key, an algorithm the key does not
///   support, and a digest of the wrong size.
public func SecKeyVerifySignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    handingError(to: error) {
        try signature.lend { signature in
            try signedData.lend { try key.verify(signature, of: $0, KeyAlgorithm(algorithm)) }
        }
    } != nil
}

/// Encrypts data with a public key.
///
/// - Parameters:
///   - algorithm: one of the `kSecKeyAlgorithm…Encryption…` values.
///   - plaintext: any number of bytes for the algorithms with AES-GCM; otherwise what fits into the
///     modulus with its padding.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code `errSecParam`, for a private key, an algorithm the key
///   does not support, and data that does not fit.
public func SecKeyCreateEncryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) {
        NSData(try plaintext.lend { try key.encrypt($0, KeyAlgorithm(algorithm)) })
    }
}

/// Decrypts data with a private key.
///
/// The result is in locked memory, which is wiped when the object is released.
///
/// - Parameters:
///   - algorithm: the algorithm the data was encrypted with.
///   - ciphertext: the result of ``SecKeyCreateEncryptedData(_:_:_:_:)``.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: nil, with an error of code `errSecParam`, for a public key, an algorithm the key does
///   not support, and data that was not encrypted for the key or was changed.
public func SecKeyCreateDecryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) {
        NSData(secret: try ciphertext.lend { try key.decrypt($0, KeyAlgorithm(algorithm)) })
    }
}

/// Exchanges keys with the holder of another key on the same curve (SEC 1, 3.3).
///
/// - Parameters:
///   - privateKey: the caller's private key.
///   - algorithm: one of the `kSecKeyAlgorithmECDHKeyExchange…` values.
///   - publicKey: the other party's public key.
///   - parameters: for the algorithms with a derivation (ANSI X9.63), the number of bytes,
///     `kSecKeyKeyExchangeParameterRequestedSize`, and any shared information,
///     `kSecKeyKeyExchangeParameterSharedInfo`.
///   - error: receives an error, or nil. The caller must release it.
/// - Returns: the X coordinate of the shared point, or the bytes derived from it, in locked memory
///   that is wiped when the object is released. nil, with an error of code `errSecParam`, for keys
///   or parameters that do not fit.
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey,
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) {
        try privateKey.exchange(with: publicKey, algorithm, parameters)
    }
}
