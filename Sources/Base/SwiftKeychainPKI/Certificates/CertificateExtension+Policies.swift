// SPDX-License-Identifier: Apache-2.0
// Policies, in a certificate and in those below it. Each initialiser throws `malformed` for a value that
// breaks the standard, and for more than 256 entries.

/// The policies under which the certificate was issued (RFC 5280, section 4.2.1.4).
///
///     SEQUENCE OF SEQUENCE { policy, SEQUENCE OF SEQUENCE { type, qualifier } optional }
package struct CertificatePolicies: Sendable, Hashable {
    /// More about a policy: the address of a statement of practices, or a notice for the user.
    package struct Qualifier: Sendable, Hashable {
        package let type: OID
        package let value: DERElement

        fileprivate init(_ element: DERElement) throws(PKIError) {
            var reader = try DERReader("a policy qualifier", element)
            type = try OID(try reader.next(.objectIdentifier))
            value = try reader.next()
            try reader.end()
        }
    }
    /// One policy, with its qualifiers in their order.
    package struct Policy: Sendable, Hashable {
        package let identifier: OID
        package let qualifiers: [Qualifier]

        fileprivate init(_ element: DERElement) throws(PKIError) {
            var reader = try DERReader("a policy", element)
            identifier = try OID(try reader.next(.objectIdentifier))
            qualifiers = try reader.nextIf(.sequence)?.children().map(Qualifier.init) ?? []
            try reader.end()
        }
    }
    package let policies: [Policy]

    init(_ found: CertificateExtension) throws(PKIError) {
        policies = try found.policyEntries().map(Policy.init)
    }
}

/// Policies of two domains that are equal (RFC 5280, section 4.2.1.5).
package struct PolicyMappings: Sendable, Hashable {
    /// A policy of the issuer's domain, and the one of the subject's domain that counts as the same.
    package struct Pair: Sendable, Hashable {
        package let issuer: OID
        package let subject: OID

        fileprivate init(_ element: DERElement) throws(PKIError) {
            var reader = try DERReader("a pair", element)
            issuer = try OID(try reader.next(.objectIdentifier))
            subject = try OID(try reader.next(.objectIdentifier))
            try reader.end()
        }
    }
    package let pairs: [Pair]

    init(_ found: CertificateExtension) throws(PKIError) {
        pairs = try found.policyEntries().map(Pair.init)
    }
}

extension CertificateExtension {
    /// Reads a list of policies or of mappings, 256 at most: libcrypto takes a time that grows with the square of their
    /// number.
    fileprivate func policyEntries() throws(PKIError) -> [DERElement] {
        let entries = try element(.sequence).children()
        guard entries.count <= 256 else { throw DER.malformed("more than 256 policies") }
        return entries
    }
}

/// Whether policies are required or forbidden in certificates below (RFC 5280, section 4.2.1.11).
package struct PolicyConstraints: Sendable, Hashable {
    /// The number of further certificates after which a policy is required; nil for never.
    package let requireExplicitPolicy: Int?
    /// The number of further certificates after which mappings no longer count; nil for never.
    package let inhibitPolicyMapping: Int?

    init(_ found: CertificateExtension) throws(PKIError) {
        var reader = DERReader(inside: try found.element(.sequence))
        requireExplicitPolicy = try reader.nextIf(.primitive(0))?.smallNumber()
        inhibitPolicyMapping = try reader.nextIf(.primitive(1))?.smallNumber()
        try reader.end()
    }
}
