// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// SHA-1 (FIPS 180-4, 6.1.2) with the bytes of each word, of the message and of the digest, in reverse order:
/// the digest of wallets of KWallet 5. It only detects damage.
enum SwappedSHA1 {
    /// Returns the digest, 20 bytes.
    ///
    /// libcrypto pads a message without swapping the words of the padding. So it gets whole blocks here, and what it has
    /// after the last one is the digest: words in the order of the machine.
    static func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        // The padding is one byte 0x80 and eight bytes of the length in bits, at least.
        let message = SecretBytes(count: (bytes.count + 9 + 63) / 64 * 64) { room in
            room.initializeMemory(as: UInt8.self, repeating: 0)
            room.copyMemory(from: bytes)
            room[bytes.count] = 0x80
            room.storeBytes(
                of: UInt64(bytes.count * 8).bigEndian, toByteOffset: room.count - 8,
                as: UInt64.self)
        }
        // SHA_CTX (openssl/sha.h): five words of the digest, the length, a block that isn't whole, and its length.
        var state = [UInt32](repeating: 0, count: 5 + 2 + 16 + 1)
        return message.withBytes(KWalletFile.swapped).withBytes { blocks in
            state.withUnsafeMutableBytes { state in
                let context = OpaquePointer(state.baseAddress!)
                _ = SHA1_Init(context)
                _ = SHA1_Update(context, blocks.baseAddress, blocks.count)
                return Array(state.prefix(20))
            }
        }
    }
}
