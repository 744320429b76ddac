// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// One fact about a certificate for the user to read: a name and a value.
package struct CertificateProperty: Sendable, Hashable {
    package enum Value: Sendable, Hashable {
        case string(String)
        case data([UInt8])
        case integer(Int64)
        /// A time, in seconds since 2001-01-01 00:00 UTC.
        case number(Double)
        case url(String)
        case section([CertificateProperty])
        case list([Value])
    }

    /// The property; the attributes of names are named by their object identifiers.
    package let label: String
    /// The name to show to the user.
    package let title: String
    package let value: Value

    package init(_ label: String, title: String? = nil, _ value: Value) {
        self.label = label
        self.title = title ?? label
        self.value = value
    }

    static func string(_ label: String, _ text: String) -> Self { Self(label, .string(text)) }

    static func data(_ label: String, _ octets: some Sequence<UInt8>) -> Self {
        Self(label, .data(Array(octets)))
    }

    static func section(_ label: String, _ properties: [Self]) -> Self {
        Self(label, .section(properties))
    }

    static func answer(_ label: String, _ isSo: Bool) -> Self { string(label, isSo ? "Yes" : "No") }
}

extension Certificate {
    /// Everything about the certificate, by object identifiers with dots.
    ///
    /// The fields of version 1 have private identifiers, under 2.16.840.1.113741.2.1; an
    /// extension has that of its type. If a certificate repeats an extension, the first one counts.
    package var properties: [String: CertificateProperty] {
        var found = fields
        for each in extensions.reversed() { found[each.type.description] = each.property }
        return found
    }

    /// The fields that aren't extensions, by the identifiers of Intel's CDSA, which Apple's constants call
    /// `CSSMOID_X509V1…`.
    private var fields: [String: CertificateProperty] {
        var fields: [String: CertificateProperty] = [
            "2": .string("Version", "\(version)"),
            "3": .string("Serial Number", Hexadecimal.text(serialNumber, separator: " ")),
            "5": .section("Issuer Name", issuer.properties),
            "23": .data("Normalized Issuer", issuer.normalisedSequence),
            "6": CertificateProperty("Not Valid Before", .number(notBefore)),
            "7": CertificateProperty("Not Valid After", .number(notAfter)),
            "8": .section("Subject Name", subject.properties),
            "22": .data("Normalized Subject", subject.normalisedSequence),
            "9": .section("Public Key Algorithm", publicKey.algorithm.properties),
            "10": .data("Public Key Data", publicKey.key),
        ]
        fields["11"] = issuerUniqueIdentifier.map { .data("Issuer Unique ID", $0.octets) }
        fields["12"] = subjectUniqueIdentifier.map { .data("Subject Unique ID", $0.octets) }
        var found: [String: CertificateProperty] = [:]
        for (number, property) in fields { found["2.16.840.1.113741.2.1.1.1.\(number)"] = property }
        found["2.16.840.1.113741.2.1.3.2.1"] = .section(
            "Signature Algorithm", signatureAlgorithm.properties)
        found["2.16.840.1.113741.2.1.3.2.2"] = .data("Signature", signature.octets)
        return found
    }
}

extension AlgorithmIdentifier {
    var properties: [CertificateProperty] {
        let shown: CertificateProperty =
            switch parameters?.tag {
            case nil, .null?: .string("Parameters", "None")
            default: .data("Parameters", parameters!.encoding)
            }
        return [.string("Algorithm", algorithm.description), shown]
    }
}

extension DistinguishedName {
    /// Each attribute of the name by its object identifier, as text or else as data.
    var properties: [CertificateProperty] {
        attributes.map { attribute in
            let type = attribute.type.description
            let value: CertificateProperty.Value =
                attribute.text.map { .string($0) } ?? .data(Array(attribute.value.encoding))
            return CertificateProperty(
                type, title: AttributeType.name(of: attribute.type) ?? type, value)
        }
    }
}

extension GeneralName {
    var property: CertificateProperty {
        switch self {
        case .other(let type, let value): .section("Other Name", [.data(type.description, value)])
        case .email(let address): .string("Email Address", address)
        case .host(let host): .string("DNS Name", host)
        case .x400(let value): .data("X.400 Address", value)
        case .directory(let name): .section("Directory Name", name.properties)
        case .ediParty(let value): .data("EDI Party Name", value)
        case .uri(let uri): CertificateProperty("URI", .url(uri))
        case .address(let octets): .string("IP Address", AddressText.text(octets))
        case .registered(let type): .string("Registered ID", type.description)
        }
    }
}
