// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// AES key wrap: it encrypts a key with another one and notices changes.
package enum AESKeyWrap: Sendable {
    /// For keys of 16 bytes or more, in units of 8 (RFC 3394), as messages use it.
    case plain
    /// For keys of any size (RFC 5649).
    case padded

    /// Encrypts a key of 1 byte or more.
    ///
    /// - Parameter wrapping: the bytes of an AES key.
    /// - Throws: `invalidArgument` for a key whose size the form doesn't take.
    package func wrap(
        _ key: SecretBytes, with wrapping: SecretBytes
    ) throws(PKIError) -> [UInt8] {
        let wrapped = key.count == 0 ? nil : key.withBytes { run($0, wrapping, encrypts: true) }
        // Rounded up to units of eight bytes, and one unit more for the check value.
        guard let wrapped, wrapped.count == (key.count + 7) / 8 * 8 + 8 else {
            throw .crypto(.invalidArgument, "key wrap: a key of \(key.count) bytes")
        }
        return wrapped.copied
    }

    /// Decrypts a wrapped key.
    ///
    /// - Throws: `notForThisKey` for bytes that this key didn't wrap.
    package func unwrap(
        _ wrapped: UnsafeRawBufferPointer, with wrapping: SecretBytes
    ) throws(PKIError) -> SecretBytes {
        guard wrapped.count >= 16, wrapped.count % 8 == 0, wrapped.count <= 1 << 16,
            let key = run(wrapped, wrapping, encrypts: false), key.count > 0,
            key.count <= wrapped.count - 8
        else { throw .notForThisKey }
        return key
    }

    /// Returns what the cipher wrote; nil after a failure.
    private func run(
        _ input: UnsafeRawBufferPointer, _ wrapping: SecretBytes, encrypts: Bool
    ) -> SecretBytes? {
        let cipher = EVP_CIPHER_fetch(
            CryptoLibrary.context,
            "AES-\(wrapping.count * 8)-WRAP\(self == .padded ? "-PAD" : "")", nil)
        let context = EVP_CIPHER_CTX_new()
        defer {
            EVP_CIPHER_CTX_free(context)
            EVP_CIPHER_free(cipher)
        }
        EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        let isReady = wrapping.withBytes { key in
            cipher != nil
                && EVP_CipherInit_ex2(context, cipher, key.octets, nil, encrypts ? 1 : 0, nil) == 1
        }
        var count: Int32 = 0
        // libcrypto writes in whole blocks beyond the result while it unwraps.
        let room = SecretBytes.filled(input.count + 16) { room in
            isReady
                && EVP_CipherUpdate(
                    context, room.octets, &count, input.octets, Int32(input.count)) == 1
        }
        return room?.prefix(Int(count))
    }
}
