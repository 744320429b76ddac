// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

extension NewItem {
    /// Makes an item of a class from bytes.
    ///
    /// - Throws: `parameter` for a certificate or key without bytes; `decode` for bytes that aren't a
    ///   certificate; as ``init(_:attributes:secret:)``.
    package static func stored(
        _ itemClass: ItemClass, _ bytes: SecretBytes?, _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> NewItem {
        guard itemClass == .certificate || itemClass == .key else {
            return try NewItem(itemClass, attributes: attributes, secret: bytes)
        }
        guard let bytes else { throw KeychainError(.parameter, "kSecValueData: missing") }
        if itemClass == .key { return try .key(bytes, attributes) }
        return try .certificate(
            try callPKI(Certificate(der: bytes.withBytes { [UInt8]($0) })), attributes)
    }

    /// Makes an item from the bytes of a key: half of a pair if the type is RSA or an elliptic curve,
    /// else a symmetric key.
    ///
    /// - Throws: `parameter` for bytes that aren't a key of the type.
    private static func key(
        _ bytes: SecretBytes, _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> NewItem {
        guard let type = try number(.type, attributes).flatMap(CryptoKey.KeyType.init) else {
            return try .symmetricKey(bytes, attributes)
        }
        // Without a class the bytes decide.
        var parts: [CryptoKey.Part] = [.public, .private]
        if attributes[.keyClass] != nil {
            parts = [try number(.keyClass, attributes).flatMap(CryptoKey.Part.init)]
                .compactMap(\.self)
        }
        var refusal = KeychainError(.parameter, "kSecAttrKeyClass: not one of a pair")
        for part in parts {
            do throws(KeychainError) {
                let key = try bytes.withBytes { bytes throws(KeychainError) in
                    try callPKI(CryptoKey.readForeign(type, part, bytes))
                }
                return try .key(key, attributes)
            } catch {
                refusal = error
            }
        }
        throw refusal
    }

    private static func number(
        _ attribute: Attribute, _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> Int? {
        guard let given = attributes[attribute],
            let description = ItemClass.key.attributes[attribute]
        else { return nil }
        return try description.accept(given).integer.map(Int.init)
    }
}
