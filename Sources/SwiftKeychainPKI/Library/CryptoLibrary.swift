import CKeychainCrypto

/// Holds this package's own context of libcrypto.
///
/// Everything is fetched from it by name, once: no configuration file of the system, no
/// environment variable and no other user of libcrypto in the process changes what it answers. It
/// is made by the first call that needs it.
package enum CryptoLibrary {
    /// Holds the `OSSL_LIB_CTX` for every call that takes one.
    nonisolated(unsafe) package static let context: OpaquePointer = {
        // Handlers at exit would free what other threads still use.
        OPENSSL_init_crypto(
            UInt64(OPENSSL_INIT_NO_ATEXIT) | UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
        guard let context = OSSL_LIB_CTX_new() else { fatalError("libcrypto: no memory") }
        return context
    }()
    /// Unwraps what was fetched; stops the process where libcrypto lacks what this package is
    /// made of.
    package static func fetched(_ pointer: OpaquePointer?, _ name: String) -> OpaquePointer {
        guard let pointer else { fatalError("libcrypto has no \(name)") }
        return pointer
    }
}
