// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

extension NewItem {
    /// Makes an item of one half of an RSA or elliptic curve pair.
    ///
    /// - Parameter attributes: what its owner adds. Class, type and size are derived from the key;
    ///   by default, the application label is the hash of the public key, and the usage flags are
    ///   those of the half.
    /// - Throws: `parameter` for another value of a derived attribute; as
    ///   ``init(_:attributes:secret:)``.
    package static func key(
        _ key: CryptoKey, _ attributes: [Attribute: AttributeValue] = [:]
    ) throws(KeychainError) -> NewItem {
        if let external = key.external, external.storedForm == nil {
            throw KeychainError(.unimplemented, "key: it never leaves its token")
        }
        guard key.external != nil || !TokenID.isSecureEnclave(attributes[.tokenID]) else {
            throw .refused(.tokenID, "a Secure Enclave takes no key that was made elsewhere")
        }
        let own = try attributes.joined(with: key.attributes, of: .key)
        let whole = own.merging(key.attributes) { given, _ in given }
        return try NewItem(
            derived: .key, attributes: whole.withHistory(given: attributes),
            secret: key.external?.storedForm ?? key.privateBytes?.duplicate
                ?? SecretBytes(copying: key.publicBytes),
            publicKey: key.publicBytes)
    }

    /// Makes an item of the bytes of a symmetric key, AES, HMAC or any other.
    ///
    /// - Parameter attributes: what its owner adds. The class is derived; by default, the size in bits
    ///   is that of the bytes, and the effective size that of the cipher.
    /// - Throws: `parameter` for a class other than symmetric; as ``init(_:attributes:secret:)``.
    package static func symmetricKey(
        _ bytes: SecretBytes, _ attributes: [Attribute: AttributeValue] = [:]
    ) throws(KeychainError) -> NewItem {
        var whole = attributes
        if let given = attributes[.keyClass], let description = ItemClass.key.attributes[.keyClass],
            !description.equal(try description.accept(given), symmetric)
        {
            throw KeychainError.refused(.keyClass, "not the class of a symmetric key")
        }
        whole[.keyClass] = symmetric
        let bits = AttributeValue.number(Int64(8 * bytes.count))
        whole[.keySizeInBits] = whole[.keySizeInBits] ?? bits
        whole = whole.withEffectiveKeySize
        whole[.effectiveKeySize] = whole[.effectiveKeySize] ?? whole[.keySizeInBits]
        return try NewItem(
            derived: .key, attributes: whole.withHistory(given: attributes), secret: bytes)
    }

    /// The value of `kSecAttrKeyClassSymmetric`.
    private static let symmetric = AttributeValue.number(2)
}
