import Foundation
import SwiftKeychainModel

/// Signs data with a private key.
///
/// - Parameters:
///   - algorithm: one of the `kSecKeyAlgorithm…Signature…` values.
///   - dataToSign: the message, the digest or the block, as the algorithm says.
///   - error: room for an error, or nil. The caller releases what is put there.
/// - Returns: for RSA as many bytes as the modulus; for ECDSA a DER sequence of r and s (X9.62), or
///   r ‖ s (RFC 4754). nil, with an error of code `errSecParam`, for a public key, an algorithm the
///   key does not support, and data of the wrong size.
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    handingError(to: error) { () throws(KeychainError) in
        try key.signature(of: dataToSign, algorithm.rawValue)
    }
}

/// Verifies a signature with a public key.
///
/// - Parameters:
///   - algorithm: one of the `kSecKeyAlgorithm…Signature…` values.
///   - signedData: the message, the digest or the block, as the algorithm says.
///   - signature: what ``SecKeyCreateSignature(_:_:_:_:)`` gave.
///   - error: room for an error, or nil. The caller releases what is put there.
/// - Returns: true, or false with an error: `errSecVerifyFailed` for a signature that is not of
///   this key and this data; `errSecParam` for a private key, an algorithm the key does not
///   support, and a digest of the wrong size.
public func SecKeyVerifySignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    handingError(to: error) { () throws(KeychainError) in
        try key.verify(signature, of: signedData, algorithm.rawValue)
    } != nil
}
