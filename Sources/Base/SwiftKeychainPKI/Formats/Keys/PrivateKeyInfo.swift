// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// PKCS#8 keys that aren't encrypted: PrivateKeyInfo (RFC 5208, RFC 5958).
///
///     SEQUENCE  0 or 1 │ SEQUENCE (algorithm, NULL or curve) │ OCTET STRING, the key │ [0] attributes │ [1] public key
enum PrivateKeyInfo {
    /// Reads an RSA or elliptic curve key.
    ///
    /// - Throws: `malformed` for anything but a PrivateKeyInfo and a key in DER, and for inconsistent numbers;
    ///   `unsupportedFormat` for a key of another algorithm, curve or size.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(PKIError) -> CryptoKey {
        guard var reader = try? LentDERReader(sequence: bytes),
            let version = try? reader.smallNumber(),
            version <= 1, let algorithm = try? reader.whole(),
            let key = try? reader.content(.octetString)
        else { throw .malformed("PKCS#8", "not a PrivateKeyInfo in DER") }
        // Attributes, and since version 1 the public key, follow; neither is needed.
        while let tag = reader.peekTag() {
            guard tag == .constructed(0) || tag == .primitive(1), (try? reader.whole()) != nil
            else { throw .malformed("PKCS#8", "an unknown field") }
        }
        let identifier = try AlgorithmIdentifier(DERElement(only: [UInt8](algorithm)[...]))
        switch identifier.algorithm {
        case FormatOID.rsa:
            return try CryptoKey.readPrivateKey(.rsa, SecretBytes(copying: key))
        case FormatOID.ellipticCurve:
            guard let curve = try EllipticCurve(named: identifier.parameters) else {
                throw PKIError(.unsupportedFormat, "PKCS#8: the curve isn't supported")
            }
            return try ECPrivateKey.read(key, on: curve)
        default:
            throw PKIError(
                .unsupportedFormat, "PKCS#8: the algorithm \(identifier.algorithm) isn't supported")
        }
    }

    /// Writes a private key.
    static func write(_ key: CryptoKey) -> DERTree {
        let content: DERTree =
            switch key.family {
            case .rsa: .secret(key.privateBytes!)
            case .ellipticCurve(let curve): ECPrivateKey.write(key, on: curve, namesCurve: false)
            }
        return .sequence(.number(0), .algorithm(of: key), .octetString(content))
    }
}

/// Public keys as certificates hold them: SubjectPublicKeyInfo (RFC 5280, 4.1.2.7).
enum SubjectPublicKeyInfo {
    /// Reads a key of RSA or of an elliptic curve.
    ///
    /// - Throws: `malformed` for what is no SubjectPublicKeyInfo in strict DER, or no key of its algorithm;
    ///   `unsupportedFormat` for another algorithm, curve or size.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(PKIError) -> CryptoKey {
        let element = try DERElement(only: [UInt8](bytes)[...])
        try element.checkStrictly()
        let info = try PublicKeyInfo(element)
        do throws(PKIError) {
            return try info.cryptoKey()
        } catch {
            guard error.code == .unsupportedAlgorithm else { throw error }
            let algorithm = info.algorithm.algorithm
            let what = algorithm == FormatOID.ellipticCurve ? "curve" : "algorithm \(algorithm)"
            throw PKIError(.unsupportedFormat, "public key: the \(what) isn't supported")
        }
    }

    /// Writes a public key: `SEQUENCE { SEQUENCE { algorithm, NULL or curve }, BIT STRING }`.
    static func write(_ key: CryptoKey) -> DERTree {
        .sequence(.algorithm(of: key), .bitString(key.publicBytes))
    }
}

extension DERTree {
    /// Makes the AlgorithmIdentifier of a key (RFC 3279, section 2.3.1; RFC 5480, section 2.1.1).
    static func algorithm(of key: CryptoKey) -> DERTree {
        switch key.family {
        case .rsa: .algorithm(FormatOID.rsa, .null)
        case .ellipticCurve(let curve):
            .algorithm(FormatOID.ellipticCurve, .identifier(curve.identifier))
        }
    }
}

/// PKCS#8 keys that are encrypted: EncryptedPrivateKeyInfo (RFC 5208, 6).
///
///     SEQUENCE  SEQUENCE (scheme, parameters) │ OCTET STRING, the ciphertext of a PrivateKeyInfo
enum EncryptedPrivateKeyInfo {
    /// Decrypts and reads a key.
    ///
    /// - Throws: `passphraseRequired` without a passphrase, `wrongPassphrase` with a wrong one;
    ///   `malformed` for what is no EncryptedPrivateKeyInfo; `unsupportedFormat` for an unknown scheme;
    ///   and as ``PrivateKeyInfo/read(_:)``.
    static func read(
        _ bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase?, _ budget: inout WorkBudget
    ) throws(PKIError) -> CryptoKey {
        guard var reader = try? LentDERReader(sequence: bytes),
            let algorithm = try? reader.whole(),
            let ciphertext = try? reader.content(.octetString), reader.isAtEnd
        else { throw .malformed("PKCS#8", "not an EncryptedPrivateKeyInfo in DER") }
        let scheme = try PasswordEncryption(
            AlgorithmIdentifier(DERElement(only: [UInt8](algorithm)[...])))
        // After the scheme, so that no user is asked for the passphrase of a file that can't be read anyway.
        guard let passphrase else {
            throw PKIError(.passphraseRequired, "PKCS#8: the key is encrypted")
        }
        let plain = try scheme.open([UInt8](ciphertext), passphrase, &budget)
        return try plain.withBytes { bytes throws(PKIError) in
            // One wrong passphrase in 256 leaves what looks like padding.
            guard DERShape(bytes) == .privateKeyInfo else {
                throw PKIError(.wrongPassphrase, "passphrase: it doesn't decrypt the file")
            }
            return try PrivateKeyInfo.read(bytes)
        }
    }

    /// Encrypts a private key: PBES2 with PBKDF2 over SHA-256, and AES-256.
    static func write(
        _ key: CryptoKey, _ sealing: PasswordSealing
    ) throws(PKIError) -> DERTree {
        let sealed = try sealing.seal(PrivateKeyInfo.write(key).encoded())
        return .sequence(sealed.algorithm, .octetString(.octets(sealed.ciphertext)))
    }
}
