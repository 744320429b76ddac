import CKeychainCrypto
import SwiftKeychainModel

/// Holds the state of one operation on a key (`EVP_PKEY_CTX`).
struct KeyOperationContext: ~Copyable {
    let pointer: OpaquePointer

    init(_ key: CryptoKey) throws(KeychainError) {
        guard
            let pointer = EVP_PKEY_CTX_new_from_pkey(CryptoLibrary.context, key.handle, nil)
        else { throw .crypto(.allocation, "key operation") }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_CTX_free(pointer) }

    /// Throws when a call of libcrypto did not succeed.
    func require(_ outcome: Int32, _ what: String) throws(KeychainError) {
        guard outcome > 0 else { throw .crypto(.parameter, "\(what): refused") }
    }
}

extension [UInt8] {
    /// Lends the bytes to a body that throws an error of its own.
    package func lending<Result>(
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        var failure: KeychainError?
        let result: Result? = withUnsafeBytes { bytes in
            do throws(KeychainError) { return try body(bytes) } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        return result!
    }
}
