import CKeychainCrypto

/// Tells whether the numbers of an RSA private key belong together (RFC 8017, 3.2).
///
/// The primes are taken to be prime: to prove it would take longer than to use the key for years.
enum RSAConsistency {
    /// Checks n, e, d, p, q, d mod (p - 1), d mod (q - 1) and the inverse of q modulo p.
    static func holds(_ numbers: [UnsafeRawBufferPointer]) -> Bool {
        let work = BN_CTX_secure_new()
        defer { BN_CTX_free(work) }
        let integers = numbers.map { bytes in
            let integer = BN_secure_new()
            BN_set_flags(integer, BN_FLG_CONSTTIME)
            return BN_bin2bn(bytes.octets, Int32(bytes.count), integer)
        }
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
