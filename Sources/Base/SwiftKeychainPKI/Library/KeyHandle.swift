// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// A key of libcrypto (`EVP_PKEY`), freed when the last user lets it go. It never changes, so threads can share it.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over `pointer`.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }
}
