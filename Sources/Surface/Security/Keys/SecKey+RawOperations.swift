// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

// The older calls, which take a padding and buffers; SecKeyCreateSignature(_:_:_:_:) and the like
// are the newer ones.

/// Signs data with a private key.
///
/// - Parameters:
///   - padding: for RSA `.PKCS1` (up to 11 bytes less than the modulus), `.PKCS1SHA1` and the like
///     (a digest of that function), or none (a number below the modulus). For elliptic curves
///     `.sigRaw`, r ‖ s; with any other value, a DER sequence of both, over a digest of any kind.
///   - dataToSignLen: the number of bytes at `dataToSign`.
///   - sig: receives the signature; for RSA, as large as the modulus.
///   - sigLen: the size of that buffer in bytes; on return the length of the signature, unchanged
///     after a failure.
/// - Returns: `errSecSuccess`; `errSecParam` for a public key, another padding, data that does not
///   fit, and a buffer that is too small; the codes of ``SecItemCopyMatching(_:_:)`` for a stored
///   key that cannot be fetched.
@discardableResult
public func SecKeyRawSign(
    _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>,
    _ dataToSignLen: Int, _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    LastError.status {
        let (data, buffer) = (try lent(dataToSign, dataToSignLen), try room(sig, sigLen.pointee))
        let algorithm = try key.signature(with: padding)
        let signature = try key.filling(data, for: algorithm) { try key.sign($0, algorithm) }
        sigLen.pointee = try signature.withUnsafeBytes { try buffer.take($0) }
    }
}

/// Verifies a signature with a public key.
///
/// - Parameters:
///   - padding: the padding the signature was made with.
///   - signedDataLen: the number of bytes at `signedData`.
///   - sigLen: the number of bytes at `sig`.
/// - Returns: `errSecSuccess`; `errSecVerifyFailed` for a signature that doesn't belong to this key
///   and data; `errSecParam` for a private key, another padding, and a digest of the wrong size.
@discardableResult
public func SecKeyRawVerify(
    _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>,
    _ signedDataLen: Int, _ sig: UnsafePointer<UInt8>, _ sigLen: Int
) -> OSStatus {
    LastError.status {
        let (signature, data) = (try lent(sig, sigLen), try lent(signedData, signedDataLen))
        let algorithm = try key.signature(with: padding)
        try key.filling(data, for: algorithm) { try key.verify(signature, of: $0, algorithm) }
    }
}

/// Encrypts data with a public RSA key.
///
/// - Parameters:
///   - padding: `.PKCS1` (up to 11 bytes less than the modulus), `.OAEP` (with SHA-1, up to 42 bytes
///     less), or none (a number below the modulus).
///   - plainTextLen: the number of bytes at `plainText`.
///   - cipherText: receives the result, as large as the modulus.
///   - cipherTextLen: the size of that buffer in bytes; on return the length of the result,
///     unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecParam` for a private key or a key that is not RSA, another
///   padding, data that does not fit, and a buffer that is too small.
@discardableResult
public func SecKeyEncrypt(
    _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
    _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    LastError.status {
        let data = try lent(plainText, plainTextLen)
        let buffer = try room(cipherText, cipherTextLen.pointee)
        let algorithm = try key.encryption(with: padding)
        let result = try key.filling(data, for: algorithm) { try key.encrypt($0, algorithm) }
        cipherTextLen.pointee = try result.withUnsafeBytes { try buffer.take($0) }
    }
}

/// Decrypts data with a private RSA key.
///
/// - Parameters:
///   - padding: the padding the data was encrypted with. With none the result is a number, without
///     zeros in front; a public key works then, too, to read a signed block.
///   - cipherTextLen: the number of bytes at `cipherText`.
///   - plainText: receives the result.
///   - plainTextLen: the size of that buffer in bytes; on return the length of the result,
///     unchanged after a failure.
/// - Returns: `errSecSuccess`; `errSecParam` for another key or padding, data that was not
///   encrypted for the key, and a buffer that is too small; the codes of
///   ``SecItemCopyMatching(_:_:)`` for a stored key that cannot be fetched.
@discardableResult
public func SecKeyDecrypt(
    _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>,
    _ cipherTextLen: Int, _ plainText: UnsafeMutablePointer<UInt8>,
    _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    LastError.status {
        let data = try lent(cipherText, cipherTextLen)
        let buffer = try room(plainText, plainTextLen.pointee)
        let algorithm = try key.encryption(with: padding)
        let isRaw = algorithm.isRaw
        let result = try key.filling(data, for: algorithm) { input in
            if isRaw, key.part == .public {
                return SecretBytes(copying: try key.encrypt(input, algorithm))
            }
            return try key.decrypt(input, algorithm)
        }
        plainTextLen.pointee = try result.withBytes {
            try buffer.take($0, withoutZerosInFront: isRaw)
        }
    }
}

private func lent(
    _ bytes: UnsafePointer<UInt8>, _ count: Int
) throws(KeychainError) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(try room(UnsafeMutablePointer(mutating: bytes), count))
}

private func room(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int
) throws(KeychainError) -> UnsafeMutableRawBufferPointer {
    guard count >= 0 else { throw KeychainError(.parameter, "length: below zero") }
    return UnsafeMutableRawBufferPointer(start: bytes, count: count)
}
