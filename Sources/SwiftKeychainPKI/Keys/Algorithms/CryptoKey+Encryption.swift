import SwiftKeychainMemory

extension CryptoKey {
    /// Encrypts bytes for the holder of the private key.
    ///
    /// - Throws: `invalidArgument` when the key does not support the algorithm or the bytes do not fit.
    public func encrypt(
        _ plaintext: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(PKIError) -> [UInt8] {
        try require(.encrypt, algorithm)
        switch algorithm {
        case .rsaEncryption(let padding): return try rsaEncrypt(plaintext, padding)
        case .rsaHybrid(let hash): return try hybridEncrypt(plaintext, hash)
        case .ecies(let agreement, let hash, let nonce):
            return try eciesEncrypt(plaintext, agreement, hash, nonce)
        default: throw PKIError(.invalidArgument, "algorithm: no encryption")
        }
    }

    /// Decrypts bytes.
    ///
    /// - Throws: `invalidArgument` when the key does not support the algorithm, and for anything that
    ///   was not encrypted for the key. The error does not tell what was wrong with it.
    public func decrypt(
        _ ciphertext: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(PKIError) -> SecretBytes {
        try require(.decrypt, algorithm)
        switch algorithm {
        case .rsaEncryption(let padding): return try rsaDecrypt(ciphertext, padding)
        case .rsaHybrid(let hash): return try hybridDecrypt(ciphertext, hash)
        case .ecies(let agreement, let hash, let nonce):
            return try eciesDecrypt(ciphertext, agreement, hash, nonce)
        default: throw PKIError(.invalidArgument, "algorithm: no encryption")
        }
    }
}

extension PKIError {
    /// Tells that something was not encrypted for this key, and no more: an error that told apart
    /// a wrong padding would decrypt for who asks often enough.
    static var notForThisKey: PKIError {
        _ = PKIError.crypto(.invalidArgument, "")
        return PKIError(.invalidArgument, "data: not encrypted for this key with this algorithm")
    }
}
