import SwiftKeychainMemory
import SwiftKeychainSystem

/// Encrypts with a passphrase as files are written here: PBES2 (RFC 8018), PBKDF2 over SHA-256 with
/// 600 000 iterations and 16 bytes of salt, AES-256 in CBC mode.
///
/// All parts of a file lie under one key, each with a vector of its own: it is derived once.
struct PasswordSealing {
    static let iterations = 600_000

    private let salt: [UInt8]
    private let key: SecretBytes

    init(_ passphrase: Passphrase) throws(PKIError) {
        salt = RandomSource.system.bytes(16)
        key = try KeyDerivation.pbkdf2(
            passphrase.utf8, salt: salt, iterations: Self.iterations, .sha256, count: 32)
    }

    func seal(
        _ bytes: UnsafeRawBufferPointer
    ) throws(PKIError) -> (algorithm: DERTree, ciphertext: [UInt8]) {
        let vector = RandomSource.system.bytes(16)
        let ciphertext = try vector.lending { vector throws(PKIError) in
            try BlockCipher.aes256.encrypt(bytes, key: key, vector: vector)
        }
        let derivation = DERTree.sequence(
            .identifier(FormatOID.pbkdf2),
            .sequence(
                .octetString(.octets(salt)), .number(Self.iterations),
                .sequence(.identifier(FormatOID.hmacWithSHA256), .null)))
        let cipher = DERTree.sequence(
            .identifier(FormatOID.aes256), .octetString(.octets(vector)))
        return (
            .sequence(.identifier(FormatOID.pbes2), .sequence(derivation, cipher)),
            ciphertext.copied
        )
    }
}
