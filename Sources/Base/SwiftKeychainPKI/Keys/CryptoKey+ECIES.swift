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
        let (key, bytes) = try derive(shared, ephemeral.publicBytes, hash, nonce)
        try AESGCM.seal(plaintext, key: key, nonce: bytes, authenticating: [], into: &output)
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
        let point = [UInt8](ciphertext.prefix(publicBytes.count))
        let sealed = UnsafeRawBufferPointer(rebasing: ciphertext.dropFirst(publicBytes.count))
        guard let ephemeral = try? Self.readPoint(point) else { throw .notForThisKey }
        let shared = try agree(agreement, with: ephemeral)
        let (key, bytes) = try derive(shared, point, hash, nonce)
        return try AESGCM.open(sealed, key: key, nonce: bytes, authenticating: [])
    }

    /// Derives the AES key, and the nonce if it isn't zero, with the ephemeral public key as shared information.
    private func derive(
        _ shared: SecretBytes, _ ephemeral: [UInt8], _ hash: HashFunction, _ nonce: ECIESNonce
    ) throws(PKIError) -> (key: SecretBytes, nonce: [UInt8]) {
        let count = sessionKeyBytes + (nonce == .derived ? AESGCM.nonceBytes : 0)
        let derived = try X963.derive(from: shared, hash, sharedInfo: ephemeral, count: count)
        guard nonce == .derived else { return (derived, AESGCM.zeroNonce) }
        // A nonce is no secret.
        let bytes = derived.withBytes { [UInt8]($0.dropFirst(sessionKeyBytes)) }
        return (derived.prefix(sessionKeyBytes), bytes)
    }
}
