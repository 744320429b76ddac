// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI
import SwiftKeychainModel

extension NewItem {
    /// Makes an item of a certificate.
    ///
    /// - Parameter attributes: what its owner adds. A derived attribute may be given with the derived
    ///   value, a name also as a whole DER sequence. Without a label the item gets the subject
    ///   summary, if there is one.
    /// - Throws: `parameter` for another value of a derived attribute; as
    ///   ``init(_:attributes:secret:)``.
    package static func certificate(
        _ certificate: Certificate, _ attributes: [Attribute: AttributeValue] = [:]
    ) throws(KeychainError) -> NewItem {
        var attributes = attributes
        for name in [Attribute.subject, .issuer] {
            if case .data(let bytes) = attributes[name] {
                attributes[name] = .data(DistinguishedName.normalisedContent(of: bytes) ?? bytes)
            }
        }
        var whole = try attributes.joined(with: certificate.derived, of: .certificate)
        if whole[.label] == nil, let label = certificate.subjectSummary {
            whole[.label] = .string(label)
        }
        return try NewItem(
            derived: .certificate, attributes: whole,
            secret: SecretBytes(copying: certificate.der))
    }
}

extension Certificate {
    /// The attributes of a stored certificate that follow from it.
    package var derived: [Attribute: AttributeValue] {
        // The type is the version of X.509, the encoding DER.
        var derived: [Attribute: AttributeValue] = [
            .certificateType: .number(Int64(version)), .certificateEncoding: .number(3),
            .subject: .data(subject.normalisedContent), .issuer: .data(issuer.normalisedContent),
            .serialNumber: .data(serialNumber), .publicKeyHash: .data(publicKeyHash),
        ]
        derived[.subjectKeyID] = subjectKeyIdentifier.map { .data($0) }
        return derived
    }
}

extension [Attribute: AttributeValue] {
    /// Joins a caller's attributes with derived ones.
    ///
    /// - Throws: `parameter` where they differ.
    func joined(
        with derived: [Attribute: AttributeValue], of itemClass: ItemClass
    ) throws(KeychainError) -> [Attribute: AttributeValue] {
        var whole = self
        let names =
            itemClass == .certificate
            ? Attribute.derivedOfCertificates : Attribute.derivedOfKeys
        for attribute in names {
            if let given = self[attribute], let description = itemClass.attributes[attribute] {
                let given = try description.accept(given)
                guard let own = derived[attribute], description.equal(own, given) else {
                    throw KeychainError.refused(attribute, "derived from the item, cannot be set")
                }
            }
            whole[attribute] = derived[attribute]
        }
        return whole
    }
}

extension Keychain {
    /// Adds certificates one by one.
    ///
    /// - Returns: the number of certificates that were stored already.
    package func addCertificates(
        _ certificates: [Certificate]
    ) throws(KeychainError) -> Int {
        var known = 0
        for certificate in certificates {
            do throws(KeychainError) {
                try add(NewItem.certificate(certificate))
            } catch {
                guard error.code == .duplicateItem else { throw error }
                known += 1
            }
        }
        return known
    }
}
