import Foundation
import SwiftKeychainModel

/// Encrypts data with a public key.
///
/// - Parameters:
///   - algorithm: one of the `kSecKeyAlgorithm…Encryption…` values.
///   - plaintext: any number of bytes for the algorithms with AES-GCM; otherwise what fits into the
///     modulus with its padding.
///   - error: room for an error, or nil. The caller releases what is put there.
/// - Returns: nil, with an error of code `errSecParam`, for a private key, an algorithm the key
///   does not support, and data that does not fit.
public func SecKeyCreateEncryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) { () throws(KeychainError) in
        try key.encrypted(plaintext, algorithm.rawValue)
    }
}

/// Decrypts data with a private key.
///
/// The result lies in locked memory, which is wiped when the object goes.
///
/// - Parameters:
///   - algorithm: the algorithm the data was encrypted with.
///   - ciphertext: what ``SecKeyCreateEncryptedData(_:_:_:_:)`` gave.
///   - error: room for an error, or nil. The caller releases what is put there.
/// - Returns: nil, with an error of code `errSecParam`, for a public key, an algorithm the key does
///   not support, and data that was not encrypted for the key, or was changed since.
public func SecKeyCreateDecryptedData(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) { () throws(KeychainError) in
        try key.decrypted(ciphertext, algorithm.rawValue)
    }
}

/// Exchanges keys with the holder of another key on the same curve (SEC 1, 3.3).
///
/// - Parameters:
///   - privateKey: one's own key.
///   - algorithm: one of the `kSecKeyAlgorithmECDHKeyExchange…` values.
///   - publicKey: the other's key.
///   - parameters: for the algorithms with a derivation (ANSI X9.63), how many bytes are wanted,
///     `kSecKeyKeyExchangeParameterRequestedSize`, and what is mixed in,
///     `kSecKeyKeyExchangeParameterSharedInfo`, if anything.
///   - error: room for an error, or nil. The caller releases what is put there.
/// - Returns: the X coordinate of the shared point, or the bytes derived from it, in locked memory
///   that is wiped when the object goes. nil, with an error of code `errSecParam`, for keys or
///   parameters that do not fit.
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey,
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) { () throws(KeychainError) in
        try privateKey.exchange(with: publicKey, algorithm.rawValue, parameters)
    }
}
