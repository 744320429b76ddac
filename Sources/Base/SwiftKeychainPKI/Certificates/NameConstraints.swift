// SPDX-License-Identifier: Apache-2.0
// Limits for the certificates below. Each initialiser throws `malformed` for a value that breaks the
// standard.

/// Whether the certificate is an authority's (RFC 5280, section 4.2.1.9).
package struct BasicConstraints: Sendable, Hashable {
    package let isAuthority: Bool
    /// The number of authorities that may be below this one, `Int.max` for more than that; nil for any.
    package let pathLength: Int?

    /// Reads `basicConstraints`. An empty sequence means that the certificate is no authority.
    init(_ found: CertificateExtension) throws(PKIError) {
        var reader = DERReader(inside: try found.element(.sequence))
        isAuthority = try reader.nextIf(.boolean)?.boolean() ?? false
        pathLength = try reader.nextIf(.integer)?.clampedNumber()
        try reader.end()
    }
}

/// The names that certificates below may have (RFC 5280, section 4.2.1.10).
///
/// Each name must be below a permitted subtree, if there are some of its kind, and below no excluded one.
package struct NameConstraints: Sendable, Hashable {
    package let permitted: [GeneralName]
    package let excluded: [GeneralName]

    init(_ found: CertificateExtension) throws(PKIError) {
        var reader = DERReader(inside: try found.element(.sequence))
        permitted = try reader.nextIf(.constructed(0))?.children().map(Self.base) ?? []
        excluded = try reader.nextIf(.constructed(1))?.children().map(Self.base) ?? []
        try reader.end()
    }

    /// Reads the name of a subtree. Profiles of RFC 5280 allow only a minimum of 0 and no maximum, so both are left out.
    private static func base(_ element: DERElement) throws(PKIError) -> GeneralName {
        var reader = try DERReader("a subtree", element)
        let base = try GeneralName(try reader.next())
        _ = try reader.nextIf(.primitive(0))?.smallNumber()
        _ = try reader.nextIf(.primitive(1))?.smallNumber()
        try reader.end()
        return base
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
