// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

// ECIES (SEC 1, 5.1) with AES-GCM: ephemeral point ‖ ciphertext ‖ tag. The key, and where the
// algorithm says so the nonce behind it, are derived with the ephemeral point as SharedInfo; a key
// of one use lets the nonce be zero otherwise. Docs/reference/keys.md.
extension CryptoKey {
    /// Encrypts for the holder of a key, as Apple's ECIES does: an ephemeral public key, then AES-GCM ciphertext and
    /// tag. The AES key is derived from the shared secret by X9.63.
    func eciesEncrypt(
        _ plaintext: UnsafeRawBufferPointer, _ agreement: KeyAgreement, _ hash: HashFunction,
        _ nonce: ECIESNonce
    ) throws(PKIError) -> [UInt8] {
        let ephemeral = try Self.generate(.ellipticCurve, bits: bits)
        let shared = try ephemeral.agree(agreement, with: self)
        var output = ephemeral.publicBytes
        try withDerived(shared, ephemeral.publicBytes, hash, nonce) {
            key, nonce throws(PKIError) in
            try AESGCM.seal(plaintext, key: key, nonce: nonce, authenticating: [], into: &output)
        }
        return output
    }

    /// Decrypts what ``eciesEncrypt(_:_:_:_:)`` returns.
    ///
    /// - Throws: `notForThisKey` for every fault of the ciphertext alike.
    func eciesDecrypt(
        _ ciphertext: UnsafeRawBufferPointer, _ agreement: KeyAgreement, _ hash: HashFunction,
        _ nonce: ECIESNonce
    ) throws(PKIError) -> SecretBytes {
        guard ciphertext.count >= publicBytes.count + AESGCM.tagBytes else { throw .notForThisKey }
        let point = UnsafeRawBufferPointer(rebasing: ciphertext.prefix(publicBytes.count))
        let sealed = UnsafeRawBufferPointer(rebasing: ciphertext.dropFirst(publicBytes.count))
        guard let ephemeral = try? Self.readPoint(point) else { throw .notForThisKey }
        let shared = try agree(agreement, with: ephemeral)
        return try withDerived(shared, ephemeral.publicBytes, hash, nonce) {
            key, nonce throws(PKIError) in
            try AESGCM.open(sealed, key: key, nonce: nonce, authenticating: [])
        }
    }

    /// Derives the AES key, and the nonce if it isn't zero, with the ephemeral public key as shared information.
    private func withDerived<Result>(
        _ shared: SecretBytes, _ ephemeral: [UInt8], _ hash: HashFunction, _ nonce: ECIESNonce,
        _ body: (_ key: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer)
            throws(PKIError) -> Result
    ) throws(PKIError) -> Result {
        let count = sessionKeyBytes + (nonce == .derived ? AESGCM.nonceBytes : 0)
        let derived = try ephemeral.lending { info throws(PKIError) in
            try X963.derive(from: shared, hash, sharedInfo: info, count: count)
        }
        return try derived.withBytes { bytes throws(PKIError) in
            let key = UnsafeRawBufferPointer(rebasing: bytes.prefix(sessionKeyBytes))
            guard nonce == .zero else {
                return try body(
                    key, UnsafeRawBufferPointer(rebasing: bytes.dropFirst(sessionKeyBytes)))
            }
            return try AESGCM.zeroNonce.lending { zero throws(PKIError) in
                try body(key, zero)
            }
        }
    }
}
