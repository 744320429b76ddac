extension CertificateExtension {
    /// Tells what the extension says.
    ///
    /// Key usage is a number, the bits of `SecKeyUsage`; extended key usage a list of data, the
    /// content octets of each purpose; all others are sections that begin with "Critical". An
    /// extension that is not known, or whose value cannot be read, is told as data.
    package var property: CertificateProperty {
        (try? read()) ?? section(title, [.data("Unparsed Data", value)])
    }

    private func read() throws(PKIError) -> CertificateProperty? {
        switch type {
        case ExtensionType.keyUsage:
            CertificateProperty(title, .integer(Int64(try KeyUsage(self).bits)))
        case ExtensionType.extendedKeyUsage:
            CertificateProperty(
                title, .list(try ExtendedKeyUsage(self).purposes.map { .data($0.octets) }))
        default: try contents().map { section(title, $0) }
        }
    }

    private func contents() throws(PKIError) -> [CertificateProperty]? {
        switch type {
        case ExtensionType.basicConstraints: try BasicConstraints(self).properties
        case ExtensionType.subjectKeyIdentifier:
            [.data("Key Identifier", try SubjectKeyIdentifier(self).octets)]
        case ExtensionType.authorityKeyIdentifier: try AuthorityKeyIdentifier(self).properties
        case ExtensionType.subjectAlternativeName, ExtensionType.issuerAlternativeName:
            try AlternativeNames(self).names.map(\.property)
        case ExtensionType.distributionPoints, ExtensionType.freshestRevocationList:
            try DistributionPoints(self).properties
        case ExtensionType.authorityInformationAccess, ExtensionType.subjectInformationAccess:
            try InformationAccess(self).properties
        case ExtensionType.policies: try CertificatePolicies(self).properties
        case ExtensionType.policyMappings: try PolicyMappings(self).properties
        case ExtensionType.policyConstraints: try PolicyConstraints(self).properties
        case ExtensionType.inhibitAnyPolicy:
            [.string("Skip Certificates", "\(try InhibitAnyPolicy(self).skipped)")]
        case ExtensionType.nameConstraints: try NameConstraints(self).properties
        case ExtensionType.netscapeType: [.string("Usage", try NetscapeType(self).text)]
        default: nil
        }
    }

    private func section(
        _ label: String, _ contents: [CertificateProperty]
    ) -> CertificateProperty {
        .section(label, [.answer("Critical", isCritical)] + contents)
    }

    private var title: String { Self.titles[type] ?? type.description }

    private static let titles: [OID: String] = [
        ExtensionType.subjectKeyIdentifier: "Subject Key Identifier",
        ExtensionType.keyUsage: "Key Usage",
        ExtensionType.subjectAlternativeName: "Subject Alternative Name",
        ExtensionType.issuerAlternativeName: "Issuer Alternative Name",
        ExtensionType.basicConstraints: "Basic Constraints",
        ExtensionType.nameConstraints: "Name Constraints",
        ExtensionType.distributionPoints: "CRL Distribution Points",
        ExtensionType.policies: "Certificate Policies",
        ExtensionType.policyMappings: "Policy Mappings",
        ExtensionType.authorityKeyIdentifier: "Authority Key Identifier",
        ExtensionType.policyConstraints: "Policy Constraints",
        ExtensionType.extendedKeyUsage: "Extended Key Usage",
        ExtensionType.freshestRevocationList: "Freshest CRL",
        ExtensionType.inhibitAnyPolicy: "Inhibit Any Policy",
        ExtensionType.authorityInformationAccess: "Certificate Authority Information Access",
        ExtensionType.subjectInformationAccess: "Subject Information Access",
        ExtensionType.netscapeType: "Netscape Certificate Type",
    ]
}
