// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The paddings of RFC 8017 for a private key elsewhere that computes nothing but the power: the blocks in front of
/// a signature, and what is behind a decryption.
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
        switch padding {
        case .none: return block
        case .pkcs1:
            // RFC 8017, 7.2.2: 0, 2, at least eight bytes that aren't 0, 0, and the plaintext.
            let start = block.withBytes { bytes -> Int? in
                var (wrong, start, isFound) = (bytes[0] | (bytes[1] ^ 2), 0, UInt8(0))
                for index in 2..<bytes.count {
                    // All bits are set at the first zero only, so the index is taken once and without a branch.
                    let isEnd = isZero(bytes[index]) & ~isFound
                    start |= index & Int(Int8(bitPattern: isEnd))
                    isFound |= isEnd
                }
                wrong |= ~isFound
                return wrong == 0 && start >= 10 ? start + 1 : nil
            }
            guard let start else { throw .notForThisKey }
            return block.withBytes { SecretBytes(copying: $0[start...]) }
        case .oaep(let hash): return try optimal(block, hash)
        }
    }

    /// RFC 8017, 7.1.2, with an empty label.
    private static func optimal(
        _ block: SecretBytes, _ hash: HashFunction
    ) throws(PKIError) -> SecretBytes {
        let size = hash.byteCount
        guard block.count >= 2 * size + 2 else { throw .notForThisKey }
        var start: Int?
        let opened = block.withBytes { bytes in
            SecretBytes(count: bytes.count) { room in
                room.copyMemory(from: bytes)
                let seed = UnsafeMutableRawBufferPointer(rebasing: room[1...size])
                let data = UnsafeMutableRawBufferPointer(rebasing: room[(size + 1)...])
                hash.mask(seed, with: UnsafeRawBufferPointer(data))
                hash.mask(data, with: UnsafeRawBufferPointer(seed))
                // The digest of the label, zeros, 1, and the plaintext.
                var (wrong, end, isFound) = (room[0], 0, UInt8(0))
                for (byte, expected) in zip(data, hash.digest([UInt8]())) {
                    wrong |= byte ^ expected
                }
                for index in size..<data.count {
                    let isEnd = ~isZero(data[index]) & ~isFound
                    end |= index & Int(Int8(bitPattern: isEnd))
                    wrong |= isEnd & (data[index] ^ 1)
                    isFound |= isEnd
                }
                wrong |= ~isFound
                start = wrong == 0 ? size + 1 + end + 1 : nil
            }
        }
        guard let start else { throw .notForThisKey }
        return opened.withBytes { SecretBytes(copying: $0[start...]) }
    }

    /// All bits for 0, none for other bytes, without a branch.
    private static func isZero(_ byte: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (Int(byte) - 1) >> 8)
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
