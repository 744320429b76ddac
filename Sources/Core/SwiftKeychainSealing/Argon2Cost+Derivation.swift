// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainMemory
import SwiftKeychainModel

extension Argon2Cost {
    /// Derives a key of 32 bytes from a secret; nil when there is not enough memory.
    func key(_ secret: SecretBytes, salt: [UInt8]) -> KeyArena? {
        var isDone = false
        let key = KeyArena(count: KeyedHash.keyBytes) {
            isDone = derive(secret, salt: salt, into: $0)
        }
        return isDone ? key : nil
    }

    /// Fills the first 32 bytes of `output`, in locked memory, with the key that a secret yields.
    ///
    /// - Returns: false when there is not enough memory.
    func derive(
        _ secret: SecretBytes, salt: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        defer { keychain_clear_vector_registers() }
        return secret.withBytes { secret in
            crypto_pwhash(
                output.bindMemory(to: UInt8.self).baseAddress!, UInt64(KeyedHash.keyBytes),
                secret.bindMemory(to: CChar.self).baseAddress!, UInt64(secret.count), salt,
                operations, Int(memory), crypto_pwhash_ALG_ARGON2ID13) == 0
        }
    }
}
