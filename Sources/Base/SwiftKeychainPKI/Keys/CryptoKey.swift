// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// One key of a pair: RSA (RFC 8017) or elliptic curve (SEC 1).
///
/// Its idea is that a key works the same wherever its private half is: in memory, in a TPM or on a card. The public
/// half is always here, as an `EVP_PKEY`. The private operations of a key elsewhere go to an `ExternalPrivateKey`,
/// which gets a digest or a padded block and returns the result.
///
/// | key | bytes | operations |
/// |---|---|---|
/// | public | ``publicBytes`` | libcrypto |
/// | private, in memory | ``privateBytes``, in locked memory, and inside libcrypto, which wipes it when the object goes | libcrypto |
/// | private, elsewhere | none | the external key |
///
/// 1. A key never changes, so several threads may use it at once.
/// 2. A key is checked when it is read: sizes, curves, and that its numbers are consistent. Whoever has one needs no
///    check.
/// 3. The forms of keys are those of Apple's `SecKeyCopyExternalRepresentation`: PKCS#1 for RSA, X9.63 for curves.
public final class CryptoKey: @unchecked Sendable {
    /// The type of a key.
    ///
    /// The numbers are those of `kSecAttrKeyTypeRSA` and `kSecAttrKeyTypeECSECPrimeRandom`.
    public enum KeyType: Int, Sendable {
        case rsa = 42
        case ellipticCurve = 73
    }

    /// A half of a pair.
    ///
    /// The numbers are those of `kSecAttrKeyClassPublic` and `kSecAttrKeyClassPrivate`.
    public enum Part: Int, Sendable {
        case `public` = 0
        case `private` = 1
    }

    /// The family of a key.
    public enum Family: Hashable, Sendable {
        case rsa
        case ellipticCurve(EllipticCurve)
    }

    public let family: Family
    public let part: Part
    /// The size in bits: of the modulus, or of the curve.
    public let bits: Int
    /// The public key: PKCS#1 `RSAPublicKey`, or 04 ‖ X ‖ Y.
    public let publicBytes: [UInt8]
    /// The private key, of a private key in memory: PKCS#1 `RSAPrivateKey`, or 04 ‖ X ‖ Y ‖ K.
    public let privateBytes: SecretBytes?
    /// The key of libcrypto: the whole one, or the public half if the private one is elsewhere.
    let handle: KeyHandle

    /// Carries out the operations of a private key in a token; nil for any other key.
    package let external: (any ExternalPrivateKey)?

    /// Makes the private half of a pair whose operations an external key carries out; it can't be exported.
    package init(_ external: any ExternalPrivateKey, of publicKey: CryptoKey) {
        family = publicKey.family
        part = .private
        bits = publicKey.bits
        handle = publicKey.handle
        publicBytes = publicKey.publicBytes
        privateBytes = nil
        self.external = external
    }

    init(
        _ family: Family, _ part: Part, bits: Int, handle: KeyHandle, publicBytes: [UInt8],
        privateBytes: SecretBytes?
    ) {
        self.family = family
        self.part = part
        self.bits = bits
        self.handle = handle
        self.publicBytes = publicBytes
        self.privateBytes = privateBytes
        external = nil
    }

    public var type: KeyType {
        switch family {
        case .rsa: .rsa
        case .ellipticCurve: .ellipticCurve
        }
    }

    /// The number of bytes a modulus or a coordinate has.
    public var blockSize: Int { (bits + 7) / 8 }

    /// The SHA-1 hash of the public key, by which a key and its certificate are found.
    public var publicKeyHash: [UInt8] { HashFunction.sha1.digest(publicBytes) }

    /// Reads a key.
    ///
    /// - Parameter bytes: for RSA, PKCS#1 `RSAPublicKey` or `RSAPrivateKey` of two primes in DER
    ///   (RFC 8017 A.1); for elliptic curves, 04 ‖ X ‖ Y, followed by K in a private key
    ///   (SEC 1, 2.3.3).
    /// - Throws: `invalidArgument` when the bytes aren't such a key, or its parts are inconsistent.
    public static func read(
        _ type: KeyType, _ part: Part, _ bytes: UnsafeRawBufferPointer
    ) throws(PKIError) -> CryptoKey {
        do throws(PKIError) {
            switch part {
            case .public: return try readPublicKey(type, [UInt8](bytes))
            case .private: return try readPrivateKey(type, SecretBytes(copying: bytes))
            }
        } catch {
            guard [.malformed, .unsupportedFormat].contains(error.code) else { throw error }
            throw PKIError(.invalidArgument, error.detail, file: error.file, line: error.line)
        }
    }

