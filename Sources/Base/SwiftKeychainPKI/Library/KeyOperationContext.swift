// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// The state of one operation on a key (`EVP_PKEY_CTX`).
struct KeyOperationContext: ~Copyable {
    let pointer: OpaquePointer

    init(_ key: CryptoKey) throws(PKIError) {
        guard
            let pointer = EVP_PKEY_CTX_new_from_pkey(CryptoLibrary.context, key.handle.pointer, nil)
        else { throw .crypto(.noMemory, "key operation") }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_CTX_free(pointer) }

    /// Throws when a call of libcrypto did not succeed.
    ///
    /// - Throws: `invalidArgument`, with libcrypto's reasons.
    func require(_ outcome: Int32, _ what: String) throws(PKIError) {
        guard outcome > 0 else { throw .crypto(.invalidArgument, "\(what): refused") }
    }
}
