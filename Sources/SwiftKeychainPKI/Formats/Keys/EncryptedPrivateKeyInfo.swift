import SwiftKeychainMemory

/// Reads and writes PKCS#8 keys that are encrypted: EncryptedPrivateKeyInfo (RFC 5208, 6).
enum EncryptedPrivateKeyInfo {
    /// Decrypts and reads a key.
    ///
    /// - Throws: `passphraseRequired` without a passphrase, `wrongPassphrase` with a wrong one;
    ///   `malformed` for what is no EncryptedPrivateKeyInfo; `unsupportedFormat` for an unknown scheme;
    ///   and what ``PrivateKeyInfo/read(_:)`` throws of a key that is not here.
    static func read(
        _ bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase?, _ budget: inout WorkBudget
    ) throws(PKIError) -> CryptoKey {
        var outer = LentDERReader(bytes)
        guard var reader = try? outer.enter(.sequence), outer.isAtEnd,
            let algorithm = try? reader.whole(),
            let ciphertext = try? reader.content(.octetString), reader.isAtEnd
        else { throw .malformed("PKCS#8", "no EncryptedPrivateKeyInfo in DER") }
        let scheme = try PasswordEncryption(
            AlgorithmIdentifier(DERElement(only: [UInt8](algorithm)[...])))
        guard let passphrase else {
            throw PKIError(.passphraseRequired, "PKCS#8: the key is encrypted")
        }
        let plain = try scheme.open(ciphertext, passphrase, &budget)
        return try plain.withBytes { bytes throws(PKIError) in
            do throws(PKIError) {
                return try PrivateKeyInfo.read(bytes)
            } catch {
                // One wrong passphrase in 256 leaves what looks like padding.
                guard error.code == .malformed else { throw error }
                throw PKIError(
                    .wrongPassphrase, "passphrase: it does not decrypt the file")
            }
        }
    }

    /// Encrypts a private key: PBES2 with PBKDF2 over SHA-256, and AES-256.
    static func write(
        _ key: CryptoKey, _ sealing: PasswordSealing
    ) throws(PKIError) -> DERTree {
        let plain = PrivateKeyInfo.write(key).encoded()
        let sealed = try plain.withBytes { bytes throws(PKIError) in
            try sealing.seal(bytes)
        }
        return .sequence(sealed.algorithm, .octetString(.octets(sealed.ciphertext)))
    }
}
