// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

extension CryptoKey {
    /// Returns true if the key can do an operation with an algorithm: its half and its family are
    /// right, and what the padding needs fits into the modulus.
    public func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
        supports(operation, algorithm, as: part)
            && external?.supports(operation, algorithm) ?? true
    }

    /// Returns true if a half of the pair can do an operation; the other half is enough to know.
    package func supports(
        _ operation: KeyOperation, _ algorithm: KeyAlgorithm, as part: Part
    ) -> Bool {
        let isOfPublicHalf = operation == .verify || operation == .encrypt
        guard isOfPublicHalf == (part == .public) else { return false }
        let isSignature = operation == .sign || operation == .verify
        let isEncryption = operation == .encrypt || operation == .decrypt
        switch (algorithm, family) {
        case (.rsaSignature(let padding, let input), .rsa) where isSignature:
            guard let hash = input.hash else { return true }
            switch padding {
            case .none: return true
            // RFC 8017, 9.2: the digest with its name, and eleven bytes of padding.
            case .pkcs1: return blockSize >= hash.byteCount + (hash == .sha1 ? 15 : 19) + 11
            // RFC 8017, 9.1.1: the block is of one bit less than the modulus.
            case .pss: return (bits + 6) / 8 >= 2 * hash.byteCount + 2
            }
        case (.rsaEncryption(.oaep(let hash)), .rsa) where isEncryption:
            return blockSize >= 2 * hash.byteCount + 2
        case (.rsaEncryption, .rsa): return isEncryption
        case (.rsaHybrid(let hash), .rsa) where isEncryption:
            return blockSize >= 2 * hash.byteCount + 2 + sessionKeyBytes
        case (.ecdsa, .ellipticCurve): return isSignature
        case (.ecies, .ellipticCurve): return isEncryption
        case (.keyExchange, .ellipticCurve): return operation == .keyExchange
        default: return false
        }
    }

    /// The size of the AES key in hybrid encryption with this key.
    ///
    /// AES-256 for RSA of 4096 bits and more and for curves above P-256, else AES-128, as in Apple's algorithms.
    var sessionKeyBytes: Int {
        switch family {
        case .rsa: bits >= 4096 ? 32 : 16
        case .ellipticCurve: bits > 256 ? 32 : 16
        }
    }

    /// Throws `invalidArgument` if the key doesn't support the operation.
    func require(
        _ operation: KeyOperation, _ algorithm: KeyAlgorithm
    ) throws(PKIError) {
        guard supports(operation, algorithm) else {
            throw .unsupported(operation, by: self)
        }
    }
}

extension CryptoKey: CustomStringConvertible {
    /// Half, type and size, and nothing of the key itself.
    public var description: String { description(as: part) }

    /// Describes a half of the pair.
    package func description(as part: Part) -> String {
        let type = type == .rsa ? "RSA" : "elliptic curve"
        return "\(part) \(type) key, \(bits) bits"
    }
}

extension PKIError {
    /// Makes the error for a key that doesn't support an operation with an algorithm.
    package static func unsupported(
        _ operation: KeyOperation, by key: some CustomStringConvertible
    ) -> PKIError {
        PKIError(.invalidArgument, "algorithm: \(key) can't \(operation) with it")
    }
}

