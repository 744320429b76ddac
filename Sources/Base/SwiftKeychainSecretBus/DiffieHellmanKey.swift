// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainSystem

/// One side of a key exchange in the Second Oakley Group (RFC 2409, section 6.2), with generator 2.
package struct DiffieHellmanKey {
    /// The bytes of the prime, and of every number of the exchange.
    package static let count = 128

    private static let primeDigits = """
        ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74\
        020bbea63b139b22514a08798e3404ddef9519b3cd3a431b302b0a6df25f1437\
        4fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed\
        ee386bfb5a899fa5ae9f24117c4b1fe649286651ece65381ffffffffffffffff
        """
    /// The prime, highest byte first.
    package static let prime = Hexadecimal.bytes(primeDigits.utf8)!

    /// The bytes of a private exponent: more than the group's strength of about 80 bits asks for (RFC 3526, section 8).
    private static let exponentBytes = 32

    private let exponent: SecretBytes
    /// The number for the other side, highest byte first.
    /// 128 bytes, with zeros before a smaller number.
    package let publicKey: [UInt8]

    package init(_ random: RandomSource = .system) {
        self.init(exponent: SecretBytes(count: Self.exponentBytes) { random.fill($0) })
    }

    /// - Parameter exponent: the private exponent, highest byte first; for tests.
    package init(exponent: SecretBytes) {
        self.exponent = exponent
        publicKey = Self.power([2], exponent).withBytes { Array($0) }
    }

    /// Returns the key of a session: HKDF-SHA256 (RFC 5869) of the shared number, without salt and info, 16 bytes.
    ///
    /// - Parameter peer: the number of the other side, highest byte first.
    /// - Returns: nil for a number that isn't in 2…p-2.
    package func sessionKey(with peer: [UInt8]) -> SecretBytes? {
        guard Self.isValid(peer) else { return nil }
        // Keep the leading zeros: if they were dropped, one exchange in 256 would give a key that differs from the client's.
        let shared = Self.power(peer, exponent)
        // No salt means as many zeros as the digest has bytes (RFC 5869, section 2.2).
        let salt = SecretBytes(count: 32) { _ in }
        guard let extracted = try? shared.withBytes({ try HMAC.key(of: $0, under: salt, .sha256) }),
            // One block is enough; its number is the byte 1 (section 2.3).
            let expanded = try? [UInt8]([1]).withUnsafeBytes({
                try HMAC.key(of: $0, under: extracted, .sha256)
            })
        else { return nil }
        return expanded.withBytes { SecretBytes(copying: $0.prefix(16)) }
    }

    /// Returns whether a number is in 2…p-2. With 0, 1 and p-1, anyone knows the shared number.
    private static func isValid(_ number: [UInt8]) -> Bool {
        guard number.count <= count else { return false }
        let padded = [UInt8](repeating: 0, count: count - number.count) + number
        let one = [UInt8](repeating: 0, count: count - 1) + [1]
        // The prime is odd, so this borrows nothing.
        let last = prime.dropLast() + [prime[count - 1] - 1]
        return one.lexicographicallyPrecedes(padded) && padded.lexicographicallyPrecedes(last)
    }

    /// Computes base^exponent modulo the prime, with zeros before it to 128 bytes.
    ///
    /// The time doesn't depend on the exponent.
    private static func power(_ base: [UInt8], _ exponent: SecretBytes) -> SecretBytes {
        let context = CryptoLibrary.fetched(BN_CTX_secure_new_ex(CryptoLibrary.context), "BN_CTX")
        defer { BN_CTX_free(context) }
        let modulus = BN_bin2bn(prime, Int32(count), nil)
        let number = BN_bin2bn(base, Int32(base.count), nil)
        let secret = exponent.withBytes { CryptoLibrary.secretNumber($0) }
        let result = BN_secure_new()
        defer { for value in [modulus, number, secret, result] { BN_clear_free(value) } }
        guard BN_mod_exp_mont_consttime(result, number, secret, modulus, context, nil) == 1 else {
            fatalError("libcrypto: no memory for a key exchange")
        }
        return SecretBytes(count: count) { buffer in
            _ = BN_bn2binpad(
                result, buffer.bindMemory(to: UInt8.self).baseAddress, Int32(count))
        }
    }
}
