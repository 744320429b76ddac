// SPDX-License-Identifier: Apache-2.0
// Policies, in a certificate and in those below it. Each initialiser throws `malformed` for a value that
// breaks the standard.

/// The policies under which the certificate was issued (RFC 5280, section 4.2.1.4).
package struct CertificatePolicies: Sendable, Hashable {
    package struct Qualifier: Sendable, Hashable {
        package let type: OID
        package let value: DERElement
    }
    package struct Policy: Sendable, Hashable {
        package let identifier: OID
        package let qualifiers: [Qualifier]
    }
    package let policies: [Policy]

    /// Reads `certificatePolicies` (RFC 5280, section 4.2.1.4): identifiers, each with qualifiers or none.
    init(_ found: CertificateExtension) throws(PKIError) {
        var policies: [Policy] = []
        for element in try found.element(.sequence).children() {
            guard element.tag == .sequence else {
                throw DER.malformed("a policy is expected")
            }
            var reader = DERReader(inside: element)
            let identifier = try OID(try reader.next(.objectIdentifier))
            var qualifiers: [Qualifier] = []
            for child in try reader.nextIf(.sequence)?.children() ?? [] {
                guard child.tag == .sequence else {
                    throw DER.malformed("a policy qualifier is expected")
                }
                var parts = DERReader(inside: child)
                let type = try OID(try parts.next(.objectIdentifier))
                qualifiers.append(Qualifier(type: type, value: try parts.next()))
                try parts.end()
            }
            try reader.end()
            policies.append(Policy(identifier: identifier, qualifiers: qualifiers))
        }
        self.policies = policies
    }
}

/// Policies of two domains that are equal (RFC 5280, section 4.2.1.5).
package struct PolicyMappings: Sendable, Hashable {
    package struct Pair: Sendable, Hashable {
        package let issuer: OID
        package let subject: OID
    }
    package let pairs: [Pair]

    /// Reads `policyMappings` (RFC 5280, section 4.2.1.5): pairs of policies that count as the same.
    init(_ found: CertificateExtension) throws(PKIError) {
        var pairs: [Pair] = []
        for element in try found.element(.sequence).children() {
            guard element.tag == .sequence else {
                throw DER.malformed("a pair is expected")
            }
            var reader = DERReader(inside: element)
            let issuer = try OID(try reader.next(.objectIdentifier))
            pairs.append(Pair(issuer: issuer, subject: try OID(try reader.next(.objectIdentifier))))
            try reader.end()
        }
        self.pairs = pairs
    }
}

/// Whether policies are required or forbidden in certificates below (RFC 5280, section 4.2.1.11).
package struct PolicyConstraints: Sendable, Hashable {
    package let requireExplicitPolicy: Int?
    package let inhibitPolicyMapping: Int?

    /// Reads `policyConstraints` (RFC 5280, section 4.2.1.11): numbers of certificates after which a rule begins; nil
    /// if it doesn't.
    init(_ found: CertificateExtension) throws(PKIError) {
        var reader = DERReader(inside: try found.element(.sequence))
        requireExplicitPolicy = try reader.nextIf(.primitive(0))?.smallNumber()
        inhibitPolicyMapping = try reader.nextIf(.primitive(1))?.smallNumber()
        try reader.end()
    }
}

/// The number of certificates below in which "any policy" still counts (RFC 5280, section 4.2.1.14).
package struct InhibitAnyPolicy: Sendable, Hashable {
    package let skipped: Int

    init(_ found: CertificateExtension) throws(PKIError) {
        skipped = try found.element(.integer).smallNumber()
    }
}