extension CryptoKey {
    /// Signs bytes: a message, a digest or a block, as the algorithm says.
    ///
    /// - Returns: for RSA as many bytes as the modulus; for ECDSA see `ECDSAForm`.
    /// - Throws: `invalidArgument` when the key doesn't support it or the input has the wrong size.
    public func sign(
        _ bytes: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(PKIError) -> [UInt8] {
        try require(.sign, algorithm)
        let block = try algorithm.block(of: bytes)
        switch algorithm {
        case .rsaSignature(let padding, let input):
            return try rsaSign(block, padding, input.hash)
        case .ecdsa(let form, _): return try ecdsaSign(block, form)
        default: throw PKIError(.invalidArgument, "algorithm: not a signature")
        }
    }

    /// Verifies a signature of bytes.
    ///
    /// - Throws: `wrongSignature` when the signature isn't valid for key and data; `invalidArgument`
    ///   when the key doesn't support the algorithm or a digest has the wrong size.
    public func verify(
        _ signature: UnsafeRawBufferPointer, of bytes: UnsafeRawBufferPointer,
        _ algorithm: KeyAlgorithm
    ) throws(PKIError) {
        try require(.verify, algorithm)
        try verify([UInt8](signature), ofBlock: try algorithm.block(of: bytes), algorithm)
    }

    /// Verifies a signature of a block: bytes, or the digest that the algorithm makes of a message. The key supports
    /// the algorithm (``require(_:_:)``).
    ///
    /// - Parameter anySalt: true to accept a PSS signature with a salt of any length.
    func verify(
        _ signature: [UInt8], ofBlock block: [UInt8], _ algorithm: KeyAlgorithm,
        anySalt: Bool = false
    ) throws(PKIError) {
        switch algorithm {
        case .rsaSignature(let padding, let input):
            try rsaVerify(signature, of: block, padding, input.hash, anySalt: anySalt)
        case .ecdsa(let form, _): try ecdsaVerify(signature, of: block, form)
        default: throw PKIError(.invalidArgument, "algorithm: not a signature")
        }
    }
}

extension KeyAlgorithm {
    /// Returns what is signed: the bytes, or their digest.
    ///
    /// - Throws: `invalidArgument` for a digest of another size.
    fileprivate func block(of bytes: UnsafeRawBufferPointer) throws(PKIError) -> [UInt8] {
        switch self {
        case .rsaSignature(_, .message(let hash)), .ecdsa(_, .message(let hash)):
            return hash.digest(bytes)
        case .rsaSignature(_, .digest(let hash)), .ecdsa(_, .digest(let hash)):
            guard bytes.count == hash.byteCount else {
                throw PKIError(
                    .invalidArgument, "digest: \(hash.name) has \(hash.byteCount) bytes")
            }
            return [UInt8](bytes)
        default: return [UInt8](bytes)
        }
    }
}

extension PKIError {
    /// The error for a signature that doesn't belong to key and data.
    static var signatureMismatch: PKIError {
        .crypto(.wrongSignature, "signature: it doesn't match the key and the data")
    }
}

extension CryptoKey {
    /// Encrypts bytes for the holder of the private key.
    ///
    /// - Throws: `invalidArgument` when the key doesn't support the algorithm or the bytes don't fit.
    public func encrypt(
        _ plaintext: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(PKIError) -> [UInt8] {
        try require(.encrypt, algorithm)
        switch algorithm {
        case .rsaEncryption(let padding): return try rsaEncrypt(plaintext, padding)
        case .rsaHybrid(let hash): return try hybridEncrypt(plaintext, hash)
        case .ecies(let agreement, let hash, let nonce):
            return try eciesEncrypt(plaintext, agreement, hash, nonce)
        default: throw PKIError(.invalidArgument, "algorithm: not an encryption")
        }
    }

    /// Decrypts bytes.
    ///
    /// - Throws: `invalidArgument` when the key doesn't support the algorithm, and for anything that
    ///   was not encrypted for the key. The error doesn't reveal what was wrong with it.
    public func decrypt(
        _ ciphertext: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(PKIError) -> SecretBytes {
        try require(.decrypt, algorithm)
        switch algorithm {
        case .rsaEncryption(let padding): return try rsaDecrypt([UInt8](ciphertext), padding)
        case .rsaHybrid(let hash): return try hybridDecrypt(ciphertext, hash)
        case .ecies(let agreement, let hash, let nonce):
            return try eciesDecrypt(ciphertext, agreement, hash, nonce)
        default: throw PKIError(.invalidArgument, "algorithm: not an encryption")
        }
    }
}

extension PKIError {
    /// The error for data that wasn't encrypted for this key. It gives no detail, because an error for
    /// wrong padding would let an attacker decrypt by trying often enough.
    package static var notForThisKey: PKIError {
        // Empties libcrypto's queue, whose reasons would reveal what the error conceals.
        _ = PKIError.crypto(.invalidArgument, "")
        return PKIError(.invalidArgument, "data: not encrypted for this key with this algorithm")
    }
}
