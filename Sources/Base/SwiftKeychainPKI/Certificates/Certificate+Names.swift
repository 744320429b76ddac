// SPDX-License-Identifier: Apache-2.0
// The names and hashes that certificates are searched by.
extension Certificate {
    /// The SHA-1 hash of the key, 20 bytes: the application label of its private key. A point counts as
    /// uncompressed, whatever its form in the certificate.
    package var publicKeyHash: [UInt8] { HashFunction.sha1.digest(publicKey.uncompressedKey) }

    /// The subject key identifier; nil if there is none, or it can't be read.
    public var subjectKeyIdentifier: [UInt8]? {
        try? found(ExtensionType.subjectKeyIdentifier)?.keyIdentifier()
    }

    /// The identifier of the key that signed the certificate; nil if it isn't named, or can't be read.
    package var issuerKeyIdentifier: [UInt8]? {
        decode(ExtensionType.authorityKeyIdentifier, AuthorityKeyIdentifier.init)?.keyIdentifier
    }

    /// The names of the subject alternative name; empty if it can't be read.
    package var subjectAlternativeNames: [GeneralName] {
        (try? found(ExtensionType.subjectAlternativeName)?.alternativeNames()) ?? []
    }

    /// The mail addresses of the subject alternative name, then of the subject, without repetition.
    public var emailAddresses: [String] {
        let alternatives = subjectAlternativeNames.compactMap { name in
            if case .email(let address) = name { address } else { nil }
        }
        var seen: Set<String> = []
        return (alternatives + subject.texts(AttributeType.emailAddress))
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The host names of the subject alternative name.
    public var hostNames: [String] {
        subjectAlternativeNames.compactMap { name in
            if case .host(let host) = name, !host.isEmpty { host } else { nil }
        }
    }

    /// The most specific common name of the subject.
    public var commonName: String? { subject.texts(AttributeType.commonName).last }

    /// Reads an extension; nil if the certificate doesn't have it, or it is malformed.
    func decode<Value>(
        _ type: OID, _ read: (CertificateExtension) throws(PKIError) -> Value
    ) -> Value? {
        found(type).flatMap { try? read($0) }
    }
}

extension Certificate {
    /// The name that the user knows the certificate by; nil if the subject has none.
    ///
    /// The common name, with the description, if any, in parentheses; else a mail address; else a host
    /// name; else the organizational unit; else the organization; else the description. If the
    /// subject has several, the most specific one.
    public var subjectSummary: String? {
        let description = subject.texts(AttributeType.description).last
        if let commonName {
            return description.map { "\(commonName) (\($0))" } ?? commonName
        }
        return emailAddresses.first ?? hostNames.first
            ?? subject.texts(AttributeType.organizationalUnit).last
            ?? subject.texts(AttributeType.organization).last ?? description
    }

    /// The name that the user knows the issuer by: its common name, else its organizational unit, else
    /// its organization; nil if the issuer has none of them.
    package var issuerSummary: String? {
        [AttributeType.commonName, AttributeType.organizationalUnit, AttributeType.organization]
            .lazy.compactMap { issuer.texts($0).last }.first
    }
}
