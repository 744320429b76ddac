// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// The context of libcrypto that only this package uses.
///
/// Everything is fetched from it by name, once: no configuration file of the system, no
/// environment variable and no other user of libcrypto in the process changes what it returns. The
/// first call that needs it makes it.
package enum CryptoLibrary {
    /// The `OSSL_LIB_CTX` for every call that takes one.
    nonisolated(unsafe) package static let context: OpaquePointer = {
        // Handlers at exit would free memory that other threads still use.
        _ = OPENSSL_init_crypto(
            UInt64(OPENSSL_INIT_NO_ATEXIT) | UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
        guard let context = OSSL_LIB_CTX_new() else { fatalError("libcrypto: out of memory") }
        return context
    }()

    /// Makes a secret number (`BIGNUM`) of its bytes, highest first. The caller frees it with BN_clear_free.
    package static func secretNumber(_ bytes: UnsafeRawBufferPointer) -> OpaquePointer? {
        let room = BN_secure_new()
        // libcrypto then takes algorithms whose time doesn't depend on the number.
        BN_set_flags(room, BN_FLG_CONSTTIME)
        return BN_bin2bn(bytes.octets, Int32(bytes.count), room)
    }

    /// Reads a value of an ASN.1 type; nil if it can't be read. The caller frees it with ASN1_item_free.
    static func read(_ der: [UInt8], _ type: OpaquePointer?) -> OpaquePointer? {
        der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return ASN1_item_d2i(nil, &position, buffer.count, type)
        }
    }

    /// Unwraps what was fetched; stops the process if libcrypto lacks what this package needs.
    package static func fetched(_ pointer: OpaquePointer?, _ name: String) -> OpaquePointer {
        guard let pointer else { fatalError("libcrypto has no \(name)") }
        return pointer
    }
}

/// A context of libcrypto with ciphers that are no longer safe, for old files. The first such file
/// makes it.
enum LegacyLibrary {
    /// Nil if the legacy provider isn't installed.
    nonisolated(unsafe) static let context: OpaquePointer? = {
        _ = CryptoLibrary.context
        let context = OSSL_LIB_CTX_new()
        // Once one provider is loaded by name, the default one no longer comes by itself.
        let standard = OSSL_PROVIDER_load(context, "default")
        guard standard != nil, OSSL_PROVIDER_load(context, "legacy") != nil else {
            // A provider that isn't installed leaves errors in the queue.
            ERR_clear_error()
            if let standard { _ = OSSL_PROVIDER_unload(standard) }
            OSSL_LIB_CTX_free(context)
            return nil
        }
        return context
    }()
}
