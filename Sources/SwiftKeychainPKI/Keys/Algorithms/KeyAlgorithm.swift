/// Says what an algorithm of `SecKeyAlgorithm` does; ``KeyAlgorithm/named(_:)`` finds it by name.
public enum KeyAlgorithm: Hashable, Sendable {
    case rsaSignature(RSASignaturePadding, SignatureInput)
    case ecdsa(ECDSAForm, SignatureInput)
    case rsaEncryption(RSAEncryptionPadding)
    /// A session key under RSA with OAEP padding, and AES-GCM.
    case rsaHybrid(HashFunction)
    /// An ephemeral key exchange, a derivation over a hash, and AES-GCM.
    case ecies(KeyAgreement, HashFunction, ECIESNonce)
    /// A key exchange, with a derivation over a hash or bare.
    case keyExchange(KeyAgreement, HashFunction?)
}

/// Names what is done with a key, as `SecKeyOperationType` numbers it.
public enum KeyOperation: Int, CaseIterable, Sendable {
    case sign, verify, encrypt, decrypt, keyExchange
}

/// Says what is given to a signature.
public enum SignatureInput: Hashable, Sendable {
    /// Bytes that are signed as they are: a digest of any kind, or a block.
    case bytes
    /// A digest of this function.
    case digest(HashFunction)
    /// A message, hashed with this function first.
    case message(HashFunction)

    var hash: HashFunction? {
        switch self {
        case .bytes: nil
        case .digest(let hash), .message(let hash): hash
        }
    }
}

/// Says how a block for an RSA signature is made (RFC 8017, 8 and 9).
public enum RSASignaturePadding: Hashable, Sendable {
    case none
    case pkcs1
    /// Probabilistic: MGF1 over the hash itself, and a salt of the length of the hash.
    case pss
}

/// Says how a block for RSA encryption is made (RFC 8017, 7).
public enum RSAEncryptionPadding: Hashable, Sendable {
    case none
    case pkcs1
    /// Optimal asymmetric: MGF1 over the same hash, and an empty label.
    case oaep(HashFunction)
}

/// Says how an ECDSA signature is written.
public enum ECDSAForm: Sendable {
    /// As a DER sequence of r and s (ANSI X9.62, RFC 3279 2.2.3).
    case x962
    /// As r ‖ s, each with the bytes of a coordinate (RFC 4754, 7).
    case rfc4754
}

/// Names a Diffie-Hellman primitive of SEC 1, 3.3; on curves of cofactor 1 both give the same.
public enum KeyAgreement: Sendable { case standard, cofactor }

/// Says where the nonce of ECIES comes from.
public enum ECIESNonce: Sendable { case zero, derived }
