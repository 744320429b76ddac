// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

extension CryptoKey {
    /// The numbers of PKCS#1 `RSAPrivateKey`, behind the version, in their order.
    private static let rsaNumbers: [StaticString] = [
        "n", "e", "d", "rsa-factor1", "rsa-factor2", "rsa-exponent1", "rsa-exponent2",
        "rsa-coefficient1",
    ]

    /// Reads `RSAPublicKey` (RFC 8017, appendix A.1.1).
    ///
    /// - Throws: `malformed` for anything else; `unsupportedFormat` for a size outside of ``rsaBits``.
    static func readRSAPublicKey(_ bytes: [UInt8]) throws(PKIError) -> CryptoKey {
        guard let (modulus, exponent) = DERReader.twoNumbers(bytes) else {
            throw .malformed("key data", "not a PKCS#1 RSAPublicKey in DER")
        }
        let bits = try checkedSize(modulus: modulus, exponent: exponent)
        var parameters = ParameterList()
        parameters.append("n", integer: modulus)
        parameters.append("e", integer: exponent)
        return CryptoKey(
            .rsa, .public, bits: bits, handle: try assemble("RSA", .public, parameters),
            publicBytes: bytes, privateBytes: nil)
    }

    /// Reads `RSAPrivateKey` of two primes (RFC 8017, appendix A.1.2).
    ///
    /// - Parameter isChecked: whether the numbers were found consistent before; the check takes longer than a
    ///   signature.
    /// - Throws: `malformed` for bytes that aren't numbers in DER, and for numbers that don't match; `unsupportedFormat`
    ///   for a key of another type or size.
    static func readRSAPrivateKey(
        _ bytes: UnsafeRawBufferPointer, of whole: SecretBytes, isChecked: Bool
    ) throws(PKIError) -> CryptoKey {
        var broken: PKIError { .malformed("key data", "not a PKCS#1 RSAPrivateKey in DER") }
        guard var key = try? LentDERReader(sequence: bytes) else { throw broken }
        var numbers: [UnsafeRawBufferPointer] = []
        while !key.isAtEnd, numbers.count <= rsaNumbers.count {
            guard let number = try? key.unsignedInteger() else { throw broken }
            numbers.append(number)
        }
        // The version comes first, and is 0 for two primes; a zero has no bytes here. A key of DSA has fewer numbers.
        guard key.isAtEnd, numbers.count > rsaNumbers.count, numbers.removeFirst().isEmpty else {
            throw PKIError(
                .unsupportedFormat, "key data: not a PKCS#1 RSAPrivateKey of two primes")
        }
        let bits = try checkedSize(modulus: numbers[0], exponent: numbers[1])
        guard isChecked || RSAConsistency.holds(numbers) else {
            throw .crypto(.malformed, "key data: the numbers of the RSA key don't match")
        }
        var parameters = ParameterList()
        for (name, number) in zip(rsaNumbers, numbers) { parameters.append(name, integer: number) }
        return CryptoKey(
            .rsa, .private, bits: bits, handle: try assemble("RSA", .private, parameters),
            publicBytes: rsaPublicBytes([UInt8](numbers[0]), [UInt8](numbers[1])),
            privateBytes: whole)
    }

    /// Writes PKCS#1 `RSAPublicKey`.
    static func rsaPublicBytes(_ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        DERTree.sequence(.unsigned(modulus), .unsigned(exponent)).bytes()
    }

    /// Writes PKCS#1 `RSAPrivateKey` of the numbers after its version.
    static func rsaPrivateBytes(_ numbers: [SecretBytes]) -> SecretBytes {
        DERTree.element(.sequence, [.number(0)] + numbers.map { .unsigned($0) }).encoded()
    }

