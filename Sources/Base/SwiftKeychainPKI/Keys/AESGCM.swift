// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// AES-GCM (NIST SP 800-38D), a nonce of 16 bytes, and a tag of 16 bytes at the end.
///
/// A nonce usually has 12 bytes; 16 are part of Apple's formats.
enum AESGCM {
    static let tagBytes = 16
    static let nonceBytes = 16
    /// The nonce for keys that encrypt only once.
    static let zeroNonce = [UInt8](repeating: 0, count: nonceBytes)

    nonisolated(unsafe) private static let aes128 = CryptoLibrary.fetched(
        EVP_CIPHER_fetch(CryptoLibrary.context, "AES-128-GCM", nil), "AES-128-GCM")
    nonisolated(unsafe) private static let aes256 = CryptoLibrary.fetched(
        EVP_CIPHER_fetch(CryptoLibrary.context, "AES-256-GCM", nil), "AES-256-GCM")

    /// Appends ciphertext ‖ tag to `output`.
    static func seal(
        _ plaintext: UnsafeRawBufferPointer, key: SecretBytes, nonce: [UInt8],
        authenticating: [UInt8], into output: inout [UInt8]
    ) throws(PKIError) {
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: plaintext.count + tagBytes))
        let isSealed = output.withUnsafeMutableBytes { output in
            let room = UnsafeMutableRawBufferPointer(rebasing: output[start...])
            let tag = room.octets! + plaintext.count
            let run = Run(key: key, nonce: nonce, encrypts: true)
            return run.authenticate(authenticating) && run.process(plaintext, into: room)
                && run.finish()
                && EVP_CIPHER_CTX_ctrl(
                    run.context, EVP_CTRL_AEAD_GET_TAG, Int32(tagBytes), tag) == 1
        }
        guard isSealed else { throw .crypto(.libraryFailure, "AES-GCM") }
    }

    /// Opens ciphertext ‖ tag.
    ///
    /// - Throws: `notForThisKey` for every fault. No plaintext is returned before the tag was found right.
    static func open(
        _ sealed: UnsafeRawBufferPointer, key: SecretBytes, nonce: [UInt8],
        authenticating: [UInt8]
    ) throws(PKIError) -> SecretBytes {
        guard sealed.count >= tagBytes else { throw .notForThisKey }
        let ciphertext = UnsafeRawBufferPointer(rebasing: sealed.dropLast(tagBytes))
        let tag = UnsafeRawBufferPointer(rebasing: sealed.suffix(tagBytes))
        let plaintext = SecretBytes.filled(ciphertext.count) { room in
            let run = Run(key: key, nonce: nonce, encrypts: false)
            return run.authenticate(authenticating) && run.process(ciphertext, into: room)
                && EVP_CIPHER_CTX_ctrl(
                    run.context, EVP_CTRL_AEAD_SET_TAG, Int32(tagBytes),
                    UnsafeMutableRawPointer(mutating: tag.baseAddress)) == 1
                && run.finish()
        }
        guard let plaintext else { throw .notForThisKey }
        return plaintext
    }

    /// One encryption or decryption. Its end frees libcrypto's context, which contains the expanded key.
    private struct Run: ~Copyable {
        let context: OpaquePointer?
        private let isReady: Bool

        init(key: SecretBytes, nonce: [UInt8], encrypts: Bool) {
            let context = EVP_CIPHER_CTX_new()
            let cipher = key.count == 16 ? aes128 : aes256
            let direction: Int32 = encrypts ? 1 : 0
            self.context = context
            isReady =
                EVP_CipherInit_ex2(context, cipher, nil, nil, direction, nil) == 1
                && EVP_CIPHER_CTX_ctrl(
                    context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1
                && key.withBytes {
                    EVP_CipherInit_ex2(context, nil, $0.octets, nonce, direction, nil)
                } == 1
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        /// Adds associated data, which is authenticated and not encrypted.
        func authenticate(_ bytes: [UInt8]) -> Bool {
            var count: Int32 = 0
            guard isReady else { return false }
            return bytes.isEmpty
                || EVP_CipherUpdate(context, nil, &count, bytes, Int32(bytes.count)) == 1
        }

        /// Goes in pieces: a count of libcrypto is a C int.
        func process(
            _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
        ) -> Bool {
            var done = 0
            while done < input.count {
                let piece = min(input.count - done, 1 << 30)
                var count: Int32 = 0
                guard
                    EVP_CipherUpdate(
                        context, output.octets! + done, &count, input.octets + done, Int32(piece))
                        == 1, Int(count) == piece
                else { return false }
                done += piece
            }
            return true
        }

        /// Ends the run; in a decryption, returns whether the tag is right.
        func finish() -> Bool {
            var count: Int32 = 0
            var nothing = (UInt64(0), UInt64(0))
            return withUnsafeMutableBytes(of: &nothing) {
                EVP_CipherFinal_ex(context, $0.octets, &count) == 1
            }
        }
    }
}
