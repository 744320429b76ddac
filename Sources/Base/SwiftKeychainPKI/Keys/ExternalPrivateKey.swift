// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A private key whose bytes never enter this process: on a smart card, or in another chip.
///
/// Its operations are the ones that need the private key; hashes, derivations and encodings are computed here. They
/// get inputs of sizes that were checked, and throw ``PKIError/Code-swift.enum/external(_:)`` with the
/// keychain's status.
package protocol ExternalPrivateKey: Sendable {
    /// The value of `kSecAttrTokenID`.
    var tokenID: String { get }

    /// The form in which a keychain stores the key, which only its device can use; nil of a key that none stores.
    var storedForm: SecretBytes? { get }

    /// Returns whether the key can do an operation that its type allows. It may ask the device, not the user.
    func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool

    /// Signs a digest of 1 to 64 bytes, and returns r ‖ s, each as long as a coordinate.
    func ecdsaSignature(of digest: [UInt8]) throws(PKIError) -> [UInt8]

    /// Signs with a padding: a digest of `hash`, or without one a block, and returns as many bytes as the
    /// modulus has.
    func rsaSignature(
        of block: [UInt8], _ padding: RSASignaturePadding, _ hash: HashFunction?
    ) throws(PKIError) -> [UInt8]

    /// Decrypts as many bytes as the modulus has, and removes the padding.
    func rsaDecrypted(
        _ ciphertext: [UInt8], _ padding: RSAEncryptionPadding
    ) throws(PKIError) -> SecretBytes

    /// Returns the X coordinate that is shared with the holder of a point 04 ‖ X ‖ Y of the same curve.
    func sharedCoordinate(with point: [UInt8]) throws(PKIError) -> SecretBytes
}

extension ExternalPrivateKey {
    package var storedForm: SecretBytes? { nil }
}

extension CryptoKey {
    /// Reads a public RSA key from its numbers, highest byte first.
    ///
    /// - Throws: as `read(_:_:_:)`.
    package static func readRSA(
        modulus: [UInt8], exponent: [UInt8]
    ) throws(PKIError) -> CryptoKey {
        try readPublicKey(.rsa, rsaPublicBytes(modulus, exponent))
    }
}

extension Certificate {
    /// Whether the certificate says that it is an authority's.
    package var isOfAuthority: Bool {
        decode(ExtensionType.basicConstraints, BasicConstraints.init)?.isAuthority ?? false
    }
}
