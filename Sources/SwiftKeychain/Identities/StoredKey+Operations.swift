import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

// The operations of a stored key. A flag among its attributes that says no forbids the operation,
// whoever could do it with the bytes.
extension StoredKey {
    /// Signs bytes with a private key.
    ///
    /// - Returns: for RSA as many bytes as the modulus; for ECDSA see ``ECDSAForm``.
    /// - Throws: as ``withPrivateKey(_:)``; `parameter` when the key does not support the algorithm,
    ///   `keyUsageIncorrect` when its attributes forbid it to sign.
    public func sign(
        _ bytes: [UInt8], _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> [UInt8] {
        try require(.sign)
        return try withPrivateKey { key throws(KeychainError) in
            try bytes.lending { bytes throws(KeychainError) in
                try callPKI(key.sign(bytes, algorithm))
            }
        }
    }

    /// Decrypts bytes with a private key.
    ///
    /// - Throws: as ``sign(_:_:)``; `parameter` for what was not encrypted for the key.
    public func decrypt(
        _ ciphertext: [UInt8], _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> SecretBytes {
        try require(.decrypt)
        return try withPrivateKey { key throws(KeychainError) in
            try ciphertext.lending { bytes throws(KeychainError) in
                try callPKI(key.decrypt(bytes, algorithm))
            }
        }
    }

    /// Exchanges keys with the holder of `peer`, a public key on the same curve.
    ///
    /// - Throws: as ``CryptoKey/exchange(with:_:count:sharedInfo:)`` and ``sign(_:_:)``.
    public func exchange(
        with peer: CryptoKey, _ algorithm: KeyAlgorithm, count: Int? = nil,
        sharedInfo: [UInt8] = []
    ) throws(KeychainError) -> SecretBytes {
        try require(.keyExchange)
        return try withPrivateKey { key throws(KeychainError) in
            try sharedInfo.lending { info throws(KeychainError) in
                try callPKI(
                    key.exchange(with: peer, algorithm, count: count, sharedInfo: info))
            }
        }
    }

    private func require(_ operation: KeyOperation) throws(KeychainError) {
        guard item[operation.attribute]?.integer != 0 else {
            throw KeychainError(
                .keyUsageIncorrect, "\(operation.attribute): the key may not \(operation)")
        }
    }
}
