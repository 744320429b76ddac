// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

extension CertificateExtension {
    /// The value of the extension.
    ///
    /// Key usage is a number, the bits of `SecKeyUsage`; extended key usage a list of data, the
    /// content octets of each purpose; all others are sections that begin with "Critical". An
    /// extension that isn't known, or whose value can't be read, is data.
    package var property: CertificateProperty {
        (try? read()) ?? section(title, [.data("Unparsed Data", value)])
    }

    /// Reads the extension as one property; nil for a type that has no form here.
    func read() throws(PKIError) -> CertificateProperty? {
        switch type {
        case ExtensionType.keyUsage:
            CertificateProperty(title, .integer(Int64(try keyUsage())))
        case ExtensionType.extendedKeyUsage:
            CertificateProperty(
                title, .list(try purposes().map { .data($0.octets) }))
        default: try contents().map { section(title, $0) }
        }
    }

    /// Reads the parts of the extension, in the order of its ASN.1; nil for an unknown type.
    private func contents() throws(PKIError) -> [CertificateProperty]? {
        switch type {
        case ExtensionType.basicConstraints: try BasicConstraints(self).properties
        case ExtensionType.subjectKeyIdentifier:
            [.data("Key Identifier", try keyIdentifier())]
        case ExtensionType.authorityKeyIdentifier: try AuthorityKeyIdentifier(self).properties
        case ExtensionType.subjectAlternativeName, ExtensionType.issuerAlternativeName:
            try alternativeNames().map(\.property)
        case ExtensionType.distributionPoints, ExtensionType.freshestRevocationList:
            try DistributionPoints(self).properties
        case ExtensionType.authorityInformationAccess, ExtensionType.subjectInformationAccess:
            try InformationAccess(self).properties
        case ExtensionType.policies: try policies()
        case ExtensionType.policyMappings: try policyMappings()
        case ExtensionType.policyConstraints: try PolicyConstraints(self).properties
        case ExtensionType.inhibitAnyPolicy:
            [.string("Skip Certificates", "\(try certificatesWithAnyPolicy())")]
        case ExtensionType.nameConstraints: try NameConstraints(self).properties
        case ExtensionType.netscapeType:
            [.string("Usage", Self.netscapeTypes.joined(where: try netscapeType()))]
        default: nil
        }
    }

    /// Makes a section that begins with whether the extension is critical.
    private func section(
        _ label: String, _ contents: [CertificateProperty]
    ) -> CertificateProperty {
        .section(label, [.answer("Critical", isCritical)] + contents)
    }

    /// The name to show; of an unknown type, its object identifier.
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

    private static let netscapeTypes = [
        "SSL client", "SSL server", "S/MIME", "Object Signing", "Reserved", "SSL CA",
        "S/MIME CA", "Object Signing CA",
    ]
}

// The properties of each extension that is understood.

extension BasicConstraints {
    var properties: [CertificateProperty] {
        [.answer("Certificate Authority", isAuthority)]
            + (pathLength.map { [.string("Path Length Constraint", "\($0)")] } ?? [])
    }
}

extension AuthorityKeyIdentifier {
    var properties: [CertificateProperty] {
        var found: [CertificateProperty] = []
        if let keyIdentifier { found.append(.data("Key Identifier", keyIdentifier)) }
        found += issuer.map(\.property)
        if let serialNumber {
            found.append(
                .string("Serial Number", Hexadecimal.text(serialNumber, separator: " ")))
        }
        return found
    }
}

extension DistributionPoints {
    var properties: [CertificateProperty] {
        points.map { point in
            var found = point.names.map(\.property)
            if let name = point.relativeName { found.append(.data("Relative Name", name)) }
            if let reasons = point.reasons {
                found.append(.string("Reasons", Self.reasons.joined(where: reasons)))
            }
            if !point.issuer.isEmpty {
                found.append(.section("CRL Issuer", point.issuer.map(\.property)))
            }
            return .section("Distribution Point", found)
        }
    }

    /// The names of the bits of `ReasonFlags`, bit 0 first (RFC 5280, section 4.2.1.13).
    private static let reasons = [
        "Unused", "Key Compromise", "CA Compromise", "Affiliation Changed", "Superseded",
        "Cessation Of Operation", "Certificate Hold", "Privilege Withdrawn", "AA Compromise",
    ]
}

extension InformationAccess {
    var properties: [CertificateProperty] {
        descriptions.enumerated().flatMap { index, description -> [CertificateProperty] in
            [
                .string("Access Method #\(index + 1)", description.method.description),
                description.location.property,
            ]
        }
    }
}

extension PolicyConstraints {
    var properties: [CertificateProperty] {
        let found: [(String, Int?)] = [
            ("Require Explicit Policy", requireExplicitPolicy),
            ("Inhibit Policy Mapping", inhibitPolicyMapping),
        ]
        return found.compactMap { label, count in count.map { .string(label, "\($0)") } }
    }
}

extension NameConstraints {
    var properties: [CertificateProperty] {
        [("Permitted Subtrees", permitted), ("Excluded Subtrees", excluded)]
            .filter { !$0.1.isEmpty }
            .map { label, bases in .section(label, bases.map(\.property)) }
    }
}

extension [String] {
    /// Joins the names of the bits that are set, of which the first is 1 << 0.
    fileprivate func joined(where bits: UInt32) -> String {
        enumerated().filter { bits >> UInt32($0.offset) & 1 == 1 }
            .map(\.element).joined(separator: ", ")
    }
}
