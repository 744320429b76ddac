// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The authentication code of a PKCS#12 file: HMAC with a key of the passphrase
/// (RFC 7292, section 5).
///
///     SEQUENCE  SEQUENCE (hash function, OCTET STRING code) │ OCTET STRING salt │ INTEGER iterations, 1 if missing
struct PKCS12Integrity {
    private let digest: StaticString
    private let digestBytes: Int
    private let expected: [UInt8]
    private let salt: [UInt8]
    private let iterations: Int

    /// Reads MacData.
    ///
    /// - Throws: `unsupportedFormat` for a function that isn't supported, PBMAC1 among them; `malformed`.
    init(_ element: UnsafeRawBufferPointer) throws(PKIError) {
        let whole = try DERElement(only: [UInt8](element)[...])
        guard whole.tag == .sequence else { throw .malformed("PKCS#12", "not a MacData") }
        var reader = DERReader(inside: whole)
        var code = try reader.enter(.sequence)
        let algorithm = try AlgorithmIdentifier(try code.next()).algorithm
        expected = Array(try code.next(.octetString).content)
        try code.end()
        salt = Array(try reader.next(.octetString).content)
        iterations = try reader.nextIf(.integer)?.smallNumber() ?? 1
        try reader.end()
        if algorithm == FormatOID.md5 {
            (digest, digestBytes) = ("MD5", 16)
        } else if let hash = MessageOID.hash(algorithm) {
            (digest, digestBytes) = (hash.name, hash.byteCount)
        } else {
            throw PKIError(
                .unsupportedFormat, "PKCS#12: the integrity algorithm \(algorithm) isn't supported")
        }
        // Checked before any work, because the file chooses both.
        guard salt.count <= 1024, iterations > 0 else {
            throw .malformed("PKCS#12", "salt or iterations are out of range")
        }
    }

    /// Returns true if the code is that of the bytes and the passphrase.
    func holds(
        for bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase, _ budget: inout WorkBudget
    ) throws(PKIError) -> Bool {
        try budget.spend(iterations, at: RoundCost.pkcs12(digestBytes: digestBytes))
        let code = try Self.code(
            bytes, passphrase.wide(), salt: salt, iterations: iterations, digest, digestBytes)
        // In a time that doesn't depend on where the codes differ.
        return code.count == expected.count
            && CRYPTO_memcmp(code, expected, code.count) == 0
    }

    /// Makes MacData over SHA-256.
    static func make(
        for bytes: UnsafeRawBufferPointer, _ passphrase: Passphrase
    ) throws(PKIError) -> DERTree {
        let salt = RandomSource.system.bytes(16)
        let code = try code(
            bytes, passphrase.wide(), salt: salt, iterations: PasswordSealing.iterations,
            "SHA256", 32)
        return .sequence(
            .sequence(
                .sequence(.identifier(FormatOID.sha256), .null), .octetString(.octets(code))),
            .octetString(.octets(salt)), .number(PasswordSealing.iterations))
    }

    /// Computes the HMAC of the contents under a key derived from the passphrase (RFC 7292, appendix B).
    ///
    /// - Parameter count: the bytes of the digest, which are those of the key and of the code.
    private static func code(
        _ bytes: UnsafeRawBufferPointer, _ wide: SecretBytes, salt: [UInt8], iterations: Int,
        _ digest: StaticString, _ count: Int
    ) throws(PKIError) -> [UInt8] {
        let key = try KeyDerivation.pkcs12(
            wide, salt: salt, iterations: iterations, digest: digest, .integrity, count: count)
        return try HMAC.key(of: bytes, under: key, digest, count).copied
    }
}
