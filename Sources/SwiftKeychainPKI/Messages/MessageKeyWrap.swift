import CKeychainCrypto
import SwiftKeychainMemory

/// Key wrapping with AES without padding (RFC 3394), as messages use it.
enum MessageKeyWrap {
    /// The sizes of the wrapping keys.
    static let keyBytes: [OID: Int] = [
        MessageOID.wrap128: 16, MessageOID.wrap192: 24, MessageOID.wrap256: 32,
    ]
    /// A wrapped key has this many bytes more than the key.
    private static let overhead = 8

    static func wrap(_ key: SecretBytes, with wrapping: SecretBytes) throws(PKIError) -> [UInt8] {
        try key.withBytes { bytes throws(PKIError) in
            try run(bytes, wrapping, encrypting: true, count: bytes.count + overhead).copied
        }
    }

    /// - Throws: `invalidArgument` for bytes that weren't wrapped with the key.
    static func unwrap(
        _ wrapped: [UInt8], with wrapping: SecretBytes
    ) throws(PKIError) -> SecretBytes {
        guard wrapped.count >= 3 * overhead, wrapped.count % overhead == 0 else {
            throw .notForThisKey
        }
        return try wrapped.lending { bytes throws(PKIError) in
            try run(bytes, wrapping, encrypting: false, count: bytes.count - overhead)
        }
    }

    private static func run(
        _ bytes: UnsafeRawBufferPointer, _ key: SecretBytes, encrypting: Bool, count: Int
    ) throws(PKIError) -> SecretBytes {
        let name: StaticString =
            switch key.count {
            case 16: "AES-128-WRAP"
            case 24: "AES-192-WRAP"
            default: "AES-256-WRAP"
            }
        let cipher = CryptoLibrary.fetched(
            EVP_CIPHER_fetch(CryptoLibrary.context, name.characters, nil), "\(name)")
        defer { EVP_CIPHER_free(cipher) }
        let work = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(work) }
        EVP_CIPHER_CTX_set_flags(work, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        // libcrypto writes in whole blocks beyond the result while it unwraps.
        return try SecretBytes(count: bytes.count + overhead) { room throws(PKIError) in
            var written: Int32 = 0
            let isReady = key.withBytes {
                EVP_CipherInit_ex2(work, cipher, $0.octets, nil, encrypting ? 1 : 0, nil)
            }
            guard isReady == 1,
                EVP_CipherUpdate(work, room.octets, &written, bytes.octets, Int32(bytes.count))
                    == 1, Int(written) == count
            else { throw .notForThisKey }
        }.prefix(count)
    }
}
