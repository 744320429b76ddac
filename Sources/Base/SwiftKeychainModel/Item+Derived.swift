// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

// Attributes that are derived from the bytes of a certificate or key can't be changed.
extension Item {
    /// The public key of an RSA or elliptic curve key, PKCS#1 `RSAPublicKey` or 04 ‖ X ‖ Y; nil for
    /// any other item.
    public var publicKey: [UInt8]? {
        if case .data(let bytes) = stored[.publicKey] { bytes } else { nil }
    }

    /// The attributes by which programs of the desktop find the item; nil if none set any.
    package var lookupAttributes: LookupAttributes? {
        guard case .data(let bytes) = stored[.lookupAttributes] else { return nil }
        return try? LookupAttributes(encoded: bytes)
    }

    /// Returns whether `attribute` is derived from the bytes of the item.
    ///
    /// - Throws: `parameter` when it is derived and `value` differs from the stored one.
    func derives(
        _ attribute: Attribute, _ value: AttributeValue
    ) throws(KeychainError) -> Bool {
        guard isDerived(attribute), let description = itemClass.attributes[attribute] else {
            return false
        }
        let given = try description.accept(value)
        guard let own = self[attribute], description.equal(own, given) else {
            throw KeychainError.refused(attribute, "derived from the item, cannot be set")
        }
        return true
    }

    /// Returns whether the attribute follows from the certificate or key itself.
    private func isDerived(_ attribute: Attribute) -> Bool {
        switch itemClass {
        case .certificate: Attribute.derivedOfCertificates.contains(attribute)
        case .key where Attribute.historyOfKeys.contains(attribute): true
        case .key where publicKey == nil: attribute == .keyClass
        case .key: Attribute.derivedOfKeys.contains(attribute)
        case .genericPassword, .internetPassword, .identity: false
        }
    }

    /// Checks that an update doesn't replace the bytes of a certificate, or of a key of a pair.
    ///
    /// - Throws: `parameter`.
    func checkReplacement(_ secret: SecretBytes?) throws(KeychainError) {
        let isWhole = itemClass == .certificate || publicKey != nil
        guard isWhole, let secret, secret != self.secret else { return }
        throw KeychainError(
            .parameter, "kSecValueData: the bytes of a certificate or key cannot be changed")
    }
}

extension Attribute {
    /// The attributes of a certificate that callers can't set.
    package static let derivedOfCertificates: Set<Attribute> = [
        .subject, .issuer, .serialNumber, .subjectKeyID, .publicKeyHash, .certificateType,
        .certificateEncoding,
    ]

    /// The attributes of an RSA or elliptic curve key that callers can't set.
    package static let derivedOfKeys: Set<Attribute> = [.keyClass, .type, .keySizeInBits]

    /// The attributes that record how a key was restricted when it was made; they never change.
    fileprivate static let historyOfKeys: Set<Attribute> = [
        .wasNeverExtractable, .wasAlwaysSensitive,
    ]
}
