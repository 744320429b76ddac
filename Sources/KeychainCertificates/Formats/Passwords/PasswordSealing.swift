import CCrypto
import KeychainMemory
import KeychainModel

/// Encrypts with a passphrase as files are written here: PBES2 (RFC 8018), PBKDF2 over SHA-256 with
/// 100 000 iterations and 16 bytes of salt, AES-256 in CBC mode.
enum PasswordSealing {
    static let iterations = 100_000

    static func seal(
        _ bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase
    ) throws(KeychainError) -> (algorithm: DERTree, ciphertext: [UInt8]) {
        let salt = try random(16)
        let vector = try random(16)
        let key = try KeyDerivation.pbkdf2(
            passphrase.utf8, salt: salt, iterations: iterations, .sha256, count: 32)
        let ciphertext = try vector.lending { vector throws(KeychainError) in
            try BlockCipher.aes256.encrypt(bytes, key: key, vector: vector)
        }
        let derivation = DERTree.sequence(
            .identifier(FormatOID.pbkdf2),
            .sequence(
                .octetString(.octets(salt)), .number(iterations),
                .sequence(.identifier(FormatOID.hmacWithSHA256), .null)))
        let cipher = DERTree.sequence(
            .identifier(FormatOID.aes256), .octetString(.octets(vector)))
        return (
            .sequence(.identifier(FormatOID.pbes2), .sequence(derivation, cipher)),
            ciphertext.copied
        )
    }

    /// Makes random bytes.
    static func random(_ count: Int) throws(KeychainError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes_ex(CryptoLibrary.context, &bytes, count, 0) == 1 else {
            throw .crypto(.internalComponent, "random bytes")
        }
        return bytes
    }
}
