// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// An encryption with a passphrase, as named by the AlgorithmIdentifier of an encrypted PKCS#8 key or of
/// a part of a PKCS#12 file.
struct PasswordEncryption {
    private enum Scheme {
        /// PBES2 (RFC 8018, 6.2): the passphrase as it is.
        case modern(PasswordDerivation, BlockCipher, vector: [UInt8])
        /// PBES1 (RFC 8018, 6.1): the passphrase as it is.
        case early(digest: StaticString, Rounds)
        /// The schemes of PKCS#12 (RFC 7292, appendix C): the passphrase in wide characters.
        case wide(BlockCipher, Rounds)
    }

    /// The parameters of PBES1 and of PKCS#12's schemes: a salt and a number of iterations.
    private struct Rounds {
        let salt: [UInt8]
        let iterations: Int

        init(_ parameters: DERElement?) throws(PKIError) {
            var reader = try PasswordEncryption.inside(parameters)
            salt = Array(try reader.next(.octetString).content)
            iterations = try reader.next(.integer).smallNumber()
            try reader.end()
            guard salt.count <= 1024, iterations > 0 else {
                throw .malformed("passphrase", "salt or iterations are out of range")
            }
        }
    }

    private let scheme: Scheme

    /// Reads an AlgorithmIdentifier.
    ///
    /// - Throws: `unsupportedFormat` for a scheme that isn't supported; `malformed` for broken parameters.
    init(_ identifier: AlgorithmIdentifier) throws(PKIError) {
        let parameters = identifier.parameters
        switch identifier.algorithm {
        case FormatOID.pbes2: scheme = try Self.modern(parameters)
        case FormatOID.md5WithDES: scheme = .early(digest: "MD5", try Rounds(parameters))
        case FormatOID.sha1WithDES: scheme = .early(digest: "SHA1", try Rounds(parameters))
        case FormatOID.wideTripleDES: scheme = .wide(.tripleDES, try Rounds(parameters))
        case FormatOID.wideTripleDES2: scheme = .wide(.tripleDES2, try Rounds(parameters))
        case FormatOID.wideRC2: scheme = .wide(.rc2, try Rounds(parameters))
        case FormatOID.wideRC2With40Bits: scheme = .wide(.rc2With40Bits, try Rounds(parameters))
        default:
            throw PKIError(
                .unsupportedFormat,
                "passphrase: encryption scheme \(identifier.algorithm) isn't supported")
        }
    }

    /// Decrypts.
    ///
    /// - Throws: `wrongPassphrase` for most passphrases that are wrong; some of them decrypt to
    ///   bytes without a meaning. `unsupportedFormat` where the iterations are too many.
    func open(
        _ ciphertext: [UInt8], _ passphrase: Passphrase, _ budget: inout WorkBudget
    ) throws(PKIError) -> SecretBytes {
        let cipher: BlockCipher
        let key: SecretBytes
        // A vector is no secret.
        let vector: [UInt8]
        switch scheme {
        case .modern(let derivation, let chosen, let given):
            cipher = chosen
            key = try derivation.derive(passphrase, count: chosen.keyBytes, &budget)
            vector = given
        case .early(let digest, let rounds):
            cipher = .des
            try budget.spend(rounds.iterations, at: RoundCost.pbkdf1)
            // One derivation gives both: eight bytes of key, then eight of vector.
            let both = try KeyDerivation.pbkdf1(
                passphrase.utf8, salt: rounds.salt, iterations: rounds.iterations, digest: digest,
                count: 16)
            key = both.prefix(8)
            vector = both.withBytes { [UInt8]($0.dropFirst(8)) }
        case .wide(let chosen, let rounds):
            cipher = chosen
            // SHA-1 gives 20 bytes at once: of a long key two blocks, of the vector one.
            let blocks = (chosen.keyBytes + 19) / 20 + 1
            try budget.spend(
                rounds.iterations, at: RoundCost.pkcs12(digestBytes: 20), times: blocks)
            let wide = passphrase.wide()
            key = try KeyDerivation.pkcs12(
                wide, salt: rounds.salt, iterations: rounds.iterations, digest: "SHA1", .key,
                count: chosen.keyBytes)
            vector = try KeyDerivation.pkcs12(
                wide, salt: rounds.salt, iterations: rounds.iterations, digest: "SHA1", .vector,
                count: chosen.blockBytes
            ).copied
        }
        return try cipher.decrypt(ciphertext, key: key, vector: vector)
    }

