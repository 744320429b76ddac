extension CryptoKey {
    /// Tells whether the key can do an operation with an algorithm: its half and its family are
    /// right, and what the padding needs fits into the modulus.
    public func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
        supports(operation, algorithm, as: part)
    }

    /// Tells whether a half of the pair can do an operation; the other half is enough to know.
    package func supports(
        _ operation: KeyOperation, _ algorithm: KeyAlgorithm, as part: Part
    ) -> Bool {
        switch (operation, part) {
        case (.sign, .private), (.decrypt, .private), (.keyExchange, .private): break
        case (.verify, .public), (.encrypt, .public): break
        default: return false
        }
        switch (algorithm, operation, family) {
        case (.rsaSignature(let padding, let input), .sign, .rsa),
            (.rsaSignature(let padding, let input), .verify, .rsa):
            guard let hash = input.hash else { return true }
            switch padding {
            case .none: return true
            // RFC 8017, 9.2: the digest with its name, and eleven bytes of padding.
            case .pkcs1: return blockSize >= hash.byteCount + (hash == .sha1 ? 15 : 19) + 11
            // RFC 8017, 9.1.1: the block is of one bit less than the modulus.
            case .pss: return (bits + 6) / 8 >= 2 * hash.byteCount + 2
            }
        case (.rsaEncryption(.oaep(let hash)), .encrypt, .rsa),
            (.rsaEncryption(.oaep(let hash)), .decrypt, .rsa):
            return blockSize >= 2 * hash.byteCount + 2
        case (.rsaEncryption, .encrypt, .rsa), (.rsaEncryption, .decrypt, .rsa): return true
        case (.rsaHybrid(let hash), .encrypt, .rsa), (.rsaHybrid(let hash), .decrypt, .rsa):
            return blockSize >= 2 * hash.byteCount + 2 + sessionKeyBytes
        case (.ecdsa, .sign, .ellipticCurve), (.ecdsa, .verify, .ellipticCurve): return true
        case (.ecies, .encrypt, .ellipticCurve), (.ecies, .decrypt, .ellipticCurve): return true
        case (.keyExchange, .keyExchange, .ellipticCurve): return true
        default: return false
        }
    }

    /// Tells the size of the AES key that stands beside this key in hybrid encryption.
    var sessionKeyBytes: Int {
        switch family {
        case .rsa: bits >= 4096 ? 32 : 16
        case .ellipticCurve: bits > 256 ? 32 : 16
        }
    }

    /// Refuses what the key cannot do.
    func require(
        _ operation: KeyOperation, _ algorithm: KeyAlgorithm
    ) throws(PKIError) {
        guard supports(operation, algorithm) else {
            throw .unsupported(operation, by: self)
        }
    }
}

extension CryptoKey: CustomStringConvertible {
    /// Tells half, type and size, and nothing of the key itself.
    public var description: String { description(as: part) }

    /// Describes a half of the pair.
    package func description(as part: Part) -> String {
        let type = type == .rsa ? "RSA" : "elliptic curve"
        return "\(part) \(type) key, \(bits) bits"
    }
}

extension PKIError {
    /// Tells that a key cannot do an operation with the algorithm that was named.
    package static func unsupported(
        _ operation: KeyOperation, by key: some CustomStringConvertible
    ) -> PKIError {
        PKIError(.invalidArgument, "algorithm: \(key) cannot \(operation) with it")
    }
}
