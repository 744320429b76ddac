// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// Authentication codes with a hash function (RFC 2104), as many bytes as its digests have.
package enum HMAC {
    /// Computes the code of a message.
    ///
    /// - Throws: `libraryFailure`.
    package static func code(
        of message: UnsafeRawBufferPointer, under key: SecretBytes, _ function: HashFunction
    ) throws(PKIError) -> [UInt8] {
        try self.key(of: message, under: key, function).copied
    }

    /// Computes the code of a secret message, which is a key itself (RFC 5869), in locked memory.
    ///
    /// - Throws: `libraryFailure`.
    package static func key(
        of message: UnsafeRawBufferPointer, under key: SecretBytes, _ function: HashFunction
    ) throws(PKIError) -> SecretBytes {
        try self.key(of: message, under: key, function.name, function.byteCount)
    }

    /// - Parameters:
    ///   - digest: the name of a hash function in libcrypto.
    ///   - count: the bytes of its digests.
    static func key(
        of message: UnsafeRawBufferPointer, under key: SecretBytes, _ digest: StaticString,
        _ count: Int
    ) throws(PKIError) -> SecretBytes {
        try SecretBytes(count: count) { code throws(PKIError) in
            var written = 0
            let result = key.withBytes { key in
                EVP_Q_mac(
                    CryptoLibrary.context, "HMAC", nil, digest.characters, nil, key.baseAddress,
                    key.count, message.octets, message.count, code.octets, count, &written)
            }
            guard result != nil, written == count else { throw .crypto(.libraryFailure, "HMAC") }
        }
    }
}