    /// Reads the parameters of PBES2 (RFC 8018, appendix A.4): a key derivation, then a cipher with its vector.
    private static func modern(_ parameters: DERElement?) throws(PKIError) -> Scheme {
        var reader = try inside(parameters)
        let derivation = try PasswordDerivation(AlgorithmIdentifier(try reader.next()))
        let encryption = try AlgorithmIdentifier(try reader.next())
        try reader.end()
        var cipher = MessageOID.ciphers[encryption.algorithm]
        var vector = encryption.parameters
        if encryption.algorithm == FormatOID.rc2 {
            // RFC 8018, appendix B.2.3: a version, which stands for a size of keys, and the vector.
            var parameters = try inside(vector)
            let sizes: [Int: BlockCipher] = [58: .rc2, 160: .rc2With40Bits]
            cipher = sizes[try parameters.nextIf(.integer)?.smallNumber() ?? 0]
            vector = try parameters.next()
            try parameters.end()
        }
        guard let cipher else {
            throw PKIError(
                .unsupportedFormat, "passphrase: cipher \(encryption.algorithm) isn't supported")
        }
        guard let vector, vector.tag == .octetString,
            vector.content.count == cipher.blockBytes, derivation.fits(cipher)
        else { throw .malformed("passphrase", "the parameters of PBES2 are broken") }
        return .modern(derivation, cipher, vector: Array(vector.content))
    }

    /// Returns a reader of parameters, which must be a sequence.
    static func inside(_ parameters: DERElement?) throws(PKIError) -> DERReader {
        guard let parameters, parameters.tag == .sequence else {
            throw .malformed("passphrase", "parameters are missing")
        }
        return DERReader(inside: parameters)
    }
}

/// The encryption with a passphrase of all files that are written: PBES2 (RFC 8018), PBKDF2 over SHA-256 with
/// 600 000 iterations and 16 bytes of salt, AES-256 in CBC mode.
///
/// One key, derived once, encrypts all parts of a file, each with a new vector.
struct PasswordSealing {
    /// As many as OWASP recommends for PBKDF2 over SHA-256 (2023): 0.2 seconds by ``RoundCost``.
    static let iterations = 600_000

    private let salt: [UInt8]
    private let key: SecretBytes

    /// Chooses a salt, and derives the key.
    init(_ passphrase: Passphrase) throws(PKIError) {
        salt = RandomSource.system.bytes(16)
        key = try KeyDerivation.pbkdf2(
            passphrase.utf8, salt: salt, iterations: Self.iterations, .sha256, count: 32)
    }

    /// Encrypts with AES-256 in CBC mode (PBES2, RFC 8018, section 6.2.1). Returns the algorithm with its parameters,
    /// and the ciphertext.
    func seal(
        _ bytes: SecretBytes
    ) throws(PKIError) -> (algorithm: DERTree, ciphertext: [UInt8]) {
        let vector = RandomSource.system.bytes(16)
        let ciphertext = try BlockCipher.aes256.encrypt(bytes, key: key, vector: vector)
        let derivation = DERTree.sequence(
            .identifier(FormatOID.pbkdf2),
            .sequence(
                .octetString(.octets(salt)), .number(Self.iterations),
                .sequence(.identifier(FormatOID.hmacWithSHA256), .null)))
        let cipher = DERTree.sequence(
            .identifier(FormatOID.aes256), .octetString(.octets(vector)))
        return (
            .sequence(.identifier(FormatOID.pbes2), .sequence(derivation, cipher)),
            ciphertext
        )
    }
}