    /// Makes a pair with two primes.
    ///
    /// - Throws: `invalidArgument` for a size that isn't in ``rsaBits`` or not in whole bytes.
    static func generateRSA(bits: Int) throws(PKIError) -> CryptoKey {
        guard rsaBits.contains(bits), bits % 8 == 0 else {
            throw PKIError(
                .invalidArgument,
                "kSecAttrKeySizeInBits: RSA keys have 512 to 8192 bits, in whole bytes"
            )
        }
        let handle = try generate("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, Int32(bits)) }
        let numbers = try numbers(rsaNumbers, of: handle, bytes: bits / 8)
        return CryptoKey(
            .rsa, .private, bits: bits, handle: handle,
            publicBytes: rsaPublicBytes(numbers[0].copied, numbers[1].copied),
            privateBytes: rsaPrivateBytes(numbers))
    }

    /// Returns the size of a modulus in bits, after a look at whether it can be one.
    private static func checkedSize(
        modulus: some BidirectionalCollection<UInt8>, exponent: some BidirectionalCollection<UInt8>
    ) throws(PKIError) -> Int {
        let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        // libcrypto takes no longer exponent with a large modulus.
        guard rsaBits.contains(bits), exponent.count <= 8 else {
            throw PKIError(
                .unsupportedFormat,
                "key data: the RSA modulus isn't of 512 to 8192 bits, or its exponent over 64")
        }
        guard modulus.last.map({ $0 & 1 == 1 }) == true, isExponent(exponent) else {
            throw .malformed(
                "key data", "the RSA modulus or exponent is even, or the latter below 3")
        }
        return bits
    }

    /// Returns whether ``readRSAPublicKey(_:)`` reads a key. libcrypto also verifies with others.
    static func acceptsRSAPublicKey(_ bytes: [UInt8]) -> Bool {
        guard let (modulus, exponent) = DERReader.twoNumbers(bytes) else { return false }
        return (try? checkedSize(modulus: modulus, exponent: exponent)) != nil
    }

    /// Returns whether a number is odd, and 3 at least.
    private static func isExponent(_ number: some BidirectionalCollection<UInt8>) -> Bool {
        guard let last = number.last, last & 1 == 1 else { return false }
        return number.count > 1 || last >= 3
    }
}

/// The check that the numbers of an RSA private key are consistent (RFC 8017, 3.2).
///
/// It doesn't check that the primes are prime, which would take too long.
///
/// 1. p and q are odd, above 1 and different, and p q = n.
/// 2. q times the coefficient is 1 modulo p.
/// 3. The two exponents are d modulo p - 1 and modulo q - 1, and e times each is 1 there.
enum RSAConsistency {
    /// Checks n, e, d, p, q, d mod (p - 1), d mod (q - 1) and the inverse of q modulo p.
    static func holds(_ numbers: [UnsafeRawBufferPointer]) -> Bool {
        let work = BN_CTX_secure_new()
        defer { BN_CTX_free(work) }
        let integers = numbers.map(CryptoLibrary.secretNumber)
        defer { for integer in integers { BN_clear_free(integer) } }
        guard integers.count == 8, !integers.contains(where: { $0 == nil }) else { return false }
        let (n, e, d) = (integers[0], integers[1], integers[2])
        let (p, q, inverse) = (integers[3], integers[4], integers[7])
        guard BN_is_odd(p) == 1, BN_is_odd(q) == 1, BN_is_one(p) == 0, BN_is_one(q) == 0,
            BN_cmp(p, q) != 0, BN_cmp(d, n) < 0, BN_cmp(inverse, p) < 0
        else { return false }

        let product = BN_secure_new()
        defer { BN_clear_free(product) }
        guard BN_mul(product, p, q, work) == 1, BN_cmp(product, n) == 0,
            BN_mod_mul(product, inverse, q, p, work) == 1, BN_is_one(product) == 1
        else { return false }

        return [(p, integers[5]), (q, integers[6])].allSatisfy { prime, exponent in
            let order = BN_secure_new()
            defer { BN_clear_free(order) }
            return BN_sub(order, prime, BN_value_one()) == 1
                && BN_nnmod(product, d, order, work) == 1 && BN_cmp(product, exponent) == 0
                && BN_mod_mul(product, exponent, e, order, work) == 1 && BN_is_one(product) == 1
        }
    }
}
