import CKeychainCrypto
import SwiftKeychainMemory

/// Holds one key of a pair: RSA (RFC 8017) or elliptic curve (SEC 1).
///
/// Several threads may use it at once. A private key lies in locked memory, as it is handed out,
/// and inside libcrypto, which wipes it when the object goes.
public final class CryptoKey: @unchecked Sendable {
    /// Names the type of a key.
    public enum KeyType: Int, Sendable {
        case rsa = 42
        case ellipticCurve = 73
    }

    /// Names a half of a pair.
    public enum Part: Int, Sendable {
        case `public` = 0
        case `private` = 1
    }

    /// Says of which family the key is.
    public enum Family: Hashable, Sendable {
        case rsa
        case ellipticCurve(EllipticCurve)
    }

    public let family: Family
    public let part: Part
    /// Holds the size in bits: of the modulus, or of the curve.
    public let bits: Int
    /// Holds the public key: PKCS#1 `RSAPublicKey`, or 04 ‖ X ‖ Y.
    public let publicBytes: [UInt8]
    /// Holds the private key, of a private key: PKCS#1 `RSAPrivateKey`, or 04 ‖ X ‖ Y ‖ K.
    public let privateBytes: SecretBytes?
    /// Points at the `EVP_PKEY`. It is never changed, so that threads may share it.
    let handle: OpaquePointer

    /// Takes over `handle`.
    init(
        _ family: Family, _ part: Part, bits: Int, handle: OpaquePointer, publicBytes: [UInt8],
        privateBytes: SecretBytes?
    ) {
        self.family = family
        self.part = part
        self.bits = bits
        self.handle = handle
        self.publicBytes = publicBytes
        self.privateBytes = privateBytes
    }

    deinit { EVP_PKEY_free(handle) }

    public var type: KeyType {
        switch family {
        case .rsa: .rsa
        case .ellipticCurve: .ellipticCurve
        }
    }

    /// Tells how many bytes a modulus or a coordinate has.
    public var blockSize: Int { (bits + 7) / 8 }

    /// Tells the SHA-1 hash of the public key, by which a key and its certificate are found.
    public var publicKeyHash: [UInt8] { HashFunction.sha1.digest(publicBytes) }

    /// Reads a key.
    ///
    /// - Parameter bytes: for RSA, PKCS#1 `RSAPublicKey` or `RSAPrivateKey` of two primes in DER
    ///   (RFC 8017 A.1); for elliptic curves, 04 ‖ X ‖ Y, followed by K in a private key
    ///   (SEC 1, 2.3.3).
    /// - Throws: `invalidArgument` when the bytes are no such key, or its parts do not belong together.
    public static func read(
        _ type: KeyType, _ part: Part, _ bytes: UnsafeRawBufferPointer
    ) throws(PKIError) -> CryptoKey {
        switch (type, part) {
        case (.rsa, .public): try readRSAPublicKey(bytes)
        case (.rsa, .private): try readRSAPrivateKey(bytes)
        case (.ellipticCurve, .public): try readPoint(bytes)
        case (.ellipticCurve, .private): try readScalar(bytes)
        }
    }

    /// Reads a key whose bytes are no secret, or lie in the caller's memory anyway.
    package static func read(
        _ type: KeyType, _ part: Part, _ bytes: [UInt8]
    ) throws(PKIError) -> CryptoKey {
        try bytes.lending { bytes throws(PKIError) in try read(type, part, bytes) }
    }

    /// Makes a private key with the random numbers of libcrypto.
    ///
    /// - Parameter bits: for RSA a multiple of 8 from 512 to 8192; for elliptic curves 192, 256,
    ///   384 or 521.
    /// - Throws: `invalidArgument` for another size.
    public static func generate(_ type: KeyType, bits: Int) throws(PKIError) -> CryptoKey {
        switch type {
        case .rsa: return try generateRSA(bits: bits)
        case .ellipticCurve:
            guard let curve = EllipticCurve(bits: bits) else {
                throw PKIError(
                    .invalidArgument,
                    "kSecAttrKeySizeInBits: elliptic curve keys have 192, 256, 384 or 521 bits")
            }
            return try generate(on: curve)
        }
    }

    /// Gives the public key of the pair.
    public func publicKey() throws(PKIError) -> CryptoKey {
        if part == .public { return self }
        return try Self.read(type, .public, publicBytes)
    }

    /// The sizes of RSA keys.
    package static let rsaBits = 512...8192
}

extension CryptoKey: Hashable {
    /// Two keys are equal when they are the same half of the same pair.
    public static func == (one: CryptoKey, other: CryptoKey) -> Bool {
        one.part == other.part && one.publicBytes == other.publicBytes
            && one.privateBytes == other.privateBytes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(part)
        hasher.combine(publicBytes)
    }
}
