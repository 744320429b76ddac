// What programs look certificates up by.
extension Certificate {
    /// The SHA-1 hash of the key, 20 bytes: the application label of its private key.
    package var publicKeyHash: [UInt8] { HashFunction.sha1.digest(publicKey.key) }

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
        _ type: OID, _ read: (CertificateExtension) throws(PKIError) -> Value
    ) -> Value? {
        found(type).flatMap { try? read($0) }
    }
}
