// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory
import SwiftKeychainSystem

/// RFC 8017 paddings for keys in a token that offers only the raw RSA operation: makes the blocks that it signs, and
/// removes the padding of those that it decrypts.
package enum RSABlock {
    /// Returns the block that an RSA key raises to its private exponent.
    ///
    /// - Parameters:
    ///   - input: a digest of `hash`, or without one a block that fits.
    ///   - count: the number of bytes of the modulus, whose highest bit is set.
    package static func signature(
        of input: [UInt8], _ padding: RSASignaturePadding, _ hash: HashFunction?, count: Int
    ) throws(PKIError) -> [UInt8] {
        switch (padding, hash) {
        case (.none, _): return input
        case (.pkcs1, _):
            // RFC 8017, 9.2.
            let named = (hash?.digestInfoPrefix ?? []) + input
            return [0, 1] + [UInt8](repeating: 0xFF, count: count - named.count - 3) + [0] + named
        case (.pss, let hash?): return probabilistic(input, hash, count: count)
        case (.pss, nil): throw PKIError(.invalidArgument, "algorithm: PSS needs a hash function")
        }
    }

    /// RFC 8017, 9.1.1, with a salt of the length of the hash.
    private static func probabilistic(
        _ digest: [UInt8], _ hash: HashFunction, count: Int
    ) -> [UInt8] {
        let size = hash.byteCount
        let salt = RandomSource.system.bytes(size)
        let proof = hash.digest([UInt8](repeating: 0, count: 8) + digest + salt)
        var masked = [UInt8](repeating: 0, count: count - 2 * size - 2) + [1] + salt
        masked.withUnsafeMutableBytes { masked in
            proof.withUnsafeBytes { hash.mask(masked, with: $0) }
        }
        // The block has one bit less than the modulus.
        masked[0] &= 0x7F
        return masked + proof + [0xBC]
    }

    /// Removes the padding of a decrypted block, in a time that doesn't depend on what is wrong with it.
    ///
    /// - Throws: ``PKIError/notForThisKey``.
    package static func plaintext(
        of block: SecretBytes, _ padding: RSAEncryptionPadding
    ) throws(PKIError) -> SecretBytes {
        if case .none = padding { return block }
        _ = ERR_set_mark()
        defer { _ = ERR_pop_to_mark() }
        let size = Int32(block.count)
        var count: Int32 = -1
        let opened = block.withBytes { bytes in
            SecretBytes(count: bytes.count) { room in
                if case .oaep(let hash) = padding {
                    count = RSA_padding_check_PKCS1_OAEP_mgf1(
                        room.octets, size, bytes.octets, size, size, nil, 0, hash.method,
                        hash.method)
                } else {
                    count = RSA_padding_check_PKCS1_type_2(
                        room.octets, size, bytes.octets, size, size)
                }
            }
        }
        guard count >= 0 else { throw .notForThisKey }
        return opened.prefix(Int(count))
    }
}

extension HashFunction {
    /// Changes bytes by the mask of a seed (MGF1, RFC 8017, B.2.1).
    fileprivate func mask(_ bytes: UnsafeMutableRawBufferPointer, with seed: UnsafeRawBufferPointer)
    {
        for (number, start) in stride(from: 0, to: bytes.count, by: byteCount).enumerated() {
            let input = SecretBytes(count: seed.count + 4) { room in
                room.copyMemory(from: seed)
                room.storeBytes(
                    of: UInt32(number).bigEndian, toByteOffset: seed.count, as: UInt32.self)
            }
            for (index, byte) in input.withBytes({ digest($0) }).enumerated()
            where start + index < bytes.count {
                bytes[start + index] ^= byte
            }
        }
    }

    /// The DER in front of a digest in a PKCS#1 signature (RFC 8017, 9.2, note 1).
    package var digestInfoPrefix: [UInt8] {
        let digest = [UInt8](repeating: 0, count: byteCount)
        let whole = DERTree.sequence(
            .algorithm(MessageOID.identifier(of: self), .null), .octetString(.octets(digest)))
        return whole.bytes().dropLast(byteCount)
    }
}
