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
        guard let type = try attributes.number(.type).flatMap(CryptoKey.KeyType.init) else {
            return try .symmetricKey(bytes, attributes)
        }
        // Without a class the bytes decide.
        var parts: [CryptoKey.Part] = [.public, .private]
        if attributes[.keyClass] != nil {
            parts = [try attributes.number(.keyClass).flatMap(CryptoKey.Part.init)]
                .compactMap(\.self)
        }
        var refusal = KeychainError(.parameter, "kSecAttrKeyClass: not one of a pair")
        for part in parts {
            do throws(KeychainError) {
                let key = try callPKI(
                    bytes.withBytes { try CryptoKey.readForeign(type, part, $0) })
                return try .key(key, attributes)
            } catch {
                refusal = error
            }
        }
        throw refusal
    }
}

extension [Attribute: AttributeValue] {
    /// Reads an attribute of a key that is a number; nil without it.
    ///
    /// - Throws: `parameter` for a value that isn't one.
    func number(_ attribute: Attribute) throws(KeychainError) -> Int? {
        guard let given = self[attribute], let description = ItemClass.key.attributes[attribute]
        else { return nil }
        return try description.accept(given).integer.map(Int.init)
    }
}
