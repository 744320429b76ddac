import SwiftKeychainMemory
import SwiftKeychainSystem

// RSA with OAEP and AES-GCM: wrapped session key ‖ ciphertext ‖ tag. The session key is random and
// of one use, so that the nonce may be zero; the public key is authenticated. Docs/keys.md.
extension CryptoKey {
    func hybridEncrypt(
        _ plaintext: UnsafeRawBufferPointer, _ hash: HashFunction
    ) throws(PKIError) -> [UInt8] {
        let sessionKey = SecretBytes(count: sessionKeyBytes) { RandomSource.system.fill($0) }
        return try sessionKey.withBytes { key throws(PKIError) in
            var output = try rsaEncrypt(key, .oaep(hash))
            try AESGCM.zeroNonce.lending { nonce throws(PKIError) in
                try AESGCM.seal(
                    plaintext, key: key, nonce: nonce, authenticating: publicBytes, into: &output)
            }
            return output
        }
    }

    func hybridDecrypt(
        _ ciphertext: UnsafeRawBufferPointer, _ hash: HashFunction
    ) throws(PKIError) -> SecretBytes {
        guard ciphertext.count >= blockSize + AESGCM.tagBytes else { throw .notForThisKey }
        let wrapped = UnsafeRawBufferPointer(rebasing: ciphertext.prefix(blockSize))
        let sealed = UnsafeRawBufferPointer(rebasing: ciphertext.dropFirst(blockSize))
        let sessionKey = try rsaDecrypt(wrapped, .oaep(hash))
        guard sessionKey.count == sessionKeyBytes else { throw .notForThisKey }
        return try sessionKey.withBytes { key throws(PKIError) in
            try AESGCM.zeroNonce.lending { nonce throws(PKIError) in
                try AESGCM.open(sealed, key: key, nonce: nonce, authenticating: publicBytes)
            }
        }
    }
}
