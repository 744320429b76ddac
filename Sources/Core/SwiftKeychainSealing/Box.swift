// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainMemory

/// Sealed boxes: nonce (24 bytes), ciphertext, tag (16 bytes), by XChaCha20-Poly1305
/// (RFC 8439, draft-irtf-cfrg-xchacha-03) with a random nonce.
package enum Box {
    package static let nonceBytes = 24
    static let tagBytes = 16
    package static let overhead = nonceBytes + tagBytes

    /// Seals `plaintext` under the 32 bytes at `key`; `nonce` must be 24 bytes never used before.
    package static func seal(
        _ plaintext: UnsafeRawBufferPointer, associatedData: [UInt8], nonce: [UInt8],
        under key: KeyPointer
    ) -> [UInt8] {
        precondition(nonce.count == nonceBytes, "a nonce holds 24 bytes")
        let count = plaintext.count + overhead
        return [UInt8](unsafeUninitializedCapacity: count) { box, filled in
            _ = box.initialize(fromContentsOf: nonce)
            let result = crypto_aead_xchacha20poly1305_ietf_encrypt(
                box.baseAddress! + nonceBytes, nil,
                plaintext.bindMemory(to: UInt8.self).baseAddress, UInt64(plaintext.count),
                associatedData, UInt64(associatedData.count), nil, nonce, key)
            keychain_clear_vector_registers()
            precondition(result == 0, "sealing fails for no input")
            filled = count
        }
    }

    package static func seal(
        _ plaintext: [UInt8], associatedData: [UInt8], nonce: [UInt8], under key: KeyPointer
    ) -> [UInt8] {
        plaintext.withUnsafeBytes {
            seal($0, associatedData: associatedData, nonce: nonce, under: key)
        }
    }

    /// Opens a box, nil when it was not sealed under this key with this associated data.
    package static func open(_ box: [UInt8], associatedData: [UInt8], under key: KeyPointer)
        -> [UInt8]?
    {
        guard box.count >= overhead else { return nil }
        let count = box.count - overhead
        var isOpen = false
        let plaintext = [UInt8](unsafeUninitializedCapacity: count) { output, filled in
            isOpen = open(
                box, associatedData: associatedData, under: key,
                into: UnsafeMutableRawBufferPointer(output))
            filled = isOpen ? count : 0
        }
        return isOpen ? plaintext : nil
    }

    /// Opens a box directly into locked memory, without another copy of the secret.
    package static func openSecret(
        _ box: [UInt8], associatedData: [UInt8], under key: KeyPointer
    ) -> SecretBytes? {
        guard box.count >= overhead else { return nil }
        var isOpen = false
        let secret = SecretBytes(count: box.count - overhead) { output in
            isOpen = open(box, associatedData: associatedData, under: key, into: output)
        }
        return isOpen ? secret : nil
    }

    /// Opens a box into `output`, which has room for it (`box.count - overhead` bytes).
    package static func open(
        _ box: [UInt8], associatedData: [UInt8], under key: KeyPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard box.count >= overhead, output.count >= box.count - overhead else { return false }
        return box.withUnsafeBufferPointer { box in
            let result = crypto_aead_xchacha20poly1305_ietf_decrypt(
                output.bindMemory(to: UInt8.self).baseAddress, nil, nil,
                box.baseAddress! + nonceBytes, UInt64(box.count - nonceBytes),
                associatedData, UInt64(associatedData.count), box.baseAddress!, key)
            keychain_clear_vector_registers()
            return result == 0
        }
    }
}

// Boxes under a key in an arena.
extension KeyArena {
    package func seal(_ plaintext: [UInt8], associatedData: [UInt8], nonce: [UInt8]) -> [UInt8] {
        withKey { Box.seal(plaintext, associatedData: associatedData, nonce: nonce, under: $0) }
    }

    package func seal(
        _ plaintext: SecretBytes, associatedData: [UInt8], nonce: [UInt8]
    ) -> [UInt8] {
        plaintext.withBytes { plaintext in
            withKey { Box.seal(plaintext, associatedData: associatedData, nonce: nonce, under: $0) }
        }
    }

    package func open(_ box: [UInt8], associatedData: [UInt8]) -> [UInt8]? {
        withKey { Box.open(box, associatedData: associatedData, under: $0) }
    }

    package func openSecret(_ box: [UInt8], associatedData: [UInt8]) -> SecretBytes? {
        withKey { Box.openSecret(box, associatedData: associatedData, under: $0) }
    }
}
