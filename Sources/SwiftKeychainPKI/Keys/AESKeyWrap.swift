import CKeychainCrypto
import SwiftKeychainMemory

/// AES key wrap with padding (RFC 5649): it encrypts a key with another one and notices changes.
package enum AESKeyWrap {
    /// Encrypts a key of 1 byte or more.
    ///
    /// - Parameter wrapping: the bytes of an AES key.
    package static func wrap(
        _ key: SecretBytes, with wrapping: SecretBytes
    ) throws(PKIError) -> [UInt8] {
        guard key.count > 0 else { throw .crypto(.invalidArgument, "key wrap: an empty key") }
        var output = [UInt8](repeating: 0, count: (key.count + 7) / 8 * 8 + 8)
        let count = key.withBytes { key in
            output.withUnsafeMutableBytes { run(key, into: $0, wrapping, encrypts: true) }
        }
        guard count == output.count else { throw .crypto(.libraryFailure, "key wrap") }
        return output
    }

    /// Decrypts a wrapped key.
    ///
    /// - Throws: `notForThisKey` for bytes that this key didn't wrap.
    package static func unwrap(
        _ wrapped: UnsafeRawBufferPointer, with wrapping: SecretBytes
    ) throws(PKIError) -> SecretBytes {
        guard wrapped.count >= 16, wrapped.count % 8 == 0, wrapped.count <= 1 << 16 else {
            throw .notForThisKey
        }
        var found: Int?
        let padded = SecretBytes(count: wrapped.count) { room in
            found = run(wrapped, into: room, wrapping, encrypts: false)
        }
        guard let found, found > 0, found < padded.count else { throw .notForThisKey }
        return padded.withBytes {
            SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<found]))
        }
    }

    /// Returns the number of bytes written; nil after a failure.
    private static func run(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
        _ wrapping: SecretBytes, encrypts: Bool
    ) -> Int? {
        let cipher = EVP_CIPHER_fetch(
            CryptoLibrary.context, "AES-\(wrapping.count * 8)-WRAP-PAD", nil)
        let context = EVP_CIPHER_CTX_new()
        defer {
            EVP_CIPHER_CTX_free(context)
            EVP_CIPHER_free(cipher)
        }
        EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        var count: Int32 = 0
        let isDone = wrapping.withBytes { key in
            cipher != nil
                && EVP_CipherInit_ex2(context, cipher, key.octets, nil, encrypts ? 1 : 0, nil) == 1
                && EVP_CipherUpdate(
                    context, output.octets, &count, input.octets, Int32(input.count)) == 1
        }
        return isDone ? Int(count) : nil
    }
}