    /// Reads a private key as ``read(_:_:_:)`` does, but throws `malformed` for bytes that aren't one, and
    /// `unsupportedFormat` for an RSA key of another size or of more primes.
    ///
    /// - Parameter isChecked: the parts of these bytes were found consistent before the bytes were sealed. The check
    ///   takes longer than a signature, so it isn't repeated.
    package static func readPrivateKey(
        _ type: KeyType, _ whole: SecretBytes, isChecked: Bool = false
    ) throws(PKIError) -> CryptoKey {
        try whole.withBytes { bytes throws(PKIError) in
            switch type {
            case .rsa: try readRSAPrivateKey(bytes, of: whole, isChecked: isChecked)
            case .ellipticCurve: try readScalar(bytes, of: whole, isChecked: isChecked)
            }
        }
    }

    /// Reads a public key as ``read(_:_:_:)`` does, but throws `malformed` for bytes that aren't one, and
    /// `unsupportedFormat` for an RSA key of another size.
    package static func readPublicKey(
        _ type: KeyType, _ bytes: [UInt8]
    ) throws(PKIError) -> CryptoKey {
        switch type {
        case .rsa: try readRSAPublicKey(bytes)
        case .ellipticCurve: try readPoint(bytes)
        }
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

    /// Returns the public key of the pair.
    public func publicKey() throws(PKIError) -> CryptoKey {
        if part == .public { return self }
        return try Self.readPublicKey(type, publicBytes)
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

// What reading and generating keys of both families have in common.
extension CryptoKey {
    /// Makes a key of its numbers.
    static func assemble(
        _ algorithm: StaticString, _ part: Part, _ parameters: ParameterList
    ) throws(PKIError) -> KeyHandle {
        let maker = EVP_PKEY_CTX_new_from_name(CryptoLibrary.context, algorithm.characters, nil)
        defer { EVP_PKEY_CTX_free(maker) }
        var handle: OpaquePointer?
        let selection = part == .public ? keychain_pkey_public() : keychain_pkey_pair()
        let isMade =
            EVP_PKEY_fromdata_init(maker) == 1
            && parameters.withParameters { EVP_PKEY_fromdata(maker, &handle, selection, $0) } == 1
        guard isMade, let handle else {
            EVP_PKEY_free(handle)
            throw .crypto(.malformed, "key data: not a valid key")
        }
        return KeyHandle(handle)
    }

    /// Generates a key.
    static func generate(
        _ algorithm: StaticString, _ prepare: (OpaquePointer) -> Int32
    ) throws(PKIError) -> KeyHandle {
        let maker = EVP_PKEY_CTX_new_from_name(CryptoLibrary.context, algorithm.characters, nil)
        defer { EVP_PKEY_CTX_free(maker) }
        var handle: OpaquePointer?
        guard let maker, EVP_PKEY_keygen_init(maker) == 1, prepare(maker) == 1,
            EVP_PKEY_generate(maker, &handle) == 1, let handle
        else { throw .crypto(.libraryFailure, "generating a key failed") }
        return KeyHandle(handle)
    }

    /// Reads numbers of a key, each with `count` bytes, highest first.
    static func numbers(
        _ names: [StaticString], of handle: KeyHandle, bytes count: Int
    ) throws(PKIError) -> [SecretBytes] {
        var list = ParameterList()
        for name in names { list.append(name, roomForIntegerOf: count) }
        guard list.withParameters({ EVP_PKEY_get_params(handle.pointer, $0) }) == 1 else {
            throw .crypto(.libraryFailure, "reading a generated key failed")
        }
        return names.indices.map { list.integer(at: $0) }
    }
}
