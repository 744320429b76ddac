// SPDX-License-Identifier: Apache-2.0
// Where more information is. Each initialiser throws `malformed` for a value that
// breaks the standard.

/// Where information and services are available (RFC 5280, section 4.2.2).
package struct InformationAccess: Sendable, Hashable {
    /// One service: its kind, and where it is.
    package struct Description: Sendable, Hashable {
        package let method: OID
        package let location: GeneralName

        fileprivate init(_ element: DERElement) throws(PKIError) {
            var reader = try DERReader("an access description", element)
            method = try OID(try reader.next(.objectIdentifier))
            location = try GeneralName(try reader.next())
            try reader.end()
        }
    }
    package let descriptions: [Description]

    init(_ found: CertificateExtension) throws(PKIError) {
        descriptions = try found.element(.sequence).children().map(Description.init)
    }
}

/// Where lists of revoked certificates are available (RFC 5280, section 4.2.1.13).
package struct DistributionPoints: Sendable, Hashable {
    /// A place to fetch a list from, and the authority that issues it.
    package struct Point: Sendable, Hashable {
        /// The addresses at which the same list is available.
        package let names: [GeneralName]
        /// The DER of a name relative to the issuer's.
        package let relativeName: [UInt8]?
        /// Bit n of the reasons as 1 << n; nil for all reasons.
        package let reasons: UInt32?
        /// The issuer of the list; empty if it is that of the certificate.
        package let issuer: [GeneralName]
    }
    package let points: [Point]

    init(_ found: CertificateExtension) throws(PKIError) {
        points = try found.element(.sequence).children().map(Self.point)
    }

    private static func point(_ element: DERElement) throws(PKIError) -> Point {
        var reader = try DERReader("a distribution point", element)
        var names: [GeneralName] = []
        var relativeName: [UInt8]?
        // The name is a CHOICE, so that its tag is explicit.
        if let name = try reader.nextIf(.constructed(0)) {
            let choice = try name.inner()
            switch choice.tag {
            case .constructed(0): names = try GeneralName.list(choice)
            case .constructed(1): relativeName = Array(choice.content)
            default: throw DER.malformed("a distribution point's name of no known kind")
            }
        }
        let reasons = try reader.nextIf(.primitive(1))?.bits().mask(9)
        let issuer = try reader.nextIf(.constructed(2)).map(GeneralName.list)
        try reader.end()
        return Point(
            names: names, relativeName: relativeName, reasons: reasons, issuer: issuer ?? [])
    }
}
