// SPDX-License-Identifier: Apache-2.0
/// The restrictions that the attributes of a key express: on returning its bytes, and on operations.
///
/// `kSecAttrIsExtractable`, `kSecAttrIsSensitive` and the usage flags can only become stricter. An
/// absent one restricts nothing.
package struct KeyRestrictions {
    private let attributes: [Attribute: AttributeValue]

    package init(_ attributes: [Attribute: AttributeValue]) { self.attributes = attributes }

    /// Whether the key can be exported; when false, not even encrypted.
    package var isExtractable: Bool { attributes[.isExtractable]?.integer != 0 }

    /// Whether the key can only be exported encrypted.
    package var isSensitive: Bool { attributes[.isSensitive]?.integer.map { $0 != 0 } ?? false }

    /// Whether callers can get the bytes in clear; always true for a public key.
    package var allowsReading: Bool {
        attributes[.keyClass]?.integer == 0 || isExtractable && !isSensitive
    }

    /// Checks that the key may be returned in clear.
    ///
    /// - Throws: `keyIsSensitive`.
    package func checkReading() throws(KeychainError) {
        if allowsReading { return }
        throw KeychainError(
            .keyIsSensitive,
            "kSecAttrIsExtractable, kSecAttrIsSensitive: the key can't be exported in clear")
    }

    /// Checks that `changed` lifts none of these restrictions.
    ///
    /// - Parameter usage: the usage flags to check.
    /// - Throws: `parameter`.
    package func check(
        _ changed: [Attribute: AttributeValue], usage: Set<Attribute> = Self.usage
    ) throws(KeychainError) {
        for attribute in usage.union([.isExtractable])
        where attributes[attribute]?.integer == 0 && changed[attribute]?.integer != 0 {
            throw .refused(attribute, "false cannot be changed to true")
        }
        if isSensitive, !KeyRestrictions(changed).isSensitive {
            throw .refused(.isSensitive, "true cannot be changed to false")
        }
    }

    /// The attributes that forbid an operation when they are false.
    package static let usage: Set<Attribute> = [
        .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover,
        .canVerifyRecover, .canWrap, .canUnwrap,
    ]
}

extension [Attribute: AttributeValue] {
    /// Returns the attributes of a new key with `wasNeverExtractable` and `wasAlwaysSensitive`.
    ///
    /// Each is true when the key has the restriction now, unless it is false in `given`: a key that
    /// was made elsewhere may have been unrestricted before.
    package func withHistory(
        given: [Attribute: AttributeValue]
    ) -> [Attribute: AttributeValue] {
        var whole = self
        let restrictions = KeyRestrictions(self)
        whole[.wasNeverExtractable] = .boolean(
            !restrictions.isExtractable && given[.wasNeverExtractable]?.integer != 0)
        whole[.wasAlwaysSensitive] = .boolean(
            restrictions.isSensitive && given[.wasAlwaysSensitive]?.integer != 0)
        return whole
    }
}

extension Item {
    /// Whether the item is a private key that a Secure Enclave has; its secret is the form that only this can use.
    package var isInToken: Bool {
        itemClass == .key && TokenID.isSecureEnclave(stored[.tokenID])
    }

    /// Checks that the secret may be returned in clear. A token's key has none to return.
    ///
    /// - Throws: `keyIsSensitive`.
    package func checkReading() throws(KeychainError) {
        if itemClass == .key, !isInToken { try KeyRestrictions(stored).checkReading() }
    }
}

extension NewItem {
    /// Checks that the secret may be returned in clear. A token's key has none to return.
    ///
    /// - Throws: `keyIsSensitive`.
    package func checkReading() throws(KeychainError) {
        if itemClass == .key, !TokenID.isSecureEnclave(attributes[.tokenID]) {
            try KeyRestrictions(attributes).checkReading()
        }
    }
}
