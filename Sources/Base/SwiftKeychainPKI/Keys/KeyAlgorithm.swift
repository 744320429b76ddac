// SPDX-License-Identifier: Apache-2.0
/// An algorithm of `SecKeyAlgorithm`; `KeyAlgorithm.named(_:)` finds it by name.
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

/// An operation with a key, as `SecKeyOperationType` numbers it.
public enum KeyOperation: Int, CaseIterable, Sendable {
    case sign, verify, encrypt, decrypt, keyExchange
}

/// The input of a signature.
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

/// The padding of an RSA signature (RFC 8017, 8 and 9).
public enum RSASignaturePadding: Hashable, Sendable {
    case none
    case pkcs1
    /// Probabilistic: MGF1 over the hash itself, and a salt of the length of the hash.
    case pss
}

/// The padding of RSA encryption (RFC 8017, 7).
public enum RSAEncryptionPadding: Hashable, Sendable {
    case none
    case pkcs1
    /// Optimal asymmetric: MGF1 over the same hash, and an empty label.
    case oaep(HashFunction)
}

/// The encoding of an ECDSA signature.
public enum ECDSAForm: Sendable {
    /// As a DER sequence of r and s (ANSI X9.62, RFC 3279 2.2.3).
    case x962
    /// As r ‖ s, each with the bytes of a coordinate (RFC 4754, 7).
    case rfc4754
}

/// A Diffie-Hellman primitive of SEC 1, 3.3; on curves of cofactor 1 both give the same.
public enum KeyAgreement: Sendable { case standard, cofactor }

/// The origin of the nonce of ECIES.
public enum ECIESNonce: Sendable { case zero, derived }

// Table: every algorithm of `SecKeyAlgorithm` by its raw value. Where a family has one member for
// each hash function, the row is inside the loop.

extension KeyAlgorithm {
    /// Finds an algorithm by the raw value of its constant; nil for any other text.
    package static func named(_ name: String) -> KeyAlgorithm? { table[name] }

    package static let table: [String: KeyAlgorithm] = {
        var table: [String: KeyAlgorithm] = [
            "algid:sign:RSA:raw": .rsaSignature(.none, .bytes),
            "algid:sign:RSA:digest-PKCS1v15": .rsaSignature(.pkcs1, .bytes),
            "algid:sign:ECDSA:digest-X962": .ecdsa(.x962, .bytes),
            "algid:sign:ECDSA:digest-RFC4754": .ecdsa(.rfc4754, .bytes),
            "algid:sign:ECDSA:RFC4754": .ecdsa(.rfc4754, .bytes),
            "algid:encrypt:RSA:raw": .rsaEncryption(.none),
            "algid:encrypt:RSA:PKCS1": .rsaEncryption(.pkcs1),
            "algid:keyexchange:ECDH": .keyExchange(.standard, nil),
            "algid:keyexchange:ECDHC": .keyExchange(.cofactor, nil),
        ]
        for hash in HashFunction.allCases {
            let name = "\(hash.name)"
            // The names end with the length of the salt; SHA-224's says 24, and 28 is meant.
            let pss = "\(name):\(name):\(hash == .sha224 ? 24 : hash.byteCount)"
            let rows: [String: KeyAlgorithm] = [
                "algid:sign:RSA:digest-PKCS1v15:\(name)": .rsaSignature(.pkcs1, .digest(hash)),
                "algid:sign:RSA:message-PKCS1v15:\(name)": .rsaSignature(.pkcs1, .message(hash)),
                "algid:sign:RSA:digest-PSS:\(pss)": .rsaSignature(.pss, .digest(hash)),
                "algid:sign:RSA:message-PSS:\(pss)": .rsaSignature(.pss, .message(hash)),
                "algid:sign:ECDSA:digest-X962:\(name)": .ecdsa(.x962, .digest(hash)),
                "algid:sign:ECDSA:message-X962:\(name)": .ecdsa(.x962, .message(hash)),
                "algid:sign:ECDSA:digest-RFC4754:\(name)": .ecdsa(.rfc4754, .digest(hash)),
                "algid:sign:ECDSA:message-RFC4754:\(name)": .ecdsa(.rfc4754, .message(hash)),
                "algid:encrypt:RSA:OAEP:\(name)": .rsaEncryption(.oaep(hash)),
                "algid:encrypt:RSA:OAEP:\(name):AESGCM": .rsaHybrid(hash),
                "algid:encrypt:ECIES:ECDH:KDFX963:\(name):AESGCM": .ecies(.standard, hash, .zero),
                "algid:encrypt:ECIES:ECDHC:KDFX963:\(name):AESGCM": .ecies(.cofactor, hash, .zero),
                "algid:keyexchange:ECDH:KDFX963:\(name)": .keyExchange(.standard, hash),
                "algid:keyexchange:ECDHC:KDFX963:\(name)": .keyExchange(.cofactor, hash),
            ]
            table.merge(rows) { $1 }
            // The derived nonce came later and has no member for SHA-1.
            guard hash != .sha1 else { continue }
            table["algid:encrypt:ECIES:ECDH:KDFX963:\(name):AESGCM-KDFIV"] =
                .ecies(.standard, hash, .derived)
            table["algid:encrypt:ECIES:ECDHC:KDFX963:\(name):AESGCM-KDFIV"] =
                .ecies(.cofactor, hash, .derived)
        }
        return table
    }()
}
