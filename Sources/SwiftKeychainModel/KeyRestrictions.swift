/// What the attributes of a key forbid: handing out its bytes, and single operations.
///
/// `kSecAttrIsExtractable`, `kSecAttrIsSensitive` and the usage flags only become stricter; an
/// absent one restricts nothing.
package struct KeyRestrictions {
    private let attributes: [Attribute: AttributeValue]

    package init(_ attributes: [Attribute: AttributeValue]) { self.attributes = attributes }

    /// False: the bytes leave the keychain in no form.
    package var isExtractable: Bool { attributes[.isExtractable]?.integer != 0 }

    /// True: the bytes leave the keychain only encrypted.
    package var isSensitive: Bool { attributes[.isSensitive]?.integer.map { $0 != 0 } ?? false }

    /// True where a caller may have the bytes in clear: always those of a public key.
    package var allowsReading: Bool {
        attributes[.keyClass]?.integer == 0 || isExtractable && !isSensitive
    }

    /// Checks that a key is handed out in clear.
    ///
    /// - Throws: `keyIsSensitive`.
    package func checkReading() throws(KeychainError) {
        if allowsReading { return }
        throw KeychainError(
            .keyIsSensitive,
            "kSecAttrIsExtractable, kSecAttrIsSensitive: the key does not leave in clear")
    }

    /// Checks that `changed` takes back none of these restrictions.
    ///
    /// - Parameter usage: the usage flags to look at.
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

    /// The attributes that forbid an operation where they are false.
    package static let usage: Set<Attribute> = [
        .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover,
        .canVerifyRecover, .canWrap, .canUnwrap,
    ]
}

extension [Attribute: AttributeValue] {
    /// Gives the attributes of a new key with `wasNeverExtractable` and `wasAlwaysSensitive`.
    ///
    /// Each is true where the key is restricted from the start, unless `given` says that it was not
    /// restricted before.
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
    /// Checks that the secret may be handed out in clear.
    ///
    /// - Throws: `keyIsSensitive`.
    package func checkReading() throws(KeychainError) {
        if itemClass == .key { try KeyRestrictions(stored).checkReading() }
    }
}

extension NewItem {
    /// Checks that the secret may be handed out in clear.
    ///
    /// - Throws: `keyIsSensitive`.
    package func checkReading() throws(KeychainError) {
        if itemClass == .key { try KeyRestrictions(attributes).checkReading() }
    }
}
