// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

// The operations of a stored key. An attribute that forbids an operation makes it fail, though the
// bytes would allow it.
extension StoredKey {
    /// Signs bytes with a private key.
    ///
    ///     let key = try Keychain.default.keys([.label: .string("server")])[0]
    ///     let signature = try key.sign(Array("text".utf8), .ecdsa(.x962, .message(.sha256)))
    ///
    /// - Returns: for RSA as many bytes as the modulus; for ECDSA see `ECDSAForm`.
    /// - Throws: as `fetchPrivateKey()`; `parameter` when the key does not support the algorithm,
    ///   `keyUsageIncorrect` when its attributes forbid it to sign.
    public func sign(
        _ bytes: [UInt8], _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> [UInt8] {
        try require(.sign)
        let key = try fetchPrivateKey()
        return try callPKI(bytes.withUnsafeBytes { try key.sign($0, algorithm) })
    }

    /// Decrypts bytes with a private key.
    ///
    ///     let key = try Keychain.default.keys([.label: .string("server")])[0]
    ///     let plaintext = try key.decrypt(bytes, .rsaEncryption(.oaep(.sha256)))
    ///
    /// - Throws: as ``sign(_:_:)``; `parameter` for bytes that weren't encrypted for the key.
    public func decrypt(
        _ ciphertext: [UInt8], _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> SecretBytes {
        try require(.decrypt)
        let key = try fetchPrivateKey()
        return try callPKI(ciphertext.withUnsafeBytes { try key.decrypt($0, algorithm) })
    }

    /// Computes the secret shared with the holder of `peer`, a public key on the same curve.
    ///
    ///     let peer = try bytes.withUnsafeBytes {
    ///         try CryptoKey.read(.ellipticCurve, .public, $0)
    ///     }
    ///     let key = try Keychain.default.keys([.label: .string("server")])[0]
    ///     let shared = try key.exchange(with: peer, .keyExchange(.cofactor, .sha256), count: 32)
    ///
    /// - Throws: as `CryptoKey.exchange(with:_:count:sharedInfo:)` and ``sign(_:_:)``.
    public func exchange(
        with peer: CryptoKey, _ algorithm: KeyAlgorithm, count: Int? = nil,
        sharedInfo: [UInt8] = []
    ) throws(KeychainError) -> SecretBytes {
        try require(.keyExchange)
        let key = try fetchPrivateKey()
        return try callPKI(
            sharedInfo.withUnsafeBytes {
                try key.exchange(with: peer, algorithm, count: count, sharedInfo: $0)
            })
    }

    /// Checks the attribute that allows an operation; an absent one allows it.
    private func require(_ operation: KeyOperation) throws(KeychainError) {
        guard item[operation.attribute]?.integer != 0 else {
            throw KeychainError(
                .keyUsageIncorrect, "\(operation.attribute): the key may not \(operation)")
        }
    }
}
