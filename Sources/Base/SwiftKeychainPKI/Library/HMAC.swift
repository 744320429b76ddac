// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto
import SwiftKeychainMemory

/// Authentication codes with a hash function (RFC 2104).
package enum HMAC {
    /// Computes the code of a message, as many bytes as a digest of the function has.
    ///
    /// - Throws: `libraryFailure`.
    package static func code(
        of message: UnsafeRawBufferPointer, under key: SecretBytes, _ function: HashFunction
    ) throws(PKIError) -> [UInt8] {
        try code(of: message, under: key, digest: function.name, count: function.byteCount)
    }

    /// - Parameters:
    ///   - digest: the name of a hash function in libcrypto.
    ///   - count: the bytes of its digests.
    static func code(
        of message: UnsafeRawBufferPointer, under key: SecretBytes, digest: StaticString,
        count: Int
    ) throws(PKIError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: count)
        var written = 0
        let result = key.withBytes { key in
            EVP_Q_mac(
                CryptoLibrary.context, "HMAC", nil, digest.characters, nil, key.baseAddress,
                key.count, message.octets, message.count, &code, count, &written)
        }
        guard result != nil, written == count else { throw .crypto(.libraryFailure, "HMAC") }
        return code
    }
}
