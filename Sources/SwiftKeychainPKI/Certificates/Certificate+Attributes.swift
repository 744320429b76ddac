import SwiftKeychainModel

/// Holds the attributes that the keychain derives from a certificate; nobody can set them to
/// anything else.
package struct CertificateAttributes: Sendable, Hashable {
    /// ctyp: the version of X.509, 1 to 3.
    package let type: Int
    /// cenc: always 3, DER.
    package let encoding: Int
    /// subj: the normalised name without the header of its SEQUENCE.
    package let subject: [UInt8]
    /// issr: the normalised name without the header of its SEQUENCE.
    package let issuer: [UInt8]
    /// slnr: the content octets of the serial number, as they stand in the certificate.
    package let serialNumber: [UInt8]
    /// skid: the subject key identifier, where the certificate has the extension.
    package let subjectKeyIdentifier: [UInt8]?
    /// pkhh: SHA-1 of the key, 20 octets: the application label of its private key.
    package let publicKeyHash: [UInt8]
}

extension Certificate {
    /// Derives the attributes of the certificate.
    package var attributes: CertificateAttributes {
        CertificateAttributes(
            type: version, encoding: 3, subject: subject.normalisedContent,
            issuer: issuer.normalisedContent, serialNumber: serialNumber,
            subjectKeyIdentifier: subjectKeyIdentifier,
            publicKeyHash: HashFunction.sha1.digest(publicKey.key))
    }

    /// Gives the subject key identifier; nil when there is none, or one that cannot be read.
    public var subjectKeyIdentifier: [UInt8]? {
        decode(ExtensionType.subjectKeyIdentifier, SubjectKeyIdentifier.init)?.octets
    }

    /// Gives the names of the subject alternative name; none when it cannot be read.
    package var subjectAlternativeNames: [GeneralName] {
        decode(ExtensionType.subjectAlternativeName, AlternativeNames.init)?.names ?? []
    }

    /// Gives the mail addresses: those of the subject alternative name, then those of the subject;
    /// each once.
    public var emailAddresses: [String] {
        let alternatives = subjectAlternativeNames.compactMap { name in
            if case .email(let address) = name { address } else { nil }
        }
        var seen: Set<String> = []
        return (alternatives + subject.texts(AttributeType.emailAddress))
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Gives the host names of the subject alternative name.
    public var hostNames: [String] {
        subjectAlternativeNames.compactMap { name in
            if case .host(let host) = name, !host.isEmpty { host } else { nil }
        }
    }

    /// Gives the common name of the subject: the most specific, where there are several.
    public var commonName: String? { subject.texts(AttributeType.commonName).last }

    private func decode<Value>(
        _ type: OID, _ read: (CertificateExtension) throws(KeychainError) -> Value
    ) -> Value? {
        found(type).flatMap { try? read($0) }
    }
}
