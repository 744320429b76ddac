import SwiftKeychainSystem

// What the values of extensions tell, one property list for each.

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
                let names = Self.reasons.enumerated().filter {
                    reasons >> UInt32($0.offset) & 1 == 1
                }
                found.append(
                    .string("Reasons", names.map(\.element).joined(separator: ", ")))
            }
            if !point.issuer.isEmpty {
                found.append(.section("CRL Issuer", point.issuer.map(\.property)))
            }
            return .section("Distribution Point", found)
        }
    }

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

extension CertificatePolicies {
    var properties: [CertificateProperty] {
        policies.enumerated().map { index, policy in
            .section(
                "Policy Identifier #\(index + 1)",
                [.string("Policy Identifier", policy.identifier.description)]
                    + policy.qualifiers.flatMap(\.properties))
        }
    }
}

extension CertificatePolicies.Qualifier {
    fileprivate var properties: [CertificateProperty] {
        let isStatement = type == OID(1, 3, 6, 1, 5, 5, 7, 2, 1)
        let shown: CertificateProperty =
            if isStatement, let text = value.text {
                CertificateProperty("CPS URI", .url(text))
            } else {
                .data("Qualifier", value.encoding)
            }
        return [.string("Policy Qualifier", type.description), shown]
    }
}

extension PolicyMappings {
    var properties: [CertificateProperty] {
        pairs.flatMap { pair -> [CertificateProperty] in
            [
                .string("Issuer Domain Policy", pair.issuer.description),
                .string("Subject Domain Policy", pair.subject.description),
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
            .map { label, subtrees in .section(label, subtrees.map(\.base.property)) }
    }
}

extension NetscapeType {
    var text: String {
        let names = [
            "SSL client", "SSL server", "S/MIME", "Object Signing", "Reserved", "SSL CA",
            "S/MIME CA", "Object Signing CA",
        ]
        return names.enumerated().filter { bits >> UInt32($0.offset) & 1 == 1 }
            .map(\.element).joined(separator: ", ")
    }
}
