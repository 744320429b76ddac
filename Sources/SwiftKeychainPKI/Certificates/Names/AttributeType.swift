/// Names the types of a name's attributes (RFC 5280, section 4.1.2.4; RFC 4519; RFC 2985).
package enum AttributeType {
    package static let commonName = OID(2, 5, 4, 3)
    package static let organization = OID(2, 5, 4, 10)
    package static let organizationalUnit = OID(2, 5, 4, 11)
    package static let description = OID(2, 5, 4, 13)
    package static let emailAddress = OID(1, 2, 840, 113549, 1, 9, 1)

    /// Gives a name for people; nil for a type that has none here.
    package static func name(of type: OID) -> String? { names[type] }

    private static let names: [OID: String] = [
        commonName: "Common Name",
        OID(2, 5, 4, 4): "Surname",
        OID(2, 5, 4, 5): "Serial Number",
        OID(2, 5, 4, 6): "Country or Region",
        OID(2, 5, 4, 7): "Locality",
        OID(2, 5, 4, 8): "State/Province",
        OID(2, 5, 4, 9): "Street Address",
        organization: "Organization",
        organizationalUnit: "Organizational Unit",
        OID(2, 5, 4, 12): "Title",
        description: "Description",
        OID(2, 5, 4, 15): "Business Category",
        OID(2, 5, 4, 17): "Postal Code",
        OID(2, 5, 4, 41): "Name",
        OID(2, 5, 4, 42): "Given Name",
        OID(2, 5, 4, 43): "Initials",
        OID(2, 5, 4, 44): "Generation Qualifier",
        OID(2, 5, 4, 46): "Qualifier of Distinguished Name",
        OID(2, 5, 4, 65): "Pseudonym",
        OID(2, 5, 4, 97): "Organization Identifier",
        emailAddress: "Email Address",
        OID(0, 9, 2342, 19_200_300, 100, 1, 1): "User ID",
        OID(0, 9, 2342, 19_200_300, 100, 1, 25): "Domain Component",
        OID(1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 1): "Inc. Locality",
        OID(1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 2): "Inc. State/Province",
        OID(1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 3): "Inc. Country or Region",
    ]
}
